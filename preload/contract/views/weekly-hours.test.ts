import { afterEach, describe, expect, it, test } from 'vitest';
import { closedUntil, isOpen, nextChange } from './weekly-hours.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

const days = [0, 1, 2, 3, 4, 5, 6];
const minuteMs = 60_000;

test.each([
  ['Europe/Berlin', ['2026-03-28T20:00Z', '2026-10-24T20:00Z']],
  ['America/New_York', ['2026-03-08T00:00Z', '2026-10-31T22:00Z']],
  ['Australia/Lord_Howe', ['2026-04-04T10:00Z', '2026-10-03T10:00Z']],
] as const)(
  'in %s, hours begin and end only at a next change, also where the clocks change',
  (name, nights) => {
    process.env['TZ'] = name;
    const missed: string[] = [];
    for (const night of nights)
      for (const hours of [
        '02:30-02:45',
        '01:30-01:45',
        '02:00-03:00',
        '22:00-02:30',
        '02:30-22:00',
        '23:00-23:00',
      ]) {
        const [from = '', to = ''] = hours.split('-');
        const schedule = [{ days, from, to }];
        const start = Date.parse(night);
        let at = new Date(start);
        let next = nextChange(schedule, at);
        for (let minute = 1; minute < 36 * 60; minute += 1) {
          const now = new Date(start + minute * minuteMs);
          if (now < next) {
            if (isOpen(schedule, now) !== isOpen(schedule, at)) missed.push(`${hours} at ${now}`);
          } else {
            at = now;
            next = nextChange(schedule, at);
            if (next <= at) missed.push(`${hours}: nothing after ${at}`);
          }
        }
      }
    expect(missed).toEqual([]);
  },
);

describe('files are sent', () => {
  const nights = [{ days: [1, 2, 3, 4, 5], from: '20:00', to: '06:00' }];
  // 2026-11-23 is a Monday.
  const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute);

  it.each<[string, Date, Date | null]>([
    ['at once in the evening', at(23, 20), null],
    ['at once after midnight', at(24, 5, 59), null],
    ['in the evening, from the day', at(23, 6), at(23, 20)],
    ['on the night that began on Friday', at(28, 3), null],
    ['on Monday, from the weekend', at(28, 12), at(30, 20)],
    ['at the minute, from a second of the one before', new Date(2026, 10, 23, 19, 59, 30), at(23, 20)],
  ])('%s', (_when, now, expected) => {
    expect(closedUntil(nights, now)).toEqual(expected);
  });

  it('at any time without a schedule', () => {
    expect(closedUntil(null, at(23, 12))).toBeNull();
  });

  it('around the clock if the hours are the same', () => {
    const weekend = [{ days: [0, 6], from: '08:00', to: '08:00' }];
    expect([at(28, 12), at(30, 7), at(28, 7), at(27, 12)].map((when) => isOpen(weekend, when))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('in any of several hours, without a gap where one ends and the next begins', () => {
    const outsideOffice = [
      { days: [0, 1, 2, 3, 4, 5, 6], from: '18:00', to: '08:00' },
      { days: [0, 6], from: '00:00', to: '00:00' },
    ];
    const inOffice = (when: Date) => when.getDay() % 6 !== 0 && when.getHours() >= 8 && when.getHours() < 18;
    for (let hour = 0; hour < 7 * 24; hour += 1) {
      const when = at(23, hour, 59);
      expect([when, isOpen(outsideOffice, when)]).toEqual([when, !inOffice(when)]);
    }
    expect(closedUntil(outsideOffice, at(27, 12))).toEqual(at(27, 18));
    expect(closedUntil(outsideOffice, at(28, 12))).toBeNull();
  });
});
