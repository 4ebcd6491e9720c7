import { expect, test } from 'vitest';
import type { TimeBound } from '../../preload/contract/views/time-forecast.ts';
import { isByBandwidth } from './bandwidth-link.tsx';

const limit = { kind: 'bandwidth-limit', bytesPerSecond: 50e6, isScheduled: false } as const;
const requests = { kind: 'rate-limit', requestsPerSecond: 25 } as const;

test.each<[boolean, readonly TimeBound[]]>([
  [true, [limit]],
  [true, [{ kind: 'hours' }]],
  // The limit holds back a fast line only.
  [true, [{ kind: 'line' }, limit]],
  [false, [requests]],
  [false, [{ kind: 'line' }, requests]],
  [false, [{ kind: 'source' }]],
])(
  'changing the bandwidth limit makes a difference (%s) to a time that is decided by %j',
  (expected, bounds) => {
    const ends = { low: 1, likely: 2, high: 3, lineBytesPerSecond: null };
    expect(isByBandwidth({ measurements: 0, times: bounds.map((bound) => ({ ...ends, bound })) })).toBe(
      expected,
    );
  },
);
