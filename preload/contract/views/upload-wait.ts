/** Whether a running upload as a whole makes no progress: the same for all who show it. Pure. */
import type { ProgressView } from './views.ts';

interface Moving {
  readonly waiting: ProgressView['waiting'];
  readonly unavailableSources: readonly unknown[];
  readonly active: readonly unknown[];
  readonly bytesPerSecond: number;
}

/** What keeps an upload from making progress. A part that is retried while others flow does not count. */
export function currentWait(
  progress: Pick<Moving, 'waiting' | 'bytesPerSecond'> | null,
): ProgressView['waiting'] {
  return progress !== null && progress.bytesPerSecond === 0 ? progress.waiting : null;
}

/** Sources are away, and nothing of the others is sent. */
export function isAway(progress: Moving | null): boolean {
  if (progress === null || progress.unavailableSources.length === 0) return false;
  return progress.active.length === 0 && progress.bytesPerSecond === 0;
}

/** It waits for its hours, the platform, or its sources. */
export function isWaiting(progress: Moving | null): boolean {
  return currentWait(progress) !== null || isAway(progress);
}
