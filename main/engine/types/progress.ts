/** What moves while an upload runs: never stored. */
import type { UploadId } from './ids.ts';
import type { Totals, UploadState } from './uploads.ts';

export type Activity = 'hashing' | 'uploading' | 'waiting' | 'completing';

export interface ActiveItem {
  readonly itemId: number;
  readonly path: string;
  readonly sizeBytes: number;
  readonly acknowledgedBytes: number;
  /** Acknowledged and on the wire now. */
  readonly sentBytes: number;
  readonly partsInFlight: number;
  readonly parts: { readonly done: number; readonly count: number };
  readonly activity: Activity;
}

export interface Progress {
  readonly uploadId: UploadId;
  readonly state: UploadState;
  readonly totals: Totals;
  /** Of uploaded items and of acknowledged parts of the others. */
  readonly acknowledgedBytes: number;
  readonly bytesPerSecond: number;
  /** Null while too little is known. */
  readonly secondsLeft: { readonly low: number; readonly high: number } | null;
  readonly concurrency: number;
  readonly active: readonly ActiveItem[];
  /** Set while the platform or the network makes everything wait. */
  readonly waiting: { readonly reason: string; readonly retryAtMs: number } | null;
}
