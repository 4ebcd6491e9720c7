import { Worker } from 'node:worker_threads';
import type {
  DirectoryCheck,
  DirectoryFinding,
  DirectoryProgress,
} from '../../../preload/contract/directory.ts';
import { failure, type Result } from '../../../preload/contract/failure.ts';
import type { DirectoryRules } from './check-directory.ts';
import type { CheckJob, FromCheckWorker } from './check-protocol.ts';

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
  const { promise, resolve, reject } = Promise.withResolvers<Result<DirectoryCheck>>();
  const stop = (): void => resolve(failure('stopped'));
  signal?.addEventListener('abort', stop, { once: true });
  worker.on('message', (message: FromCheckWorker) => {
    if (message.kind === 'progress') onProgress?.(message.progress);
    else if (message.kind === 'findings') onFindings?.(message.findings);
    else resolve(message.result);
  });
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('The thread ended without a result')));
  try {
    return await promise;
  } finally {
    signal?.removeEventListener('abort', stop);
    // Not awaited: a share that doesn't answer may hold the thread.
    void worker.terminate();
  }
}
