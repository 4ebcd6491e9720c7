import type { Result } from '../../../preload/contract/failures/failure.ts';
import type {
  DirectoryCheck,
  DirectoryFinding,
  DirectoryProgress,
} from '../../../preload/contract/views/directory.ts';
import { runOnThread } from '../threads/run-on-thread.ts';
import type { DirectoryRules } from './check-directory.ts';

/** The keys of a million people take about 200 MB; the rest doesn't grow with the file. */
const maxHeapMb = 512;

export interface CheckThread {
  readonly job: {
    readonly path: string;
    readonly rules: DirectoryRules;
    /** Whether every finding is sent, also those that the result doesn't list. */
    readonly sendsFindings: boolean;
  };
  readonly report:
    | { readonly kind: 'progress'; readonly progress: DirectoryProgress }
    | { readonly kind: 'findings'; readonly findings: readonly DirectoryFinding[] };
  readonly value: DirectoryCheck;
}

export interface CheckOnThreadOptions {
  readonly onProgress?: (progress: DirectoryProgress) => void;
  /** Every finding, also those beyond the ones that the result lists. */
  readonly onFindings?: (findings: readonly DirectoryFinding[]) => void;
  readonly signal?: AbortSignal;
}

/** Checks on a thread of its own: a file of 190 MB must not hold up an upload or the window. Fails as checkDirectory does. */
export function checkDirectoryOnThread(
  path: string,
  rules: DirectoryRules,
  { onProgress, onFindings, signal }: CheckOnThreadOptions = {},
): Promise<Result<DirectoryCheck>> {
  return runOnThread<CheckThread>(
    new URL('./check-worker.ts', import.meta.url),
    { path, rules, sendsFindings: onFindings !== undefined },
    {
      signal,
      maxHeapMb,
      onReport: (report) =>
        report.kind === 'progress' ? onProgress?.(report.progress) : onFindings?.(report.findings),
    },
  );
}
