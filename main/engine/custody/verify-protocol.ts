import type { Result } from '../../../preload/contract/failures/failure.ts';
import type { Difference } from './compare-folder.ts';
import type { VerifyOptions, VerifyReport } from './verify.ts';
import type { VerifyProgress } from './verify-progress.ts';

export interface VerifyJob {
  readonly path: string;
  readonly options: Omit<VerifyOptions, 'onProgress' | 'onDifference' | 'signal'>;
}

export interface VerifiedReceipt {
  readonly report: VerifyReport;
  /** More than the report lists, for a file of its own. */
  readonly differences: readonly Difference[];
}

export type FromVerifyWorker =
  | { readonly kind: 'progress'; readonly progress: VerifyProgress }
  | { readonly kind: 'end'; readonly result: Result<VerifiedReceipt> };
