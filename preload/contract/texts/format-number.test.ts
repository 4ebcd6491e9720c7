import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { count, decimal, plural } from './format-number.ts';

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
