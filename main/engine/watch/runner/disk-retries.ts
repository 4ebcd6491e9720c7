/**
 * Which failed files are tried again without a person, and when: those that the disk refused, a few times. What the platform
 * refused, a person retries. A changed file is another version. Pure.
 */
import type { LedgerFile } from '../../store/watch/ledger-file.ts';
import { diskReasons } from '../../uploads/run/retry-in-place.ts';

const minuteMs = 60_000;
const delaysMs = [10 * minuteMs, 60 * minuteMs, 360 * minuteMs];
export const longestDelayMs = Math.max(...delaysMs);

/** When failed files are tried again, after so many times before; null for never. */
export function nextRetryAt(after: Date, retries: number): Date | null {
  const delayMs = delaysMs[retries];
  return delayMs === undefined ? null : new Date(after.getTime() + delayMs);
}

/** Whether its upload tries it again without a person, if its batch is. */
export function isRetried({ state, goneAt, reason }: LedgerFile): boolean {
  if (state !== 'failed' || goneAt !== null || reason?.code !== 'not-sent') return false;
  return diskReasons.includes(reason.reason.code);
}
