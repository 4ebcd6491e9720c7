import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import fc from '../../../test/fixtures/property.ts';
import { count, decimal, percent, plural } from './format-number.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1674, '1,674'],
  [1_204_000, '1,204,000'],
  [1.6, '2'],
  [Number.NaN, '0'],
  [Number.POSITIVE_INFINITY, '0'],
])('%d is counted as “%s”', (value, text) => expect(count(value)).toBe(text));

test('decimals are shown up to a limit', () => {
  expect(decimal(1204.56, 1)).toBe('1,204.6');
  expect(decimal(12, 3)).toBe('12');
});

test('one is singular', () => {
  expect(plural(1, 'file')).toBe('1 file');
  expect(plural(0, 'file')).toBe('0 files');
  expect(plural(1674, 'person', 'people')).toBe('1,674 people');
});

test('nothing else formats numbers for people', () => {
  const root = join(import.meta.dirname, '..', '..');
  const own = /\.toLocaleString\(\)|\.toLocaleString\('en-US'\)|Intl\.NumberFormat/;
  const found = globSync('{main,preload,renderer}/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) =>
      !path.includes('.test.') &&
      !path.endsWith('format-number.ts') &&
      own.test(readFileSync(join(root, path), 'utf8')),
  );
  expect(found).toEqual([]);
});

describe('a share', () => {
  it.each([
    [0, 0, '0%'],
    [0, 10, '0%'],
    [9, 10_000, '0.1%'],
    [9, 100_000, '<0.1%'],
    [641, 1000, '64.1%'],
    [6419, 10_000, '64.2%'],
    [9995, 10_000, '>99.9%'],
    [9994, 10_000, '99.9%'],
    [10, 10, '100%'],
    [25, 10, '250.0%'],
  ])('%d of %d is %s', (part, total, text) => expect(percent(part, total)).toBe(text));

  it('may have no decimals', () => {
    expect([4, 996, 456].map((part) => percent(part, 1000, 0))).toEqual(['<1%', '>99%', '46%']);
  });

  it('is 100% only for the whole, and 0% only for nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5e12 }), fc.integer({ min: 1, max: 5e12 }), (a, b) => {
        const [part, total] = [Math.min(a, b), Math.max(a, b)];
        const text = percent(part, total);
        expect(/^100(\.0)?%$/.test(text)).toBe(part === total);
        expect(/^0(\.0)?%$/.test(text)).toBe(part === 0);
      }),
    );
  });
});
