import { expect, test } from 'vitest';
import { isPauseCostly } from './pause-cost.ts';

test.each([
  ['nothing in flight', 0, 0, false],
  ['a fast line', 400_000_000, 500_000_000, false],
  ['half a part of a slow line', 25_000_000, 1_250_000, true],
  ['a second of a slow line', 1_250_000, 1_250_000, false],
  ['a start, before the speed is known', 3_000_000, 0, false],
  ['a line that stands still', 40_000_000, 0, true],
])('%s', (_what, sentBytes, bytesPerSecond, expected) => {
  expect(isPauseCostly(sentBytes, bytesPerSecond)).toBe(expected);
});
