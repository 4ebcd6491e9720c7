import { describe, expect, it, test } from 'vitest';
import fc from '../../../test/fixtures/property.ts';
import {
  bytesInUnit,
  byteUnit,
  formatByteRate,
  formatBytes,
  formatBytesOf,
  formatExactBytes,
} from './format-bytes.ts';

describe('sizes are shown in decimal units', () => {
  test.each([
    [0, '0 B'],
    [1, '1 B'],
    [999, '999 B'],
    [999.5, '1.0 kB'],
    [1000, '1.0 kB'],
    [12_400_000, '12.4 MB'],
    [999_949, '999.9 kB'],
    [999_950, '1.0 MB'],
    [50_000_000, '50.0 MB'],
    [5e12, '5.0 TB'],
    [Number.NaN, '0 B'],
    [-5, '0 B'],
    [Number.POSITIVE_INFINITY, '0 B'],
  ])('%d is %s', (size, text) => expect(formatBytes(size)).toBe(text));

  it('never takes more than eight characters, so columns stay aligned', () => {
    fc.assert(fc.property(fc.double({ min: 0, max: 9e18 }), (size) => formatBytes(size).length <= 8));
  });
});

test('two sizes can share the unit of one of them', () => {
  const unit = byteUnit(2_910_000_000_000);
  expect(unit).toBe('TB');
  expect(bytesInUnit(1_860_000_000_000, unit)).toBe('1.9');
  expect(bytesInUnit(5, unit)).toBe('0.0');
});

test('an exact size is grouped, and one byte is singular', () => {
  expect(formatExactBytes(12_400_000)).toBe('12,400,000 bytes');
  expect(formatExactBytes(1)).toBe('1 byte');
  expect(formatExactBytes(Number.NaN)).toBe('0 bytes');
});

test('a rate is a size per second', () => expect(formatByteRate(12_400_000)).toBe('12.4 MB/s'));

describe('a part of a total size', () => {
  it.each([
    [1_861_000_000_000, 2_910_000_000_000, '1.9 of 2.9 TB'],
    [0, 2_910_000_000_000, '0.0 of 2.9 TB'],
    [2_400_000_000, 2_000_000_000_000, '2.4 GB of 2.0 TB'],
    [60_000_000_000, 2_000_000_000_000, '0.1 of 2.0 TB'],
    [12, 400, '12 of 400 B'],
    [140_511, 140_519, 'nearly 140.5 of 140.5 kB'],
    [140_519, 140_519, '140.5 of 140.5 kB'],
  ])('%d of %d is “%s”', (part, total, text) => expect(formatBytesOf(part, total)).toBe(text));
});
