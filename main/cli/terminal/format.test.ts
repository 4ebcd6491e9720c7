import { describe, expect, test } from 'vitest';
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

describe('a rate is in bytes per second, decimal unless the suffix is binary', () => {
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
  ])('%s is %s', (text, rate) => expect(format.parseByteRate(text)).toBe(rate));
});
