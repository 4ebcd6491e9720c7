import { describe, expect, it, test } from 'vitest';
import fc from '../../../test/fixtures/property.ts';
import { forecastSince, type TimeBound, type TimeRange } from '../views/time-forecast.ts';
import { formatDuration, formatDurationRange } from './format-duration.ts';
import { forecastLines, forecastTimeText, timeLeftText } from './time-forecast-text.ts';

const line = { kind: 'line' } as const;
const limit = { kind: 'bandwidth-limit', bytesPerSecond: 50e6, isScheduled: false } as const;
const hour = 3600;
const at = (nowIso: string, timeZone: string) => ({ nowMs: Date.parse(nowIso), timeZone });
/** Of December, in UTC. */
const closing = (day: number, hours: number, highDay: number, highHours: number) => ({
  likely: Date.UTC(2026, 11, day, hours),
  high: Date.UTC(2026, 11, highDay, highHours),
});
/** 15:00 */
const newYork = at('2026-12-01T20:00:00Z', 'America/New_York');

test.each([
  [0, '0 s'],
  [59.4, '59 s'],
  [60, '1 min'],
  [3599, '1 h'],
  [11_400, '3 h 10 min'],
  [172_800, '2 d'],
  [187_200, '2 d 4 h'],
  [-1, '0 s'],
  [Number.NaN, 'unknown'],
])('%d seconds are %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));

test.each([
  [{ low: 42_000, high: 49_000 }, '12 to 14 h'],
  [{ low: 11_300, high: 13_100 }, '3 h 10 min to 3 h 40 min'],
  // 366 GB at a limit of 50 MB/s take 2 h 2 min: no upload under it is faster.
  [{ low: 7_320, high: 9_000 }, '2 h 10 min to 2 h 30 min'],
  [{ low: 41, high: 44 }, '45 s'],
  [{ low: 41, high: 46 }, '45 to 50 s'],
  [{ low: 700, high: 1_190 }, '15 to 20 min'],
  [{ low: 3_500, high: 7_100 }, '1 to 2 h'],
  [{ low: 9 * 86_400, high: 12 * 86_400 }, '9 to 12 d'],
  [{ low: 300, high: 300 }, '5 min'],
  // A wait of 90 min or 61 h, and then 5 s.
  [{ low: 5_401, high: 5_405 }, '1 h 31 min'],
  [{ low: 219_601, high: 219_605 }, '2 d 14 h'],
  [{ low: 0, high: 0 }, 'up to 5 s'],
  [{ low: 18, high: 1_190 }, 'up to 20 min'],
  [{ low: 9, high: 400 * 86_400 }, 'more than a year'],
])('%j is a range: %s', (range, text) => expect(formatDurationRange(range)).toBe(text));

test('no range begins below its lower end, which limit and bytes may allow and nothing less', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9e6 }), fc.integer({ min: 0, max: 9e6 }), (low, more) => {
      const text = formatDurationRange({ low, high: low + more });
      const [from = '', to = from] = text.replace(/^up to .*/, '0 s').split(' to ');
      const unit = /[a-z]+$/.exec(to)?.[0] ?? '';
      const units: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3600, d: 86_400 };
      const parts = (/[a-z]/.test(from) ? from : `${from} ${unit}`).matchAll(/(\d+) ([a-z]+)/g);
      const seconds = [...parts].reduce((sum, [, n, name = '']) => sum + Number(n) * (units[name] ?? 0), 0);
      expect(text.startsWith('up to ') || seconds >= low, `${low} to ${low + more}: ${text}`).toBe(true);
    }),
  );
});

