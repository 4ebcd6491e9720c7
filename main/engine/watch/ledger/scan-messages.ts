/** Messages between watched folders and the thread that scans them. Paths and names are raw (types/source-path.ts). */

import type { UnavailableReason } from '../../../../preload/contract/views/unavailable-source.ts';
import type {
  WatchedFolderView,
  WatchReason,
  WatchRule,
} from '../../../../preload/contract/watch/watched-folder.ts';
import type { WatchedRoot } from '../../store/watch/watched-root.ts';
import type { FileIdentity } from '../../types/source-path.ts';

export interface ScannedFolder {
  /** The stored rule; null for one that was never stored: the ledger knows none of its files. */
  readonly ruleId: number | null;
  readonly rootPath: string;
  readonly filters: ScanFilters;
  /** Whether changes between scans are not reported: `auto` where others make them over a network. */
  readonly polling: WatchRule['polling'];
  readonly cells: Int32Array;
}

export interface ScanFilters extends Pick<WatchRule, 'include' | 'exclude' | 'marker'> {
  /** A folder directly in the watched folder that isn't part of it. */
  readonly ignoredFolder: string | null;
}

/** The cells of the memory that both threads share. */
export const scanCells = {
  /** 1 to end the scan. */
  stop: 0,
  /** Calls to the file system, to see that it answers. */
  calls: 1,
  /** Batches that were posted and not yet stored. */
  inFlight: 2,
} as const;
export const scanCellCount = 3;

/** A file that differs from what the ledger knows. */
export interface FoundFile extends FileIdentity {
  /** When the file was created; 0 where that can't be told. */
  readonly bornNs: bigint;
  readonly folder: string;
  readonly name: string;
  /** Why the rule doesn't send it; for a temporary name, why it isn't taken yet. */
  readonly reason: WatchReason | null;
  /** By then, its rule had moved it away: it is back. */
  readonly wasMoved: boolean;
}

export interface WatchScanBatch {
  readonly found: readonly FoundFile[];
  /** Rows whose file is no longer at its path. */
  readonly gone: readonly number[];
}

type LastScan = NonNullable<WatchedFolderView['lastScan']>;
export type NotTakenExamples = NonNullable<LastScan['examples']>;

export interface ScanCounts {
  /** Files that were seen, temporary names included. */
  readonly files: number;
  readonly folders: number;
  readonly unchanged: number;
  /** How many of these no pattern leaves out, but have a temporary name or are in a folder that does. */
  readonly temporary: number;
  /** How many of them have been so for over an hour. */
  readonly overdue: number;
  /** Links, devices, and the like. */
  readonly notFiles: number;
  /** Whether the folder that isn't part of the watched one is there. Known of complete scans. */
  readonly hasIgnoredFolder: boolean;
  /** Files and folders that could not be examined: nothing is known of them. */
  readonly unreadable: number;
  readonly examples: NotTakenExamples;
}

export interface ScanEnd extends ScanCounts {
  /** Why the folder could not be read; null if it was read to its end. */
  readonly away: UnavailableReason | null;
  readonly isStopped: boolean;
  readonly durationMs: number;
}

export interface EventState {
  readonly usesEvents: boolean;
  /** Why some or all folders report no changes: an error of the system, or too many folders. */
  readonly problem: string | null;
}

export interface ScanCommand {
  readonly kind: 'scan';
  readonly folder: ScannedFolder;
  /** Folders to read, without those below them that are known. Null for everything. */
  readonly folders: readonly string[] | null;
  /** The watched folder when it was last read. Null if that isn't known. */
  readonly root: WatchedRoot | null;
}

/** Changes in the folder need no longer be reported. */
export interface ReleaseCommand {
  readonly kind: 'release';
}

export interface WatchScanTypes {
  readonly data: { readonly storePath: string };
  /** `number`: of the watched folder, here and in what the thread tells. */
  readonly to: { readonly number: number; readonly command: ScanCommand | ReleaseCommand };
  readonly from: { readonly number: number; readonly message: FromWatchScan };
}

export type FromWatchScan =
  | { readonly kind: 'batch'; readonly batch: WatchScanBatch; readonly root: WatchedRoot | null }
  | {
      readonly kind: 'end';
      readonly end: ScanEnd;
      readonly events: EventState;
      readonly root: WatchedRoot | null;
    }
  /** Something changed in these folders. */
  | { readonly kind: 'hint'; readonly folders: readonly string[] };
