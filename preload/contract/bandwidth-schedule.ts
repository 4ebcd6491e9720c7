/** The bandwidth limit by the clock: one rule for the engine, which applies it, and the window, which shows it. */
import type { Preferences } from './views.ts';
import { isWithinHours } from './weekly-hours.ts';

/** The limit at a local time, in bytes per second; Infinity for none. */
export function bandwidthAt(
  { bytesPerSecond, schedule }: Pick<Preferences, 'bytesPerSecond' | 'schedule'>,
  at: Date,
): number {
  const limit = schedule !== null && isWithinHours(schedule, at) ? schedule.bytesPerSecond : bytesPerSecond;
  return limit ?? Number.POSITIVE_INFINITY;
}
