import { clockTime, formatDate } from '../../preload/contract/texts/format-date.ts';
import {
  type BandwidthPlan,
  bandwidthAt,
  bandwidthPlan,
  type OwnLimits,
} from '../../preload/contract/views/bandwidth-schedule.ts';
import { firstTime, isWithinHours } from '../../preload/contract/views/weekly-hours.ts';
import { useApp } from './selectors.ts';
import { useNow } from './use-now.ts';

export interface BandwidthLimit {
  /** It is null for no limit; 0 while nothing is sent. */
  readonly bytesPerSecond: number | null;
  /** When it changes, while the schedule changes it: the clock time, with the day where it isn't within 24 hours. */
  readonly until: string | null;
}

/** The limit right now, of an upload with limits of its own or of the others. */
export function useBandwidthLimit(own: OwnLimits = {}): BandwidthLimit {
  const { preferences } = useApp();
  return bandwidthLimitAt(bandwidthPlan(own, preferences), new Date(useNow(20_000)));
}

export function bandwidthLimitAt(plan: BandwidthPlan, at: Date): BandwidthLimit {
  const { schedule } = plan;
  const limit = bandwidthAt(plan, at);
  const bytesPerSecond = limit === Number.POSITIVE_INFINITY ? null : limit;
  if (schedule === null || schedule.days.length === 0) return { bytesPerSecond, until: null };
  if (isWithinHours(schedule, at) === (schedule.sends === 'only')) return { bytesPerSecond, until: null };
  const changesAt = firstTime([schedule], at, (time) => bandwidthAt(plan, time) !== limit);
  const isSoon = changesAt.getTime() - at.getTime() < dayMs;
  const day = isSoon ? '' : ` on ${formatDate(changesAt, { weekday: 'long' })}`;
  return { bytesPerSecond, until: `${clockTime(changesAt)}${day}` };
}
const dayMs = 86_400_000;
