/** The bandwidth limit by the clock: one rule for the engine, which applies it, and the window, which shows it. */
import type { Preferences } from './views.ts';
import { isWithinHours, nextChange, type WeeklyHours } from './weekly-hours.ts';

/** The limit by the clock, as a person set it. */
export interface BandwidthPlan {
  /** Null for no limit. */
  readonly bytesPerSecond: number | null;
  readonly schedule: BandwidthHours | null;
}
type BandwidthHours = WeeklyHours & Pick<NonNullable<Preferences['schedule']>, 'sends' | 'bytesPerSecond'>;

/** The limit at a local time, in bytes per second: Infinity for none, 0 while nothing is sent. */
export function bandwidthAt({ bytesPerSecond, schedule }: BandwidthPlan, at: Date): number {
  const usual = bytesPerSecond ?? Number.POSITIVE_INFINITY;
  // Without days, a schedule isn't complete yet.
  if (schedule === null || schedule.days.length === 0) return usual;
  const isWithin = isWithinHours(schedule, at);
  switch (schedule.sends) {
    case 'nothing':
      return isWithin ? 0 : usual;
    case 'only':
      return isWithin ? usual : 0;
    case 'limited':
      return isWithin ? (schedule.bytesPerSecond ?? Number.POSITIVE_INFINITY) : usual;
  }
}

const searchedMs = 8 * 86_400_000;

/** When something may be sent: now, or at the end of hours in which nothing is. What comes later than a week isn't searched. */
export function nextOpenTime(plan: BandwidthPlan, from: Date): Date {
  let at = from;
  while (plan.schedule !== null && bandwidthAt(plan, at) === 0 && at.getTime() - from.getTime() < searchedMs)
    at = nextChange([plan.schedule], at);
  return at;
}
