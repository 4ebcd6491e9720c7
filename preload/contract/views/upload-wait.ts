/** Whether a running upload as a whole makes no progress: the same for the window, the tray, and the task bar. Pure. */
import type { ProgressView } from './views.ts';

type Moving = Pick<ProgressView, 'waiting' | 'unavailableSources' | 'active' | 'bytesPerSecond'>;

/** What keeps an upload from making progress. A part that is retried while others flow does not count. */
export function currentWait(progress: Moving | null): ProgressView['waiting'] {
  return progress !== null && progress.bytesPerSecond === 0 ? progress.waiting : null;
}

export function isMoving(progress: Moving | null): boolean {
  return progress !== null && (progress.active.length > 0 || progress.bytesPerSecond > 0);
}

/** It waits for its hours, the platform, or its sources. */
export function isWaiting(progress: Moving | null): boolean {
  const isAway = progress !== null && progress.unavailableSources.length > 0;
  return currentWait(progress) !== null || (isAway && !isMoving(progress));
}
