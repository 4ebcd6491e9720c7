import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import * as units from './format.ts';

describe('bytes are told in decimal units', () => {
  test.each([
    [0, '0 B'],
    [1, '1 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [12_400_000, '12.4 MB'],
    [999_949, '999.9 kB'],
    [999_950, '1.0 MB'],
    [50_000_000, '50.0 MB'],
    [5e12, '5.0 TB'],
    [Number.NaN, '0 B'],
    [-5, '0 B'],
    [Number.POSITIVE_INFINITY, '0 B'],
  ])('%d is %s', (size, text) => expect(units.formatBytes(size)).toBe(text));

  it('never takes more than eight columns, so that nothing beside it jumps', () => {
    fc.assert(fc.property(fc.double({ min: 0, max: 9e18 }), (size) => units.formatBytes(size).length <= 8));
  });
});

test.each([
  [0, 0, 0],
  [0, 100, 0],
  [1, 1000, 0],
  [999, 1000, 99],
  [9_999_999, 10_000_000, 99],
  [1000, 1000, 100],
  [2000, 1000, 100],
  [Number.NaN, 10, 0],
  [10, Number.NaN, 0],
])('%d of %d is %d percent', (done, total, expected) => expect(units.percent(done, total)).toBe(expected));

test.each([
  [0, '0 s'],
  [59.4, '59 s'],
  [60, '1 min 00 s'],
  [200, '3 min 20 s'],
  [600, '10 min'],
  [3599, '1 h 00 min'],
  [7500, '2 h 05 min'],
  [100_000, '1 d 04 h'],
  [-1, '0 s'],
  [Number.NaN, 'unknown'],
  [Number.POSITIVE_INFINITY, 'unknown'],
])('%d seconds are %s', (seconds, text) => expect(units.formatDuration(seconds)).toBe(text));

describe('a rate is bytes a second, decimal unless it says otherwise', () => {
  test.each([
    ['50M', 50_000_000],
    ['50m', 50_000_000],
    ['800k', 800_000],
    ['1.5G', 1_500_000_000],
    ['50Mi', 52_428_800],
    ['50MB', 50_000_000],
    ['50 MB/s', 50_000_000],
    ['1000', 1000],
    ['0', null],
    ['0.0001', null],
    ['-5M', null],
    ['50Mbit', null],
    ['fast', null],
    ['', null],
    ['1e9', null],
    ['99999999999999999999G', null],
  ])('%s is %s', (text, rate) => expect(units.parseByteRate(text)).toBe(rate));
});

describe('the time it will be ready is a range with its zone', () => {
  const at = (nowIso: string, timeZone: string) => ({ nowMs: Date.parse(nowIso), timeZone });
  const newYork = at('2026-12-01T20:00:00Z', 'America/New_York');
  test.each([
    [{ low: 1200, high: 3000 }, newYork, 'ready between 15:20 and 15:50 EST'],
    [{ low: 60, high: 60 }, newYork, 'ready about 15:01 EST'],
    [{ low: 3000, high: 1200 }, newYork, 'ready about 15:50 EST'],
    [{ low: 60, high: 60 }, at('2026-07-01T10:00:00Z', 'Europe/London'), 'ready about 11:01 BST'],
    [{ low: 60, high: 60 }, at('2026-07-01T10:00:00Z', 'UTC'), 'ready about 10:01 UTC'],
    [{ low: 3600, high: 86_400 }, newYork, 'ready between Tue 1 Dec 16:00 and Wed 2 Dec 15:00 EST'],
    [{ low: 1, high: Number.POSITIVE_INFINITY }, newYork, 'ready in more than a year'],
  ])('%o', (left, clock, text) => expect(units.formatEta(left, clock).replaceAll(',', '')).toBe(text));

  it('never says NaN or Invalid, whatever it is told', () => {
    fc.assert(
      fc.property(fc.double(), fc.double(), (low, high) => {
        expect(units.formatEta({ low, high }, newYork)).not.toMatch(/NaN|Invalid/);
      }),
    );
  });
});

test('a moment carries its zone', () => {
  expect(units.formatTime('2026-10-12T19:20:00.000Z', 'America/New_York')).toBe('2026-10-12 15:20 EDT');
  expect(units.formatTime('not a time')).toBe('not a time');
});

test('one file is no plural', () => {
  expect(units.pluralize(1, 'file')).toBe('1 file');
  expect(units.pluralize(0, 'file')).toBe('0 files');
  expect(units.pluralize(1_204_000, 'file')).toBe('1,204,000 files');
});
