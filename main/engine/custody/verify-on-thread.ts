import { Worker } from 'node:worker_threads';
import { failure, type Result } from '../../../preload/contract/failures/failure.ts';
import type { VerifyProgress } from './verify-progress.ts';
import type { FromVerifyWorker, VerifiedReceipt, VerifyJob } from './verify-protocol.ts';

/** Verifies on a thread of its own: reading a million items, or hashing a disk, must not hold up an upload. */
export async function verifyOnThread(
  job: VerifyJob,
  onProgress: (progress: VerifyProgress) => void,
  signal: AbortSignal,
): Promise<Result<VerifiedReceipt>> {
  if (signal.aborted) return failure('stopped');
  const worker = new Worker(new URL('./verify-worker.ts', import.meta.url), { workerData: job });
  const { promise, resolve, reject } = Promise.withResolvers<Result<VerifiedReceipt>>();
  const stop = (): void => resolve(failure('stopped'));
  signal.addEventListener('abort', stop, { once: true });
  worker.on('message', (message: FromVerifyWorker) => {
    if (message.kind === 'progress') onProgress(message.progress);
    else resolve(message.result);
  });
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('The thread ended without a result')));
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', stop);
    // Not awaited: a share that doesn't answer may hold the thread.
    void worker.terminate();
  }
}
