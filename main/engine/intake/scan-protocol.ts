import type { PackedBatch } from './scan-batch.ts';
import type { FolderBundle, WalkOptions } from './scan-walk.ts';

/** Cells of the memory that the scan shares with its threads: one of the scan, then these of each thread. */
export const idleCell = 0;
export const threadCells = {
  /** Batches that the thread has posted and the consumer has not processed yet. */
  inFlight: 0,
  /** The root that it reads. */
  rootIndex: 1,
  /** Its calls to the file system. */
  calls: 2,
} as const;
const cellsPerThread = 3;

export function cellOf(index: number, cell: keyof typeof threadCells): number {
  return 1 + index * cellsPerThread + threadCells[cell];
}

export function createSharedCells(threads: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4 * cellOf(threads, 'inFlight')));
}

/** Per thread. Bounds what waits for a slow consumer to a few MB. */
export const maxBatchesInFlight = 2;

export interface ScanThreadData extends WalkOptions {
  readonly index: number;
  readonly shared: Int32Array;
}

export interface ScanThreadTypes {
  readonly data: ScanThreadData;
  readonly to: readonly FolderBundle[];
  readonly from: FromScanThread;
}

export type FromScanThread =
  | { readonly kind: 'batch'; readonly batch: PackedBatch }
  | { readonly kind: 'share'; readonly bundles: readonly FolderBundle[] }
  | { readonly kind: 'done' };
