import { Worker } from 'node:worker_threads';
import { failure, type Result } from '../../../preload/contract/failures/failure.ts';
import type {
  DirectoryCheck,
  DirectoryFinding,
  DirectoryProgress,
} from '../../../preload/contract/views/directory.ts';
import type { DirectoryRules } from './check-directory.ts';
import type { CheckJob, FromCheckWorker } from './check-protocol.ts';
import { threadResult } from './thread-result.ts';

/** The keys of a million people take about 200 MB; the rest doesn't grow with the file. */
const maxHeapMb = 512;

export interface CheckOnThreadOptions {
  readonly onProgress?: (progress: DirectoryProgress) => void;
  /** Every finding, also those beyond the ones that the result lists. */
  readonly onFindings?: (findings: readonly DirectoryFinding[]) => void;
  readonly signal?: AbortSignal;
}

/** Checks on a thread of its own: a file of 190 MB must not hold up an upload or the window. Fails as checkDirectory does. */
export async function checkDirectoryOnThread(
  path: string,
  rules: DirectoryRules,
  { onProgress, onFindings, signal }: CheckOnThreadOptions = {},
): Promise<Result<DirectoryCheck>> {
  if (signal?.aborted) return failure('stopped');
  const job: CheckJob = { path, rules, sendsFindings: onFindings !== undefined };
  const worker = new Worker(new URL('./check-worker.ts', import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  return threadResult<FromCheckWorker, DirectoryCheck>(worker, signal, (message, resolve) => {
    if (message.kind === 'progress') onProgress?.(message.progress);
    else if (message.kind === 'findings') onFindings?.(message.findings);
    else resolve(message.result);
  });
}
