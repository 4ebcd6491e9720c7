/** What one root given by a person turned out to be. Paths under it are joined by `absolutePath(root.path, …)`. */
export type ScanRoot =
  | { readonly kind: 'folder'; readonly given: string; readonly path: string }
  /** `path` is the folder that holds the file, so that the same joining serves both kinds. */
  | { readonly kind: 'file'; readonly given: string; readonly path: string; readonly name: string };

export interface ScanOptions {
  readonly signal?: AbortSignal;
  /** Worker threads; several, because a network share answers one read at a time and keeps each waiting. Default 4. */
  readonly workers?: number;
  /** Default false: a symbolic link is reported and not followed. */
  readonly followSymlinks?: boolean;
}

/** Why something that was seen is not among the files of its batch. */
export type ScanProblemCode =
  | 'unreadable-folder'
  | 'unreadable-file'
  | 'symbolic-link'
  | 'link-loop'
  | 'broken-link'
  | 'special-file' // a device, socket or pipe
  | 'vanished'
  | 'path-too-long'
  | 'changed-while-read'; // part of the folder may not have been seen

export interface ScanProblem {
  readonly code: ScanProblemCode;
  readonly rootIndex: number;
  /** The folder that holds the thing, relative to the root, '/'-separated; '' is the root itself. */
  readonly folder: string;
  readonly folderBytes: Uint8Array | null;
  /** '' when the thing is the root itself. */
  readonly name: string;
  readonly nameBytes: Uint8Array | null;
  /** For people: what is wrong and what to do. */
  readonly message: string;
}

/** A run of files of one folder: rows `from` up to, not including, `to` of the batch. A folder without files has an empty run. */
export interface ScanFolder {
  /** Unique in this scan, not dense: a folder larger than a batch comes in several runs with the same number, in order. */
  readonly number: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly rootIndex: number;
  /** Relative to the root, '/'-separated; '' is the root itself. U+FFFD stands for bytes that are not Unicode. */
  readonly folder: string;
  /** The exact path relative to the root, only where it is not valid Unicode. */
  readonly folderBytes: Uint8Array | null;
  readonly from: number;
  readonly to: number;
}

/**
 * Some 2,000 files at most, in columns: row i is names[i], sizesBytes[i] and so on. Regular files only, also those
 * of zero bytes; everything else that was seen is a folder or a problem.
 */
export interface ScanBatch {
  readonly folders: readonly ScanFolder[];
  readonly names: readonly string[];
  /** Null when every name is valid Unicode; else the exact names of those that are not. */
  readonly nameBytes: readonly (Uint8Array | null)[] | null;
  readonly sizesBytes: Float64Array;
  readonly mtimesNs: BigInt64Array;
  /** As 64 bits with sign, which is how SQLite keeps them: compare with `fileIdentity`. */
  readonly devices: BigInt64Array;
  readonly fileIds: BigInt64Array;
  readonly problems: readonly ScanProblem[];
}

export interface ScanTotals {
  readonly roots: readonly ScanRoot[];
  readonly files: number;
  /** Folders that were opened, roots included. */
  readonly folders: number;
  readonly sizeBytes: number;
  readonly problems: number;
}
