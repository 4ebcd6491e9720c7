/** What changes while an upload runs. Never stored. */
import type { TimeRange } from '../../../preload/contract/views/time-forecast.ts';
import type { UnavailableSource } from '../../../preload/contract/views/unavailable-source.ts';
import type { WaitReason } from '../../../preload/contract/views/wait-reason.ts';
import type { UploadId } from './ids.ts';
import type { Tally, Totals, UploadState } from './uploads.ts';

export type Activity = 'hashing' | 'uploading' | 'waiting' | 'completing' | 'assembling';

export interface ActiveItem {
  readonly itemId: number;
  readonly path: string;
  /** If it is a pack; its `itemId` is no item's then. */
  readonly pack?: { readonly number: number; readonly files: number };
  readonly sizeBytes: number;
  readonly acknowledgedBytes: number;
  /** Acknowledged and in flight. */
  readonly sentBytes: number;
  readonly partsInFlight: number;
  readonly parts: { readonly done: number; readonly count: number };
  readonly activity: Activity;
}

export interface Waiting {
  readonly reason: WaitReason;
  /** The file that waits; null where every request does. */
  readonly path: string | null;
  readonly retryAtMs: number;
}

export interface PartsUnderWay {
  /** Sent again by the next run, if the upload stops now. */
  readonly sentBytes: number;
  /** Until they have arrived. It is null while the speed is unknown. */
  readonly secondsLeft: number | null;
  /** The upload stops after them. */
  readonly isFinishing: boolean;
}

export interface Progress {
  readonly uploadId: UploadId;
  readonly state: UploadState;
  readonly totals: Totals;
  /** Files that weren't sent because the upload was canceled. They are skipped. */
  readonly cancelled: Tally;
  /** Bytes of accepted items, and of acknowledged parts of the others. */
  readonly acknowledgedBytes: number;
  readonly bytesPerSecond: number;
  /** By the model, and rounded only where it is shown. It is null while too little is known. */
  readonly timeLeft: TimeRange | null;
  readonly concurrency: number;
  readonly active: readonly ActiveItem[];
  readonly partsUnderWay: PartsUnderWay;
  /** Set while the platform or the network makes something wait. */
  readonly waiting: Waiting | null;
  /** Sources that are away. Their files wait. */
  readonly unavailableSources: readonly UnavailableSource[];
  /** While the files of a scan are being checked. */
  readonly inspection: { readonly checked: number; readonly files: number } | null;
}
