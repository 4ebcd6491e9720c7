import type { Failure } from '../../../preload/contract/failures/failure.ts';

/** What a tab did, or why it couldn't: shown above the tabs. */
export interface Notify {
  readonly onSuccess: (title: string) => void;
  readonly onFailure: (failure: Failure) => void;
}
