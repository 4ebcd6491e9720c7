import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { bandwidthPlan } from '../../../../preload/contract/views/bandwidth-schedule.ts';
import { BandwidthLimiter } from './bandwidth-limiter.ts';
import { forecastPlan } from './forecast.ts';
import { LineMeter } from './line-meter.ts';
import { RunTime } from './run-time.ts';

const hours = { days: [0, 1, 2, 3, 4, 5, 6], from: '20:00', to: '06:00' };
const left = { bytes: 2e9, requests: 3 };
const perSecond = { requestsPerSecond: 25, isHashed: true };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(new Date(2026, 10, 26, 14, 0));
});
afterEach(() => vi.useRealTimers());

it.each([
  ['measured before', [{ bytes: 1e8, seconds: 10 }]],
  ['never measured', []],
])('says when it ends while it waits for its hours, over a line that was %s', (_title, measured) => {
  const bandwidth = new BandwidthLimiter(bandwidthPlan({ hours }));
  const time = new RunTime({ ...perSecond, bandwidth, hours: null, measured }, new LineMeter(() => 0));
  const rest = time.rest(left);
  const untilOpen = 6 * 3600;
  expect(rest?.low).toBeGreaterThan(untilOpen);
  expect(rest?.high).toBeLessThan(untilOpen + 3600);
  expect(rest?.bound).toEqual({ kind: 'hours' });
  // What was shown before the start, with the lines of its ends.
  const limits = { requestsPerSecond: 25, bandwidth: bandwidth.plan, hours: null };
  const work = { bytes: left.bytes, requests: left.requests, hashedBytes: left.bytes };
  const { times } = forecastPlan(work, measured, limits, Date.now());
  expect([rest?.low, rest?.high]).toEqual([times.at(-1)?.low, times[0]?.high]);
  expect(rest?.lines).toEqual(measured.length > 0 ? undefined : { fast: 125e6, slow: 1_250_000 });
});

it('says nothing of an unknown line within its hours, before anything was measured', () => {
  vi.setSystemTime(new Date(2026, 10, 26, 21, 0));
  const bandwidth = new BandwidthLimiter(bandwidthPlan({ hours }));
  const terms = { ...perSecond, bandwidth, hours: null, measured: [] };
  expect(new RunTime(terms, new LineMeter(() => 0)).rest(left)).toBeNull();
});

it('keeps for later uploads what the line gave until a pause, not what the last parts took', () => {
  let nowMs = 0;
  const meter = new LineMeter(() => nowMs);
  meter.begin(1e9);
  const time = new RunTime(
    { ...perSecond, bandwidth: new BandwidthLimiter(bandwidthPlan({})), hours: null, measured: [] },
    meter,
  );
  const counts = { takenBytes: 0, createdFiles: 1, isWaiting: false, isFinishing: false };
  for (; nowMs < 20_000; nowMs += 100) time.tick({ ...counts, takenBytes: nowMs * 10_000 });
  for (; nowMs < 40_000; nowMs += 100)
    time.tick({ ...counts, takenBytes: 2e8 + nowMs * 100, isFinishing: true });
  const kept = time.measurement({ ...counts, takenBytes: 2e8, isFinishing: true });
  expect((kept?.bytes ?? 0) / (kept?.seconds ?? 1)).toBeCloseTo(1e7, -6);
});

it('does not count the time of hashes that nobody asked for', () => {
  const measured = [{ bytes: 1.1e10, seconds: 10 }];
  const bandwidth = new BandwidthLimiter(bandwidthPlan({}));
  const [hashed, unhashed] = [true, false].map((isHashed) =>
    new RunTime({ ...perSecond, isHashed, bandwidth, hours: null, measured }, new LineMeter(() => 0)).rest({
      bytes: 1e12,
      requests: 3,
    }),
  );
  expect(hashed?.bound.kind).toBe('source');
  expect(unhashed?.bound.kind).toBe('line');
  expect(unhashed?.high).toBeLessThan((hashed?.high ?? 0) / 2);
});
