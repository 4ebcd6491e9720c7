/** The bandwidth limit by the clock: one rule for the engine, which applies it, and the window, which shows it. */
import type { Preferences } from './views.ts';

type Schedule = NonNullable<Preferences['schedule']>;

/** The limit at a local time, in bytes per second; Infinity for none. */
export function bandwidthAt(
  { bytesPerSecond, schedule }: Pick<Preferences, 'bytesPerSecond' | 'schedule'>,
  at: Date,
): number {
  const limit = isScheduled(schedule, at) ? schedule.bytesPerSecond : bytesPerSecond;
  return limit ?? Number.POSITIVE_INFINITY;
}

/** A schedule may pass midnight: its early hours belong to the day on which it began. */
export function isScheduled(schedule: Schedule | null, at: Date): schedule is Schedule {
  if (schedule === null) return false;
  const { days, from, to } = schedule;
  const clock = `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`;
  const today = days.includes(at.getDay());
  const yesterday = days.includes((at.getDay() + 6) % 7);
  if (from <= to) return today && clock >= from && clock < to;
  return clock >= from ? today : yesterday && clock < to;
}
