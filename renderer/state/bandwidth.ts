import { isScheduled } from '../../preload/contract/bandwidth-schedule.ts';
import type { Preferences } from '../../preload/contract/views.ts';

export interface CurrentLimit {
  /** Null for no limit. */
  readonly bytesPerSecond: number | null;
  /** The clock time at which the schedule ends, while it applies. */
  readonly until: string | null;
}

/** The limit at a local time. */
export function limitAt(
  { bytesPerSecond, schedule }: Pick<Preferences, 'bytesPerSecond' | 'schedule'>,
  at: Date,
): CurrentLimit {
  return isScheduled(schedule, at)
    ? { bytesPerSecond: schedule.bytesPerSecond, until: schedule.to }
    : { bytesPerSecond, until: null };
}
