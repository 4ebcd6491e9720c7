import { hasOwnLimits, minBytesPerSecond } from '../../../preload/contract/views/bandwidth-schedule.ts';
import type { Preferences, UploadView } from '../../../preload/contract/views/views.ts';

type Schedule = NonNullable<Preferences['schedule']>;

export const speedUnits = {
  kB: { label: 'kB/s', bytesPerSecond: 1000 },
  MB: { label: 'MB/s', bytesPerSecond: 1_000_000 },
  // Networks are sold in bits.
  Mbit: { label: 'Mbit/s', bytesPerSecond: 125_000 },
  Gbit: { label: 'Gbit/s', bytesPerSecond: 125_000_000 },
} as const;
export type SpeedUnit = keyof typeof speedUnits;

/** The unit to show a speed in at first. */
export function displayUnit(bytesPerSecond: number): SpeedUnit {
  return bytesPerSecond >= speedUnits.MB.bytesPerSecond ? 'MB' : 'kB';
}

/** Returns null if the speed isn't allowed. */
export function toBytesPerSecond(amount: number, unit: SpeedUnit): number | null {
  const bytesPerSecond = Math.round(amount * speedUnits[unit].bytesPerSecond);
  return Number.isSafeInteger(bytesPerSecond) && bytesPerSecond >= minBytesPerSecond ? bytesPerSecond : null;
}

/** How many uploads send nothing now because of the usual hours, and would at once without them. Pure. */
export function waitingForHours(
  uploads: readonly Pick<UploadView, 'state' | 'limits'>[],
  bytesPerSecond: number | null,
): number {
  if (bytesPerSecond !== 0) return 0;
  return uploads.filter(({ state, limits }) => state === 'uploading' && !hasOwnLimits(limits)).length;
}

/** What the switch of the schedule changes: hours that held before hold again, and none that nobody has confirmed. Pure. */
export function switchSchedule(
  { schedule, unusedSchedule }: Pick<Preferences, 'schedule' | 'unusedSchedule'>,
  on: boolean,
): Partial<Preferences> {
  if (on) return { schedule: schedule ?? unusedSchedule };
  return { schedule: null, unusedSchedule: schedule ?? unusedSchedule };
}

/**
 * What a person edits of a schedule, until it is used: `pending` are the hours as edited so far. Returns null where they
 * are those that hold. Pure.
 */
export function editSchedule(
  used: Schedule | null,
  pending: Schedule | null,
  change: (latest: Schedule) => Partial<Schedule>,
): Schedule | null {
  const latest = pending ?? used;
  if (latest === null) return null;
  const changed = { ...latest, ...change(latest) };
  const edited = { ...changed, days: changed.days.toSorted() };
  return used !== null && isSameSchedule(edited, used) ? null : edited;
}

function isSameSchedule(one: Schedule, other: Schedule): boolean {
  const key = ({ days, from, to, sends, bytesPerSecond }: Schedule): string =>
    JSON.stringify([days.toSorted(), from, to, sends, bytesPerSecond]);
  return key(one) === key(other);
}

/** Where a schedule begins when the first one is switched on: office hours, at half the other limit if there is one. */
export function defaultSchedule(bytesPerSecond: number | null): Schedule {
  const half =
    bytesPerSecond === null ? 10_000_000 : Math.max(minBytesPerSecond, Math.round(bytesPerSecond / 2));
  return { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00', sends: 'limited', bytesPerSecond: half };
}
