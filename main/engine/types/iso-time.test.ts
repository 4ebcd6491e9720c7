import { expect, test } from 'vitest';
import fc from '../../../test/fixtures/property.ts';
import { formatFileTime } from '../types/file-time.ts';
import { isTime } from './iso-time.ts';

test('every time that Lading writes is one', () => {
  fc.assert(
    fc.property(fc.bigInt(-62_000_000_000n * 10n ** 9n, 250_000_000_000n * 10n ** 9n), (ns) => {
      expect(isTime(formatFileTime(ns))).toBe(true);
      expect(isTime(new Date(Number(ns / 1_000_000n)).toISOString())).toBe(true);
    }),
  );
});

test.each([
  ['2024-02-29T00:00:00.000Z', true],
  ['2000-02-29T23:59:59Z', true],
  ['+012345-12-31T00:00:00Z', true],
  ['2023-02-29T00:00:00.000Z', false],
  ['1900-02-29T00:00:00.000Z', false],
  ['2024-04-31T00:00:00.000Z', false],
  ['2024-13-01T00:00:00.000Z', false],
  ['2024-00-10T00:00:00.000Z', false],
  ['2024-01-00T00:00:00.000Z', false],
  ['2024-01-01T24:00:00.000Z', false],
  ['2024-01-01T23:60:00.000Z', false],
  ['2024-01-01T23:59:60.000Z', false],
  ['-000000-01-01T00:00:00Z', false],
  ['9999-99-99T99:99:99.000Z', false],
  ['2024-01-01T00:00:00.000+00:00', false],
  ['', false],
])('%s: %s', (text, expected) => {
  expect(isTime(text)).toBe(expected);
});
