import type { Result } from '../../../preload/contract/failures/failure.ts';
import type { DirectoryProgress } from '../../../preload/contract/views/directory.ts';
import type { DirectoryRules } from './check-directory.ts';
import type { DirectoryMatch } from './match-directory.ts';

export interface MatchJob {
  readonly path: string;
  readonly rules: DirectoryRules;
  readonly custodians: readonly string[];
}

export type FromMatchWorker =
  | { readonly kind: 'progress'; readonly progress: DirectoryProgress }
  | { readonly kind: 'end'; readonly result: Result<DirectoryMatch> };
