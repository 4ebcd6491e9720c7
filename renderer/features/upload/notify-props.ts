import type { Failure } from '../../../preload/contract/failures/failure.ts';

export interface SuccessMessage {
  readonly title: string;
  readonly text: string;
  /** It wasn't done for every file. */
  readonly isWarning?: boolean;
  /** A receipt that was saved: its log head and the fingerprint of its key, to copy or to save on their own. */
  readonly receipt?: { readonly head: string; readonly fingerprint: string | null };
}

/** How a part of the screen reports the outcome of a command: in a notice at the top of the screen. */
export interface NotifyProps {
  readonly onFailure: (failure: Failure | null) => void;
  readonly onSuccess: (message: SuccessMessage | null) => void;
}
