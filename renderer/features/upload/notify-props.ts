import type { Failure } from '../../../preload/contract/failure.ts';

export interface SuccessMessage {
  readonly title: string;
  readonly text: string;
  /** The log head of a receipt that was saved: to copy or to save on its own. */
  readonly logHead?: string;
}

/** How a part of the screen reports the outcome of a command: in a notice at the top of the screen. */
export interface NotifyProps {
  readonly onFailure: (failure: Failure | null) => void;
  readonly onSuccess: (message: SuccessMessage | null) => void;
}
