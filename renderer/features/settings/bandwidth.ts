import type { Preferences } from '../../../preload/contract/views.ts';
import { words } from '../../i18n/words.ts';

const summaryWords = words.settings.limitSummary;
type Schedule = NonNullable<Preferences['schedule']>;

export const speedUnits = {
  kB: { label: 'kB/s', bytesPerSecond: 1000 },
  MB: { label: 'MB/s', bytesPerSecond: 1_000_000 },
  // Networks are sold in bits.
  Mbit: { label: 'Mbit/s', bytesPerSecond: 125_000 },
  Gbit: { label: 'Gbit/s', bytesPerSecond: 125_000_000 },
} as const;
export type SpeedUnit = keyof typeof speedUnits;

const minBytesPerSecond = 1000;

/** The unit to show a speed in at first. */
export function displayUnit(bytesPerSecond: number): SpeedUnit {
  return bytesPerSecond >= speedUnits.MB.bytesPerSecond ? 'MB' : 'kB';
}

/** Null if the speed isn't allowed. */
export function toBytesPerSecond(amount: number, unit: SpeedUnit): number | null {
  const bytesPerSecond = Math.round(amount * speedUnits[unit].bytesPerSecond);
  return Number.isSafeInteger(bytesPerSecond) && bytesPerSecond >= minBytesPerSecond ? bytesPerSecond : null;
}

function isClockTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** Also accepts "8:00" and "800"; null if the text isn't a time. */
export function parseClockTime(text: string): string | null {
  const [, hours = '', minutes = ''] = /^\s*(\d{1,2})(?:[:.]?(\d{2}))?\s*$/.exec(text) ?? [];
  const time = `${hours.padStart(2, '0')}:${minutes === '' ? '00' : minutes}`;
  return hours !== '' && isClockTime(time) ? time : null;
}

const everyDay = '0,1,2,3,4,5,6';
const weekdays = '1,2,3,4,5';
const weekend = '0,6';

/** The week starts on Monday. */
export const weekdayOrder = [1, 2, 3, 4, 5, 6, 0] as const;

function daysText(days: readonly number[]): string {
  switch (days.toSorted((a, b) => a - b).join(',')) {
    case everyDay:
      return summaryWords.everyDay;
    case weekdays:
      return summaryWords.weekdays;
    case weekend:
      return summaryWords.weekend;
  }
  const names = weekdayOrder.filter((day) => days.includes(day)).map((day) => words.settings.dayNames[day]);
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')}${summaryWords.and}${last}`;
}

const limitText = (bytesPerSecond: number | null) =>
  bytesPerSecond === null ? summaryWords.unlimited : summaryWords.atMost(bytesPerSecond);

/** The limits in one sentence. */
export function limitSummary({
  bytesPerSecond,
  schedule,
}: Pick<Preferences, 'bytesPerSecond' | 'schedule'>): string {
  if (schedule === null || schedule.days.length === 0) {
    return bytesPerSecond === null ? summaryWords.none : summaryWords.always(bytesPerSecond);
  }
  const { days, from, to } = schedule;
  const until = from < to ? to : summaryWords.nextDay(to);
  return summaryWords.hours(
    daysText(days),
    from,
    until,
    limitText(schedule.bytesPerSecond),
    limitText(bytesPerSecond),
  );
}

/** Where a schedule begins when it is switched on: office hours, at half the other limit if there is one. */
export function defaultSchedule(bytesPerSecond: number | null): Schedule {
  const half =
    bytesPerSecond === null ? 10_000_000 : Math.max(minBytesPerSecond, Math.round(bytesPerSecond / 2));
  return { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00', bytesPerSecond: half };
}
