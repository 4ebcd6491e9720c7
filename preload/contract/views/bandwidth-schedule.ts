/** The bandwidth limit by the clock: one rule for the engine, which applies it, and the window, which shows it. */
import { z } from 'zod';
import { timeOfDay } from '../watch/watched-folder.ts';
import { firstTime, isOpen, isWithinHours, type WeeklyHours, weeklyHoursText } from './weekly-hours.ts';

/** A lower limit is a mistake. */
export const minBytesPerSecond = 1000;

export const bandwidthSchedule = z.object({
  /** In these hours: another limit, nothing at all, or as always, but nothing outside them. */
  sends: z.enum(['limited', 'nothing', 'only']).default('limited'),
  days: z.array(z.int().min(0).max(6)).max(7),
  from: timeOfDay,
  to: timeOfDay,
  /** The limit of `limited`, or null for no limit. */
  bytesPerSecond: z.int().min(minBytesPerSecond).nullable(),
});
type BandwidthHours = WeeklyHours & Pick<z.infer<typeof bandwidthSchedule>, 'sends' | 'bytesPerSecond'>;

/** The limit by the clock, as a person set it. */
export interface BandwidthPlan {
  /** It is null for no limit. */
  readonly bytesPerSecond: number | null;
  readonly schedule: BandwidthHours | null;
}
export const storedBandwidthPlan = z.object({
  bytesPerSecond: z.number().nullable(),
  schedule: bandwidthSchedule.extend({ days: bandwidthSchedule.shape.days.readonly() }).nullable(),
});

/** Hours of one upload: those in which alone it is sent, or with `sends` those in which it isn't. */
export type SendingHours = WeeklyHours & { readonly sends?: 'nothing' };

/** "only Monday to Friday, 20:00 to 06:00 the next day", "not Monday to Friday, 06:00 to 20:00" */
export function sendingHoursText(hours: WeeklyHours & { readonly sends?: 'nothing' | 'only' }): string {
  return `${hours.sends === 'nothing' ? 'not' : 'only'} ${weeklyHoursText(hours).replace(/^Every/, 'every')}`;
}

export const noBandwidthPlan: BandwidthPlan = { bytesPerSecond: null, schedule: null };

/** Limits of one upload. Infinity or null is no limit, and null any hour. */
export interface OwnLimits {
  readonly bytesPerSecond?: number | null;
  readonly hours?: SendingHours | null;
}

/** Whether an upload has a limit or hours of its own: no limit and any hour count too. */
export const hasOwnLimits = ({ bytesPerSecond, hours }: OwnLimits): boolean =>
  bytesPerSecond !== undefined || hours !== undefined;

/**
 * The plan of one upload. Its own hours replace the usual schedule, and so does its own limit, which holds at all hours.
 */
export function bandwidthPlan(own: OwnLimits, usual: BandwidthPlan = noBandwidthPlan): BandwidthPlan {
  if (!hasOwnLimits(own)) return usual;
  const { bytesPerSecond, hours } = own;
  const limit = bytesPerSecond === undefined ? usual.bytesPerSecond : bytesPerSecond;
  return {
    bytesPerSecond: limit === Number.POSITIVE_INFINITY ? null : limit,
    schedule: hours == null ? null : { sends: 'only', ...hours, bytesPerSecond: null },
  };
}

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

/** When something may be sent: now, or at the end of hours in which nothing is. Those of a rule hold beside the plan. */
export function nextOpenTime(
  plan: BandwidthPlan,
  from: Date,
  ofRule: readonly WeeklyHours[] | null = null,
): Date {
  const hours = [...(ofRule ?? []), ...(plan.schedule === null ? [] : [plan.schedule])];
  return firstTime(hours, from, (at) => isOpen(ofRule, at) && bandwidthAt(plan, at) > 0);
}