describe('a forecast names the hour of the end, and what decides it', () => {
  it.each<[Pick<TimeRange, 'low' | 'high' | 'closesAtMs'> & { readonly likely?: number }, TimeBound, string]>(
    [
      [
        { low: 12 * hour, high: 13.9 * hour },
        limit,
        '12 to 14 h, until about 05:00 EST tomorrow (limit 50 MB/s)',
      ],
      [{ low: 1200, high: 2900 }, line, '20 to 50 min, until about 15:50 EST'],
      [
        { low: 60, high: 60 },
        { kind: 'rate-limit', requestsPerSecond: 25 },
        '1 min, until about 15:01 EST (the platform allows 25 requests/s)',
      ],
      [
        { low: 20, high: 40 },
        { kind: 'source' },
        '20 to 40 s, until about 15:01 EST (limited by reading and hashing)',
      ],
      [
        { low: 40 * hour, high: 60 * hour },
        { kind: 'hours' },
        '1 d 16 h to 2 d 12 h, until about 03:00 EST on Fri, Dec 4 (hours without sending included)',
      ],
      [
        { low: 25 * hour, high: 27 * hour },
        { kind: 'hours', bytesPerSecond: 50e6 },
        '25 to 27 h, until about 18:00 EST tomorrow (hours without sending included; limit 50 MB/s)',
      ],
      [{ low: 120 * hour, high: 240 * hour }, line, '5 to 10 d, until about Fri, Dec 11'],
      [
        { low: 80 * hour, high: 101 * hour },
        { ...limit, isScheduled: true },
        '3 d 8 h to 4 d 5 h, until about 20:00 EST on Sat, Dec 5 (limit 50 MB/s at some hours)',
      ],
      [{ low: 1, high: Number.POSITIVE_INFINITY }, line, 'more than a year'],
      // 15:00 to 20:00 nothing is sent, and then 5 s of work, or some minutes.
      [
        { low: 5 * hour + 1, high: 5 * hour + 5 },
        { kind: 'hours' },
        '5 h 1 min, until about 20:01 EST (hours without sending included)',
      ],
      [
        { low: 5 * hour + 600, high: 5 * hour + 720 },
        { kind: 'hours' },
        '5 h 10 min to 5 h 15 min, until about 20:15 EST (hours without sending included)',
      ],
      // Another night, if the line is slow.
      [
        { low: 35 * hour, likely: 36 * hour, high: 59 * hour, closesAtMs: closing(3, 9, 4, 9) },
        { kind: 'hours' },
        '1 d 11 h to 2 d 11 h, likely by 03:00 EST on Thu, Dec 3, or as late as 02:00 EST on Fri, Dec 4 (hours without sending included)',
      ],
      // In the last minutes of the hours, and over the turn of the year.
      [
        { low: 13 * hour, high: 14.8 * hour, closesAtMs: closing(2, 11, 2, 11) },
        line,
        '13 to 15 h, until about 05:50 EST tomorrow',
      ],
      [
        { low: 13 * hour, high: 15 * hour - 20, closesAtMs: closing(2, 11, 2, 11) },
        line,
        '13 to 15 h, until about 05:59 EST tomorrow',
      ],
      [{ low: 600 * hour, high: 800 * hour }, line, '25 d to 33 d 12 h, until about Sun, Jan 3, 2027'],
    ],
  )('%j: %j', (range, bound, text) => {
    const likely = Math.sqrt(range.low * range.high);
    expect(forecastTimeText({ likely, ...range, bound }, newYork)).toBe(text);
  });

  it.each([
    [newYork, 'EST'],
    [at('2026-07-01T10:00:00Z', 'Europe/London'), 'BST'],
    [at('2026-07-01T10:00:00Z', 'UTC'), 'UTC'],
  ])('%j in the zone of the person: %s', (clock, zone) => {
    expect(timeLeftText({ low: 60, likely: 180, high: 300, bound: line }, clock)).toMatch(
      new RegExp(`^1 to 5 min left, until about \\d+:05 ${zone}$`),
    );
  });

  it('the hour is never before the later end, and at most half an hour after it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 80_000 }), fc.integer({ min: 0, max: 5_000 }), (low, more) => {
        const clock = at('2026-11-14T17:12:00Z', 'UTC');
        const [, hours, minutes] =
          /about (\d+):(\d\d)/.exec(
            forecastTimeText({ low, likely: low, high: low + more, bound: line }, clock),
          ) ?? [];
        const end = (clock.nowMs / 60_000 + (low + more) / 60) % 1440;
        const after = (Number(hours) * 60 + Number(minutes) - end + 1440) % 1440;
        expect(after).toBeLessThanOrEqual(30);
      }),
    );
  });

  it('never shows NaN or Invalid, whatever the numbers', () => {
    fc.assert(
      fc.property(fc.double(), fc.double(), (low, high) => {
        expect(forecastTimeText({ low, likely: (low + high) / 2, high, bound: limit }, newYork)).not.toMatch(
          /NaN|Invalid|undefined/,
        );
      }),
    );
  });
});

test('a range over an unknown line names the lines of its ends, as their table does', () => {
  const ends = { low: 25 * hour, likely: 120 * hour, high: 1_000 * hour, bound: { kind: 'hours' } } as const;
  const lines = { fast: 125e6, slow: 1_250_000 };
  const slowest = { ...ends, low: 960 * hour, lineBytesPerSecond: lines.slow };
  const end = 'until about Tue, Jan 12, 2027';
  const condition = 'hours without sending included';
  expect(timeLeftText({ ...ends, lines }, newYork)).toBe(
    `1 d 1 h to 41 d 18 h left, ${end} (at 1,000 to 10 Mbit/s; ${condition})`,
  );
  expect(forecastLines({ measurements: 0, times: [slowest] }, newYork)).toEqual([
    `At 10 Mbit/s: 40 d to 41 d 18 h, ${end} (${condition})`,
  ]);
});

test('a forecast of earlier is shorter by what has passed since', () => {
  const times = [{ low: 100, likely: 300, high: 500, bound: line, lineBytesPerSecond: null }];
  expect(forecastSince({ measurements: 1, times }, newYork.nowMs - 200_000, newYork.nowMs).times).toEqual([
    { low: 0, likely: 100, high: 300, bound: line, lineBytesPerSecond: null },
  ]);
});

test('lines that take the same time are one line', () => {
  const range = {
    low: 70,
    likely: 80,
    high: 90,
    bound: { kind: 'rate-limit', requestsPerSecond: 25 },
  } as const;
  const times = [1_250_000, 125e6].map((lineBytesPerSecond) => ({ ...range, lineBytesPerSecond }));
  expect(forecastLines({ measurements: 0, times }, newYork)).toEqual([forecastTimeText(range, newYork)]);
});

test('an unknown line is shown as a table of lines, and a known one with its speed', () => {
  const range = { low: 12 * hour, likely: 13 * hour, high: 13.9 * hour, bound: line };
  const end = '12 to 14 h, until about 05:00 EST tomorrow';
  const times = (lineBytesPerSecond: number | null, bound: TimeBound = line) => [
    { ...range, bound, lineBytesPerSecond },
  ];
  expect(
    forecastLines({ measurements: 0, times: [...times(1_250_000), ...times(125e6, limit)] }, newYork),
  ).toEqual([`At 10 Mbit/s: ${end}`, `At 1,000 Mbit/s: ${end} (limit 50 MB/s)`]);
  expect(forecastLines({ measurements: 3, times: times(80e6) }, newYork)).toEqual([
    `${end} (80 MB/s in earlier uploads)`,
  ]);
  expect(forecastLines({ measurements: 3, times: times(80e6, limit) }, newYork)).toEqual([
    `${end} (limit 50 MB/s)`,
  ]);
  expect(forecastLines({ measurements: 0, times: times(null, limit) }, newYork)).toEqual([
    `${end} (limit 50 MB/s)`,
  ]);
});
