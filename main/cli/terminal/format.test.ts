import { expect, test } from 'vitest';
import * as format from './format.ts';

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
])('%d of %d is %d percent', (done, total, expected) =>
  expect(format.wholePercent(done, total)).toBe(expected),
);
