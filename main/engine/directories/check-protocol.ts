import type { Result } from '../../../preload/contract/failures/failure.ts';
import type {
  DirectoryCheck,
  DirectoryFinding,
  DirectoryProgress,
} from '../../../preload/contract/views/directory.ts';
import type { DirectoryRules } from './check-directory.ts';

export interface CheckJob {
  readonly path: string;
  readonly rules: DirectoryRules;
  /** Whether every finding is sent, also those that the result doesn't list. */
  readonly sendsFindings: boolean;
}

export type FromCheckWorker =
  | { readonly kind: 'progress'; readonly progress: DirectoryProgress }
  | { readonly kind: 'findings'; readonly findings: readonly DirectoryFinding[] }
  | { readonly kind: 'end'; readonly result: Result<DirectoryCheck> };
