import type { Preferences } from './views.ts';

/** The limit at a local time, in bytes per second; Infinity for none. A schedule may pass midnight. */
export function bandwidthAt(
  { bytesPerSecond, schedule }: Pick<Preferences, 'bytesPerSecond' | 'schedule'>,
  at: Date,
): number {
  const limit = schedule !== null && isIn(schedule, at) ? schedule.bytesPerSecond : bytesPerSecond;
  return limit ?? Number.POSITIVE_INFINITY;
}

function isIn(schedule: NonNullable<Preferences['schedule']>, at: Date): boolean {
  const minute = at.getHours() * 60 + at.getMinutes();
  const from = minutesOf(schedule.from);
  const to = minutesOf(schedule.to);
  const yesterday = (at.getDay() + 6) % 7;
  if (from <= to) return schedule.days.includes(at.getDay()) && minute >= from && minute < to;
  // Over midnight: the early hours belong to the day on which it began.
  return minute >= from
    ? schedule.days.includes(at.getDay())
    : minute < to && schedule.days.includes(yesterday);
}

function minutesOf(clock: string): number {
  const [hours = '0', minutes = '0'] = clock.split(':');
  return Number(hours) * 60 + Number(minutes);
}
