import type { Failure } from '../../../preload/contract/failures/failure.ts';
import type { UploadId } from '../types/ids.ts';
import type { SourceContent } from './read-source.ts';
import type { ReceiptSeal } from './receipt-signature.ts';

export type ReceiptFormat = 'json' | 'csv';

export interface ReceiptJob {
  readonly stateDir: string;
  readonly uploadId: UploadId;
  readonly format: ReceiptFormat;
}

export interface ReceiptThread {
  readonly data: ReceiptJob;
  readonly to: ToReceiptWorker;
  readonly from: FromReceiptWorker;
}

/** Each message is answered by one of the other side, so that neither runs ahead. */
export type ToReceiptWorker =
  | { readonly kind: 'logged'; readonly seq: number; readonly head: string; readonly seal: ReceiptSeal }
  | { readonly kind: 'more' };
export type FromReceiptWorker =
  | ({ readonly kind: 'content' } & SourceContent)
  | { readonly kind: 'text'; readonly bytes: Uint8Array }
  | { readonly kind: 'end'; readonly failure: Failure | null };
