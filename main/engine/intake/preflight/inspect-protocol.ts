/** What the threads that inspect files are given, and what they answer. */
import type { ContentType } from '../../../../preload/contract/content-type.ts';
import type { NewFinding } from '../../../../preload/contract/finding.ts';
import type { SourceOptions } from '../../sources/source-handle.ts';
import type { ContainerListing } from '../containers/check-content.ts';

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

export interface InspectResult {
  /** Of each file of the job; null where nothing is known. */
  readonly types: readonly (ContentType | null)[];
  readonly findings: readonly NewFinding[];
  readonly listings: readonly { readonly itemId: number; readonly listing: ContainerListing }[];
  /** Whether files were gone or the device reported errors: the root may be away. */
  readonly mayBeAway: boolean;
}

/** Cells of the memory that a thread shares. */
export const callsCell = 0;
export const threadCells = 1;

export interface InspectThreadData {
  readonly shared: Int32Array;
}
