import { expect, test } from 'vitest';
import { mergeLimits } from './keep-limits.ts';

test.each([
  ['nothing', {}, {}, {}],
  ['a first limit', {}, { bytesPerSecond: 5 }, { bytesPerSecond: 5 }],
  ['no new one', { bytesPerSecond: 5, concurrency: 2 }, {}, { bytesPerSecond: 5, concurrency: 2 }],
  [
    'another one',
    { bytesPerSecond: 5 },
    { bytesPerSecond: 7, concurrency: 3 },
    { bytesPerSecond: 7, concurrency: 3 },
  ],
  [
    'none',
    { bytesPerSecond: 5, concurrency: 2 },
    { bytesPerSecond: Number.POSITIVE_INFINITY },
    { concurrency: 2 },
  ],
])('%s', (_what, kept, given, merged) => {
  expect(mergeLimits(kept, given)).toEqual(merged);
});
