import type { Result } from '../../../preload/contract/failures/failure.ts';
import type { DirectoryProgress } from '../../../preload/contract/views/directory.ts';
import { runOnThread } from '../threads/run-on-thread.ts';
import type { DirectoryRules } from './check-directory.ts';
import type { DirectoryMatch, MatchOptions } from './match-directory.ts';

/** The index of 20,000 custodians takes about 100 MB; it doesn't grow with the file. */
const maxHeapMb = 512;

export interface MatchThread {
  readonly job: {
    readonly path: string;
    readonly rules: DirectoryRules;
    readonly custodians: readonly string[];
  };
  readonly report: DirectoryProgress;
  readonly value: DirectoryMatch;
}

/** On a thread of its own: 100,000 people must not hold up an upload or the window. Fails as matchDirectory does. */
export function matchDirectoryOnThread(
  path: string,
  rules: DirectoryRules,
  custodians: readonly string[],
  { onProgress, signal }: MatchOptions = {},
): Promise<Result<DirectoryMatch>> {
  return runOnThread<MatchThread>(
    new URL('./match-worker.ts', import.meta.url),
    { path, rules, custodians },
    { signal, maxHeapMb, onReport: (progress) => onProgress?.(progress) },
  );
}
