import { afterEach, expect, test } from 'vitest';
import { isOpen, nextChange } from './weekly-hours.ts';

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
