import type { Preferences } from '../../preload/contract/views.ts';

export interface LimitNow {
  /** Null for none. */
  readonly bytesPerSecond: number | null;
  /** The clock time at which the schedule ends, while it holds. */
  readonly until: string | null;
}

/** The limit at a local time. A schedule may pass midnight: its early hours belong to the day on which it began. */
export function limitAt(
  { bytesPerSecond, schedule }: Pick<Preferences, 'bytesPerSecond' | 'schedule'>,
  at: Date,
): LimitNow {
  if (schedule === null || !holds(schedule, at)) return { bytesPerSecond, until: null };
  return { bytesPerSecond: schedule.bytesPerSecond, until: schedule.to };
}

function holds({ days, from, to }: NonNullable<Preferences['schedule']>, at: Date): boolean {
  const clock = `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`;
  const today = days.includes(at.getDay());
  if (from <= to) return today && clock >= from && clock < to;
  return clock >= from ? today : clock < to && days.includes((at.getDay() + 6) % 7);
}
