import type { Result } from '../../../preload/contract/failures/failure.ts';
import { runOnThread } from '../threads/run-on-thread.ts';
import type { FileDifference } from './compare-folder.ts';
import type { VerifyOptions, VerifyReport } from './verify.ts';
import type { VerifyProgress } from './verify-progress.ts';

export interface VerifyJob {
  readonly path: string;
  readonly options: Omit<VerifyOptions, 'onProgress' | 'onDifference' | 'signal'>;
}

export interface VerifiedReceipt {
  readonly report: VerifyReport;
  /** More than the report lists, for a file of its own. */
  readonly differences: readonly FileDifference[];
}

export interface VerifyThread {
  readonly job: VerifyJob;
  readonly report: VerifyProgress;
  readonly value: VerifiedReceipt;
}

/** Verifies on a thread of its own: reading a million items, or hashing a disk, must not hold up an upload. */
export function verifyOnThread(
  job: VerifyJob,
  onProgress: (progress: VerifyProgress) => void,
  signal: AbortSignal,
): Promise<Result<VerifiedReceipt>> {
  const program = new URL('./verify-worker.ts', import.meta.url);
  return runOnThread<VerifyThread>(program, job, { signal, onReport: onProgress });
}
