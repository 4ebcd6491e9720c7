/** When the settled files of a watched folder become an upload. */

import { isOpen, nextChange } from '../../../preload/contract/views/weekly-hours.ts';
import type { WatchSchedule } from '../../../preload/contract/watch/watched-folder.ts';

export interface SettledFacts {
  readonly files: number;
  /** Since the last change in the folder, as far as is known; Infinity if nothing changed since the start. */
  readonly quietMs: number;
  /** Since the first of the files was settled. */
  readonly waitedMs: number;
}

/** A folder that is never quiet sends this many files at once, and no more than this many at any time. */
export const maxBatchFiles = 200_000;
const leastLongestWaitMs = 60 * 60_000;

/** Milliseconds until the batch is due; 0 if it is, null without files. */
export function batchDueInMs(
  { files, quietMs, waitedMs }: SettledFacts,
  quietSeconds: number,
): number | null {
  if (files === 0) return null;
  if (files >= maxBatchFiles) return 0;
  const wantedMs = quietSeconds * 1000;
  const longestWaitMs = Math.max(leastLongestWaitMs, 10 * wantedMs);
  return Math.max(0, Math.min(wantedMs - quietMs, longestWaitMs - waitedMs));
}

const searchedMs = 8 * 86_400_000;

/** When sending may start: now, or the next time that the schedule opens. */
export function nextSendAt(schedule: WatchSchedule | null, now: Date): Date {
  let at = now;
  // The contract's schema has at least one hour on one day, so the search ends earlier.
  while (schedule !== null && !isOpen(schedule, at) && at.getTime() - now.getTime() < searchedMs)
    at = nextChange(schedule, at);
  return at;
}
