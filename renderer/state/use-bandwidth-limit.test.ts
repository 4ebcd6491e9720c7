import { describe, expect, it } from 'vitest';
import { bandwidthLimitAt } from './use-bandwidth-limit.ts';

describe('the current bandwidth limit', () => {
  const night = { days: [5], from: '22:00', to: '06:00', sends: 'limited', bytesPerSecond: null } as const;
  // 14 November 2026 is a Saturday.
  it.each([
    ['the schedule and its end, while it applies', night, '2026-11-14T05:59', null, '06:00'],
    ['the usual limit outside it', night, '2026-11-14T06:00', 9_000_000, null],
    ['nothing until the hours end', { ...night, sends: 'nothing' }, '2026-11-14T05:59', 0, '06:00'],
    ['nothing until the hours begin', { ...night, sends: 'only' }, '2026-11-14T06:00', 0, '22:00 on Friday'],
    ['nothing until this evening', { ...night, days: [6], sends: 'only' }, '2026-11-14T06:00', 0, '22:00'],
    ['the usual limit in the only hours', { ...night, sends: 'only' }, '2026-11-14T05:59', 9_000_000, null],
    ['the usual limit without a schedule', null, '2026-11-14T05:59', 9_000_000, null],
  ] as const)('is %s', (_case, schedule, at, bytesPerSecond, until) => {
    expect(bandwidthLimitAt({ bytesPerSecond: 9_000_000, schedule }, new Date(at))).toEqual({
      bytesPerSecond,
      until,
    });
  });
});
