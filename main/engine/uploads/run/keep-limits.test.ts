import { expect, test } from 'vitest';
import { mergeLimits } from './keep-limits.ts';

const nights = { days: [1, 2], from: '20:00', to: '06:00' };

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
  ['hours', { bytesPerSecond: 5 }, { hours: nights }, { bytesPerSecond: 5, hours: nights }],
  ['no new hours', { hours: nights }, { bytesPerSecond: 5 }, { bytesPerSecond: 5, hours: nights }],
  ['any hour', { bytesPerSecond: 5, hours: nights }, { hours: null }, { bytesPerSecond: 5 }],
])('%s', (_what, kept, given, merged) => {
  expect(mergeLimits(kept, given)).toEqual(merged);
});
