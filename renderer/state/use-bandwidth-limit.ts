import type { Preferences } from '../../preload/contract/views.ts';
import { isWithinHours } from '../../preload/contract/weekly-hours.ts';
import { useApp } from './selectors.ts';
import { useNow } from './use-now.ts';

export interface BandwidthLimit {
  /** Null for no limit. */
  readonly bytesPerSecond: number | null;
  /** The clock time at which the schedule ends, while it applies. */
  readonly until: string | null;
}

/** The limit right now. */
export function useBandwidthLimit(): BandwidthLimit {
  const { preferences } = useApp();
  return bandwidthLimitAt(preferences, new Date(useNow(20_000)));
}

export function bandwidthLimitAt(
  { bytesPerSecond, schedule }: Pick<Preferences, 'bytesPerSecond' | 'schedule'>,
  at: Date,
): BandwidthLimit {
  return schedule !== null && isWithinHours(schedule, at)
    ? { bytesPerSecond: schedule.bytesPerSecond, until: schedule.to }
    : { bytesPerSecond, until: null };
}
