import type { ShownFailure } from '../../ui/notice.tsx';

export interface Said {
  readonly title: string;
  readonly text: string;
}

/** Where a part of the screen says what became of a call: at the top of the screen. */
export interface Told {
  readonly onFailure: (failure: ShownFailure | null) => void;
  readonly onSaid: (said: Said | null) => void;
}
