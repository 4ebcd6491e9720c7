import type { FoundPassword } from '../../formats/index.ts';
import type { TrialLimits } from '../../formats/limits.ts';

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
  /** It shares how many files and passwords it tried. */
  readonly cells: Int32Array;
}

export type TrialResult = FoundPassword | { readonly status: 'unreadable'; readonly reason: string };

export interface TrialThreadTypes {
  readonly data: TrialThreadData;
  readonly to: TrialJob;
  readonly from: TrialMessage;
}

/** A number: so many passwords were tried on the file since the last message. */
export type TrialMessage = number | TrialResult;
