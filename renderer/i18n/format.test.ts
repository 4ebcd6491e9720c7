import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bytes,
  bytesOf,
  duration,
  durationRange,
  etaRange,
  exactBytes,
  month,
  percent,
  rate,
  splitPath,
  time,
} from './format.ts';

describe('sizes are decimal, in three figures', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1.00 kB'],
    [1_104_882, '1.10 MB'],
    [9_995_000, '10.0 MB'],
    [99_950_000, '100 MB'],
    [999_499, '999 kB'],
    [999_500, '1.00 MB'],
    [512_000_000_000, '512 GB'],
    [2_910_482_113_000, '2.91 TB'],
    [5_000_000_000_000_000, '5.00 PB'],
  ])('%d is %s', (value, words) => expect(bytes(value)).toBe(words));

  it('are exact to the byte on hover', () => {
    expect(exactBytes(2_910_482_113_000)).toBe('2,910,482,113,000 bytes');
    expect(exactBytes(1)).toBe('1 byte');
  });

  it('name the unit once where a part is told of a whole', () => {
    expect(bytesOf(1_861_000_000_000, 2_910_000_000_000)).toBe('1.86 of 2.91 TB');
    expect(bytesOf(0, 2_910_000_000_000)).toBe('0 of 2.91 TB');
    expect(bytesOf(12, 400)).toBe('12 of 400 bytes');
    expect(bytesOf(140_511, 140_519)).toBe('all but 8 bytes of 141 kB');
    expect(bytesOf(140_519, 140_519)).toBe('141 of 141 kB');
  });

  it('never show four figures before a unit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: Number.MAX_SAFE_INTEGER }), (value) => {
        expect(bytes(value)).toMatch(/^\d(\.\d\d|\d\.\d|\d\d) (kB|MB|GB|TB|PB)$/);
      }),
    );
  });

  it.each([
    [0, '0 kB/s'],
    [940, '0.94 kB/s'],
    [94_200_000, '94.2 MB/s'],
    [1_250_000_000, '1.25 GB/s'],
  ])('a rate of %d is %s', (value, words) => expect(rate(value)).toBe(words));
});

describe('a percentage', () => {
  it.each([
    [0, 0, '0.0 %'],
    [0, 10, '0.0 %'],
    [641, 1000, '64.1 %'],
    [999_999, 1_000_000, '99.9 %'],
    [10, 10, '100 %'],
  ])('%d of %d is %s', (part, total, words) => expect(percent(part, total)).toBe(words));

  it('says 100 only when all is done', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5e12 }), fc.integer({ min: 1, max: 5e12 }), (a, b) => {
        const [part, total] = [Math.min(a, b), Math.max(a, b)];
        expect(percent(part, total) === '100 %').toBe(part === total);
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
  ])('%d seconds are %s', (seconds, words) => expect(duration(seconds)).toBe(words));

  it.each([
    [{ low: 11_300, high: 13_100 }, '3 h – 3 h 40 min'],
    [{ low: 41, high: 44 }, '40 s – 45 s'],
    [{ low: 300, high: 300 }, '5 min'],
    [{ low: 0, high: 0 }, 'up to 5 s'],
    [{ low: 18, high: 1_190 }, 'up to 20 min'],
  ])('%j is a range: %s', (range, words) => expect(durationRange(range)).toBe(words));
});

describe('times carry their zone', () => {
  const zone = 'America/New_York';

  it('in winter and in summer', () => {
    expect(time('2026-11-14T20:20:00Z', zone)).toBe('14 Nov 2026, 15:20 EST');
    expect(time('2026-07-14T20:20:00Z', zone)).toBe('14 Jul 2026, 16:20 EDT');
  });

  it('and months are the zone’s', () => {
    expect(month('2026-12-01T03:00:00Z', zone)).toBe('November 2026');
    expect(month('2026-12-01T03:00:00Z', 'UTC')).toBe('December 2026');
  });

  const nowMs = Date.parse('2026-11-14T17:12:00Z');
  it.each([
    [{ low: 11_300, high: 13_000 }, 'between 15:20 and 15:50 EST'],
    [{ low: 20, high: 50 }, 'within a minute'],
    [{ low: 300, high: 300 }, 'at 12:17 EST'],
    [{ low: 36_000, high: 50_000 }, 'between 22:10 and Sun 15 Nov 02:10 EST'],
    [{ low: 50_000, high: 60_000 }, 'between Sun 15 Nov 02:00 and 05:00 EST'],
  ])('%j seconds from 12:12 EST is ready %s', (range, words) => {
    expect(etaRange(range, { nowMs, timeZone: zone })).toBe(words);
  });

  it('an estimate holds both ends of what was estimated', () => {
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 80_000 }), fc.integer({ min: 0, max: 5_000 }), (low, more) => {
        const said = etaRange({ low, high: low + more }, { nowMs, timeZone: 'UTC' });
        const clocks = [...said.matchAll(/(\d\d):(\d\d)/g)].map(([, h, m]) => Number(h) * 60 + Number(m));
        const minuteOf = (seconds: number) => ((nowMs / 60_000 + seconds / 60) % 1440) | 0;
        const [from = 0, to = from] = clocks;
        const behind = (a: number, b: number) => (b - a + 1440) % 1440;
        expect(behind(from, minuteOf(low))).toBeLessThanOrEqual(10);
        expect(behind(minuteOf(low + more), to)).toBeLessThanOrEqual(11);
      }),
    );
  });
});

it('a path is split behind its last separator, of either kind', () => {
  expect(splitPath('\\\\nas2\\EV\\a.pst')).toEqual({ folder: '\\\\nas2\\EV\\', name: 'a.pst' });
  expect(splitPath('/ev/a.pst')).toEqual({ folder: '/ev/', name: 'a.pst' });
  expect(splitPath('a.pst')).toEqual({ folder: '', name: 'a.pst' });
});
