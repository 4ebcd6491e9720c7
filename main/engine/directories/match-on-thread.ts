import { Worker } from 'node:worker_threads';
import { failure, type Result } from '../../../preload/contract/failures/failure.ts';
import type { DirectoryRules } from './check-directory.ts';
import type { DirectoryMatch, MatchOptions } from './match-directory.ts';
import type { FromMatchWorker, MatchJob } from './match-protocol.ts';
import { threadResult } from './thread-result.ts';

/** The index of 20,000 custodians takes about 100 MB; it doesn't grow with the file. */
const maxHeapMb = 512;

/** On a thread of its own: 100,000 people must not hold up an upload or the window. Fails as matchDirectory does. */
export async function matchDirectoryOnThread(
  path: string,
  rules: DirectoryRules,
  custodians: readonly string[],
  { onProgress, signal }: MatchOptions = {},
): Promise<Result<DirectoryMatch>> {
  if (signal?.aborted) return failure('stopped');
  const job: MatchJob = { path, rules, custodians };
  const worker = new Worker(new URL('./match-worker.ts', import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  return threadResult<FromMatchWorker, DirectoryMatch>(worker, signal, (message, resolve) => {
    if (message.kind === 'progress') onProgress?.(message.progress);
    else resolve(message.result);
  });
}
