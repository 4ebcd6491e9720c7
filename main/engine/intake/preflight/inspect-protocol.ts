/** What the threads that inspect files are given, and what they answer. */
import type { ContentType } from '../../../../preload/contract/views/content-type.ts';
import type { NewFinding } from '../../../../preload/contract/views/finding.ts';
import type { ContainerListing } from '../../formats/index.ts';
import type { ContentLimits } from '../../formats/limits.ts';
import type { SourceOptions } from '../../sources/source-handle.ts';

/** Files in one message: little to repeat where a thread hangs, and few messages. */
export const filesPerJob = 256;
export const foldersPerJob = 64;

export interface JobFile {
  readonly itemId: number;
  /** Index in `folders`. */
  readonly folder: number;
  readonly name: string;
  readonly nameBytes: Uint8Array | null;
  readonly sizeBytes: number;
  readonly mtimeNs: bigint;
  readonly fileId: bigint;
}

/** Files of one root. */
export interface InspectJob {
  readonly rootPath: string;
  readonly folders: readonly { readonly path: string; readonly pathBytes: Uint8Array | null }[];
  readonly files: readonly JobFile[];
  /** Which symbolic links are followed, as in the scan. */
  readonly links: SourceOptions;
  /** What the platform takes; null if that isn't known. */
  readonly maxFileBytes: number | null;
}

/** What was found about the next files of a job. */
export interface InspectResult {
  /** The type of each file; null where nothing is known. */
  readonly types: readonly (ContentType | null)[];
  readonly findings: readonly NewFinding[];
  readonly listings: readonly { readonly itemId: number; readonly listing: ContainerListing }[];
  /** Whether files were gone or the device reported errors: the root may be away. */
  readonly mayBeAway: boolean;
}

/** Runs a call to the file system, which may hang. */
export type InspectCall = <T>(run: () => T) => T;

/** Cells of the memory that a thread shares. */
/** Counts calls to the file system when they begin and when they end: it is odd while one is under way. */
export const callsCell = 0;
/** The index of the file in its job. */
export const fileCell = 1;
export const inspectCells = 2;

export interface InspectThreadTypes {
  readonly data: InspectThreadData;
  readonly to: InspectJob;
  readonly from: InspectResult;
}

export interface InspectThreadData {
  readonly shared: Int32Array;
  readonly limits: ContentLimits;
}
