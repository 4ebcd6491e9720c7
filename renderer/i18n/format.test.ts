import { describe, expect, it } from 'vitest';
import fc from '../../test/fixtures/property.ts';
import {
  bytesOf,
  duration,
  durationRange,
  etaRange,
  fileTime,
  formatGb,
  month,
  monthName,
  percent,
  splitName,
  splitPath,
  time,
  timeText,
} from './format.ts';

describe('billable gigabytes', () => {
  it.each([
    { gb: 0, text: '0 GB' },
    { gb: 0.000_003, text: 'under 0.01 GB' },
    { gb: 0.42, text: '0.42 GB' },
    { gb: 9.999, text: '10 GB' },
    { gb: 12.54, text: '12.5 GB' },
    { gb: 4120.4, text: '4,120 GB' },
    { gb: 1_234_567, text: '1,234,567 GB' },
  ])('$gb are “$text”', ({ gb, text }) => expect(formatGb(gb)).toBe(text));
});

it('a month is named the same in every zone', () => {
  expect(monthName({ year: 2026, month: 1 })).toBe('Jan 2026');
});

it.each([
  [null, ''],
  ['', ''],
  ['2026-11-14T20:20:00Z', time('2026-11-14T20:20:00Z')],
  ['last Tuesday', 'last Tuesday'],
])('the platform’s time %j is shown as “%s”', (given, text) => {
  expect(timeText(given)).toBe(text);
});

describe('a name that is shortened in the middle', () => {
  it.each([
    ['keeps a short name whole', 'note 1.txt', '', 'note 1.txt'],
    [
      'keeps the extension',
      'Minutes of the board, third quarter.docx',
      'Minutes of the board, third q',
      'uarter.docx',
    ],
    [
      'has an end without an extension too',
      'a name without any extension',
      'a name without any ext',
      'ension',
    ],
    [
      'takes no sentence for an extension',
      'v1. the rest of a long file name',
      'v1. the rest of a long fil',
      'e name',
    ],
    [
      'never splits a character',
      'files of the family x👨‍👩‍👧é12345.pst',
      'files of the family x👨‍👩‍👧',
      'é12345.pst',
    ],
  ])('%s', (_, name, start, end) => {
    expect(splitName(name)).toEqual({ start, end });
  });

  it('is the whole name again when it is copied', () => {
    const name = `${'x'.repeat(5000)}.e01`;
    const { start, end } = splitName(name);
    expect(start + end).toBe(name);
  });
});

describe('a part of a total size', () => {
  it.each([
    [1_861_000_000_000, 2_910_000_000_000, '1.9 of 2.9 TB'],
    [0, 2_910_000_000_000, '0.0 of 2.9 TB'],
    [12, 400, '12 of 400 B'],
    [140_511, 140_519, 'all but 8 B of 140.5 kB'],
    [140_519, 140_519, '140.5 of 140.5 kB'],
  ])('%d of %d is “%s”', (part, total, text) => expect(bytesOf(part, total)).toBe(text));
});

describe('a percentage', () => {
  it.each([
    [0, 0, '0.0%'],
    [0, 10, '0.0%'],
    [641, 1000, '64.1%'],
    [999_999, 1_000_000, '99.9%'],
    [10, 10, '100%'],
  ])('%d of %d is %s', (part, total, text) => expect(percent(part, total)).toBe(text));

  it('is 100% only for the whole', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5e12 }), fc.integer({ min: 1, max: 5e12 }), (a, b) => {
        const [part, total] = [Math.min(a, b), Math.max(a, b)];
        expect(percent(part, total) === '100%').toBe(part === total);
      }),
    );
  });
});

