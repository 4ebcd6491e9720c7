import { describe, expect, test } from 'vitest';
import { bandwidthAt, bandwidthPlan, nextOpenTime, noBandwidthPlan } from './bandwidth-schedule.ts';

describe('the bandwidth schedule', () => {
  const office = {
    days: [1, 2, 3, 4, 5],
    from: '08:00',
    to: '18:00',
    sends: 'limited',
    bytesPerSecond: 5_000_000,
  } as const;
  const night = { days: [5], from: '22:00', to: '06:00', sends: 'limited', bytesPerSecond: null } as const;
  // 20 November 2026 is a Friday.
  test.each([
    ['no schedule, no limit', null, null, '2026-11-20T12:00', Number.POSITIVE_INFINITY],
    ['no schedule', 1_000_000, null, '2026-11-20T12:00', 1_000_000],
    ['office hours', 1_000_000, office, '2026-11-20T08:00', 5_000_000],
    ['a minute before', 1_000_000, office, '2026-11-20T07:59', 1_000_000],
    ['closing time', 1_000_000, office, '2026-11-20T18:00', 1_000_000],
    ['a Saturday', 1_000_000, office, '2026-11-21T12:00', 1_000_000],
    ['Friday night', 1_000_000, night, '2026-11-20T23:00', Number.POSITIVE_INFINITY],
    ['and past midnight', 1_000_000, night, '2026-11-21T05:59', Number.POSITIVE_INFINITY],
    ['but not the night after', 1_000_000, night, '2026-11-21T23:00', 1_000_000],
    ['around the clock', 1_000_000, { ...office, from: '08:00', to: '08:00' }, '2026-11-21T07:59', 5_000_000],
    ['nothing in office hours', null, { ...office, sends: 'nothing' }, '2026-11-20T08:00', 0],
    ['but as always outside them', 1_000_000, { ...office, sends: 'nothing' }, '2026-11-20T18:00', 1_000_000],
    ['as always in office hours', 1_000_000, { ...office, sends: 'only' }, '2026-11-20T08:00', 1_000_000],
    ['but nothing outside them', 1_000_000, { ...office, sends: 'only' }, '2026-11-21T12:00', 0],
    ['no day chosen yet', 1_000_000, { ...office, days: [], sends: 'only' }, '2026-11-20T12:00', 1_000_000],
    ['nor the night before', 1_000_000, night, '2026-11-20T05:00', 1_000_000],
  ] as const)('%s', (_case, bytesPerSecond, schedule, at, expected) => {
    expect(bandwidthAt({ bytesPerSecond, schedule }, new Date(at))).toBe(expected);
  });

  test.each([
    ['now', null, '2026-11-20T12:00', '2026-11-20T12:00'],
    [
      'when hours without sending end',
      { ...office, sends: 'nothing' },
      '2026-11-20T08:30',
      '2026-11-20T18:00',
    ],
    ['when hours with sending begin', { ...office, sends: 'only' }, '2026-11-20T18:00', '2026-11-23T08:00'],
  ] as const)('lets something be sent %s', (_case, schedule, from, expected) => {
    expect(nextOpenTime({ bytesPerSecond: null, schedule }, new Date(from))).toEqual(new Date(expected));
  });
});

describe('the limits of one upload, over the usual ones', () => {
  const usual = {
    bytesPerSecond: 1_000_000,
    schedule: { days: [1], from: '08:00', to: '18:00', sends: 'nothing', bytesPerSecond: null },
  } as const;
  const nights = { days: [1], from: '20:00', to: '06:00' };
  const onlyNights = { ...nights, sends: 'only', bytesPerSecond: null };
  test.each([
    ['none of its own', {}, usual],
    ['a limit holds at all hours', { bytesPerSecond: 5 }, { bytesPerSecond: 5, schedule: null }],
    ['no limit', { bytesPerSecond: Number.POSITIVE_INFINITY }, noBandwidthPlan],
    ['hours keep the usual limit', { hours: nights }, { bytesPerSecond: 1_000_000, schedule: onlyNights }],
    ['any hour keeps it, too', { hours: null }, { bytesPerSecond: 1_000_000, schedule: null }],
    ['both', { bytesPerSecond: 5, hours: nights }, { bytesPerSecond: 5, schedule: onlyNights }],
  ])('%s', (_case, own, expected) => expect(bandwidthPlan(own, usual)).toEqual(expected));
});
