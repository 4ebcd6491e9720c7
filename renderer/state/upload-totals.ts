import type { ProgressView } from '../../preload/contract/views/views.ts';

/** What keeps an upload from making progress. A part that is retried while others flow does not count. */
export function currentWait(progress: ProgressView | null): ProgressView['waiting'] {
  return progress !== null && progress.bytesPerSecond === 0 ? progress.waiting : null;
}