describe('durations', () => {
  it.each([
    [0, '0 s'],
    [59.4, '59 s'],
    [60, '1 min'],
    [3599, '1 h'],
    [11_400, '3 h 10 min'],
    [172_800, '2 d'],
    [187_200, '2 d 4 h'],
  ])('%d seconds are %s', (seconds, text) => expect(duration(seconds)).toBe(text));

  it.each([
    [{ low: 11_300, high: 13_100 }, '3 h – 3 h 40 min'],
    [{ low: 41, high: 44 }, '40–45 s'],
    [{ low: 700, high: 1_190 }, '10–20 min'],
    [{ low: 3_500, high: 7_100 }, '55 min – 2 h'],
    [{ low: 108_000, high: 187_200 }, '30 h – 2 d 4 h'],
    [{ low: 300, high: 300 }, '5 min'],
    [{ low: 0, high: 0 }, 'up to 5 s'],
    [{ low: 18, high: 1_190 }, 'up to 20 min'],
  ])('%j is a range: %s', (range, text) => expect(durationRange(range)).toBe(text));
});

describe('times name their zone', () => {
  const zone = 'America/New_York';

  it('in winter and in summer', () => {
    expect(time('2026-11-14T20:20:00Z', zone)).toBe('Nov 14, 2026, 15:20 EST');
    expect(time('2026-07-14T20:20:00Z', zone)).toBe('Jul 14, 2026, 16:20 EDT');
  });

  it('and a file may be from any time', () => {
    expect(fileTime('2026-11-14T20:20:00.123456789Z', zone)).toBe('Nov 14, 2026, 15:20 EST');
    expect(fileTime('1601-01-01T00:00:00.000000000Z', 'UTC')).toBe('Jan 1, 1601, 00:00 UTC');
    expect(fileTime('@9000000000000.000000000', zone)).toBe('9000000000000.000000000 s since 1970');
  });

  it('and months follow the zone', () => {
    expect(month('2026-12-01T03:00:00Z', zone)).toBe('November 2026');
    expect(month('2026-12-01T03:00:00Z', 'UTC')).toBe('December 2026');
  });

  const nowMs = Date.parse('2026-11-14T17:12:00Z');
  it.each([
    [{ low: 11_300, high: 13_000 }, 'between 15:20 and 15:50 EST'],
    [{ low: 20, high: 50 }, 'within a minute'],
    [{ low: 300, high: 300 }, 'at 12:17 EST'],
    [{ low: 36_000, high: 50_000 }, 'between 22:10 and Sun, Nov 15, 02:10 EST'],
    [{ low: 50_000, high: 60_000 }, 'between Sun, Nov 15, 02:00 and 05:00 EST'],
    [{ low: 432_000, high: 864_000 }, 'between Thu, Nov 19 and Tue, Nov 24'],
    [{ low: 259_200, high: 259_300 }, 'on Tue, Nov 17'],
  ])('%j seconds after 12:12 EST is “%s”', (range, text) => {
    expect(etaRange(range, { nowMs, timeZone: zone })).toBe(text);
  });

  it('an estimate covers the whole range', () => {
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 80_000 }), fc.integer({ min: 0, max: 5_000 }), (low, more) => {
        const text = etaRange({ low, high: low + more }, { nowMs, timeZone: 'UTC' });
        const clocks = [...text.matchAll(/(\d\d):(\d\d)/g)].map(([, h, m]) => Number(h) * 60 + Number(m));
        const minuteOf = (seconds: number) => ((nowMs / 60_000 + seconds / 60) % 1440) | 0;
        const [from = 0, to = from] = clocks;
        const behind = (a: number, b: number) => (b - a + 1440) % 1440;
        expect(behind(from, minuteOf(low))).toBeLessThanOrEqual(10);
        expect(behind(minuteOf(low + more), to)).toBeLessThanOrEqual(11);
      }),
    );
  });
});

it('a path is split after its last separator, slash or backslash', () => {
  expect(splitPath('\\\\nas2\\EV\\a.pst')).toEqual({ folder: '\\\\nas2\\EV\\', name: 'a.pst' });
  expect(splitPath('/ev/a.pst')).toEqual({ folder: '/ev/', name: 'a.pst' });
  expect(splitPath('a.pst')).toEqual({ folder: '', name: 'a.pst' });
});
