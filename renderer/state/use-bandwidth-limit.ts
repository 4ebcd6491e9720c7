import {
  type BandwidthPlan,
  bandwidthAt,
  bandwidthPlan,
  type OwnLimits,
} from '../../preload/contract/views/bandwidth-schedule.ts';
import { isWithinHours } from '../../preload/contract/views/weekly-hours.ts';
import { useApp } from './selectors.ts';
import { useNow } from './use-now.ts';

export interface BandwidthLimit {
  /** It is null for no limit; 0 while nothing is sent. */
  readonly bytesPerSecond: number | null;
  /** The clock time at which it changes, while the schedule changes it. */
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
  const isWithin = isWithinHours(schedule, at);
  if (schedule.sends === 'only') return { bytesPerSecond, until: isWithin ? null : schedule.from };
  return { bytesPerSecond, until: isWithin ? schedule.to : null };
}
