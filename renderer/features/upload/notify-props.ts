import type { Failure } from '../../../preload/contract/failure.ts';

export interface SuccessMessage {
  readonly title: string;
  readonly text: string;
}

/** Where a part of the screen says what became of a call: at the top of the screen. */
export interface NotifyProps {
  readonly onFailure: (failure: Failure | null) => void;
  readonly onSuccess: (said: SuccessMessage | null) => void;
}
