import type { PackedBatch } from './scan-batch.ts';
import type { FolderBundle, WalkOptions } from './scan-walk.ts';

/** Cells of the memory that the scan shares with its threads. */
export const sharedCells = {
  /** How many threads are idle. */
  idle: 0,
  /** At inFlight + n: batches that thread n has posted and the consumer has not processed yet. */
  inFlight: 1,
} as const;

/** Per thread. Bounds what waits for a slow consumer to a few MB. */
export const maxBatchesInFlight = 2;

export interface ScanThreadData extends WalkOptions {
  readonly index: number;
  readonly shared: Int32Array;
}

export type FromScanThread =
  | { readonly kind: 'batch'; readonly batch: PackedBatch }
  | { readonly kind: 'share'; readonly bundles: readonly FolderBundle[] }
  | { readonly kind: 'done' };
