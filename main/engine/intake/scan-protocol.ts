import type { PackedBatch } from './scan-batch.ts';
import type { FolderBundle, WalkOptions } from './scan-walk.ts';

/** Cells of the memory that the scan shares with its threads. */
export const cells = {
  /** How many threads wait for folders. */
  wanted: 0,
  /** At inFlight + n: batches that thread n has posted and that the consumer has not finished with. */
  inFlight: 1,
} as const;

/** With some 2,000 files a batch and a handful of threads, what waits for a slow consumer stays at a few MB. */
export const batchesInFlight = 2;

export interface ScanThreadData extends WalkOptions {
  readonly index: number;
  readonly shared: Int32Array;
}

export type FromScanThread =
  | { readonly kind: 'batch'; readonly batch: PackedBatch }
  | { readonly kind: 'share'; readonly bundles: readonly FolderBundle[] }
  | { readonly kind: 'done' };
