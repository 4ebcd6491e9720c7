import { describe, expect, it } from 'vitest';
import { bandwidthLimitAt } from './use-bandwidth-limit.ts';

describe('the current bandwidth limit', () => {
  const night = { days: [5], from: '22:00', to: '06:00', bytesPerSecond: null };
  // 14 November 2026 is a Saturday.
  it.each([
    ['the schedule and its end, while it applies', night, '2026-11-14T05:59', null, '06:00'],
    ['the usual limit outside it', night, '2026-11-14T06:00', 9_000_000, null],
    ['the usual limit without a schedule', null, '2026-11-14T05:59', 9_000_000, null],
  ])('is %s', (_case, schedule, at, bytesPerSecond, until) => {
    expect(bandwidthLimitAt({ bytesPerSecond: 9_000_000, schedule }, new Date(at))).toEqual({
      bytesPerSecond,
      until,
    });
  });
});
