import type { CannotTry } from '../../formats/password-check.ts';
import type { TrialLimits } from '../../formats/trial-limits.ts';

/** Between the engine and a thread that tries passwords. */
export interface TrialJob {
  readonly path: string | Uint8Array;
  /** Whether a symbolic link there is followed. */
  readonly followLink: boolean;
  readonly type: string;
  /** Indexes of passwords that opened another file: they are tried first. */
  readonly first: readonly number[];
}

export interface TrialThreadData {
  readonly passwords: readonly string[];
  readonly limits: TrialLimits;
}

/**
 * `password`: its index; null if the file opens without one of them. `reason`: null where that one password certainly opens
 * it; `several` where files in an archive needed others of them, and with no-fit `some-files` where a file in it needs one
 * that is not among them.
 */
export type TrialResult =
  | {
      readonly status: 'opened';
      readonly password: number | null;
      readonly reason: 'checksum' | 'several' | null;
    }
  | { readonly status: 'no-fit'; readonly reason: 'some-files' | null }
  | { readonly status: 'cannot-try'; readonly reason: CannotTry }
  | { readonly status: 'unreadable'; readonly reason: string };

/** A number: so many passwords were tried on the file since the last message. */
export type TrialMessage = number | TrialResult;
