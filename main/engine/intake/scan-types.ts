import type { StalledRoot } from '../sources/reader-pool.ts';
import type { FileIdentity } from '../types/source-path.ts';
import type { ScanReason } from './scan-problems.ts';

/** A file or folder to scan. Paths below it are joined by `absolutePath(root.path, …)`. */
export type ScanRoot =
  | { readonly kind: 'folder'; readonly given: string; readonly path: string }
  /** `path` is the folder that contains the file, so that paths are joined in the same way for both kinds. */
  | {
      readonly kind: 'file';
      readonly given: string;
      readonly path: string;
      readonly name: string;
      readonly file: FileIdentity;
    };

export interface ScanOptions {
  readonly signal?: AbortSignal;
  /** Worker threads, to overlap the latency of network shares. Default 4. */
  readonly workers?: number;
  /** Default false: symbolic links are reported, not followed. */
  readonly followSymlinks?: boolean;
  /** Lading's own files and folders (`ownIdentities`): they are reported. Default none. */
  readonly own?: readonly string[];
  /** Called now and then while roots don't answer, and once when all answer again. */
  readonly onStalled?: (roots: readonly StalledRoot[]) => void;
  /** A root that keeps a thread waiting for longer is stalled. Default 10 s. */
  readonly stallMs?: number;
}

export interface ScanProblem {
  readonly reason: ScanReason;
  readonly rootIndex: number;
  /** The folder that contains it, relative to the root, '/'-separated; '' is the root itself. */
  readonly folder: string;
  readonly folderBytes: Uint8Array | null;
  /** '' for the root itself. */
  readonly name: string;
  readonly nameBytes: Uint8Array | null;
}

/** A run of files of one folder: rows `from` to `to` (exclusive) of the batch. A folder without files has an empty run. */
export interface ScanFolder {
  /** Unique in a scan, with gaps. A folder larger than a batch comes in several runs of the same number, in order. */
  readonly number: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Whether the system may have listed a name of it twice, which is known once its last run is read. */
  readonly mayRepeat: boolean;
  readonly rootIndex: number;
  /** Relative to the root, '/'-separated; '' is the root itself. Bytes that are not Unicode are shown as %E9. */
  readonly folder: string;
  /** The exact path relative to the root, only where it is not valid Unicode. */
  readonly folderBytes: Uint8Array | null;
  readonly from: number;
  readonly to: number;
}

/**
 * Up to about 1,000 regular files, in columns: row i is names[i], sizesBytes[i] and so on. Everything else that was
 * seen is a folder or a problem.
 */
export interface ScanBatch {
  readonly folders: readonly ScanFolder[];
  readonly names: readonly string[];
  /** The exact names that are not valid Unicode; null if all are. */
  readonly nameBytes: readonly (Uint8Array | null)[] | null;
  readonly sizesBytes: Float64Array;
  /** With `mtimeEras`, as they are stored (types/file-time.ts). */
  readonly mtimesNs: BigInt64Array;
  readonly mtimeEras: Int32Array;
  /** Signed 64 bits, as SQLite stores them: compare with `fileIdentity`. */
  readonly devices: BigInt64Array;
  readonly fileIds: BigInt64Array;
  readonly problems: readonly ScanProblem[];
}

export interface ScanTotals {
  readonly roots: readonly ScanRoot[];
  readonly files: number;
  /** Folders that were opened, including roots. */
  readonly folders: number;
  readonly sizeBytes: number;
  readonly problems: number;
}
