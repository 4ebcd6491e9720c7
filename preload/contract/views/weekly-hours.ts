/** Hours of certain days of the week, in local time: one meaning for schedules and for the bandwidth limit. */
import { weekdaysText } from './weekdays.ts';

export const timeOfDayPattern = /^([01]\d|2[0-3]):[0-5]\d$/;

export interface WeeklyHours {
  /** 0 is Sunday. */
  readonly days: readonly number[];
  /** "08:00" */
  readonly from: string;
  /** Before `from`, or the same: on the next day. */
  readonly to: string;
}

/** Hours may pass midnight: the early ones belong to the day on which they began. */
export function isWithinHours({ days, from, to }: WeeklyHours, at: Date): boolean {
  const clock = `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`;
  const today = days.includes(at.getDay());
  const yesterday = days.includes((at.getDay() + 6) % 7);
  if (from < to) return today && clock >= from && clock < to;
  return clock >= from ? today : yesterday && clock < to;
}

/** Whether any of the hours have begun and not ended; always, without any hours. */
export function isOpen(schedule: readonly WeeklyHours[] | null, at: Date): boolean {
  return schedule === null || schedule.some((hours) => isWithinHours(hours, at));
}

/** The next time at which any of the hours may begin or end, also because the clocks change. */
export function nextChange(hours: readonly WeeklyHours[], at: Date): Date {
  const waits = hours.flatMap(({ from, to }) => [minutesUntil(from, at), minutesUntil(to, at)]);
  const minute = at.getTime() - (at.getTime() % minuteMs);
  const next = new Date(minute + Math.min(...waits) * minuteMs);
  const offset = at.getTimezoneOffset();
  if (next.getTimezoneOffset() === offset) return next;
  // Clocks change at a full quarter of an hour, in UTC.
  let change = at.getTime() - (at.getTime() % quarterMs) + quarterMs;
  while (new Date(change).getTimezoneOffset() === offset) change += quarterMs;
  return new Date(change);
}

/** When the hours begin; null if something may be sent now. */
export function closedUntil(schedule: readonly WeeklyHours[] | null, now: Date): Date | null {
  if (isOpen(schedule, now)) return null;
  return firstTime(schedule ?? [], now, (at) => isOpen(schedule, at));
}

/** The first change of the hours from which something is true. What comes later than a week isn't searched. */
export function firstTime(hours: readonly WeeklyHours[], from: Date, isTrue: (at: Date) => boolean): Date {
  let at = from;
  while (!isTrue(at) && at.getTime() - from.getTime() < searchedMs) at = nextChange(hours, at);
  return at;
}

/** By the clock as it runs at that time. */
function minutesUntil(clock: string, at: Date): number {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  const wait = hour * 60 + minute - at.getHours() * 60 - at.getMinutes();
  return wait > 0 ? wait : wait + 24 * 60;
}

const minuteMs = 60_000;
const quarterMs = 15 * minuteMs;
const searchedMs = 8 * 86_400_000;

/** "Monday to Friday, 20:00 to 06:00 the next day" */
export function weeklyHoursText({ days, from, to }: WeeklyHours): string {
  const named = weekdaysText(days);
  if (from === '00:00' && to === '00:00') return `${named}, all day`;
  return `${named}, ${from} to ${to}${from < to ? '' : ' the next day'}`;
}
