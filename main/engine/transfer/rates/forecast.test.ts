import { describe, expect, it } from 'vitest';
import { shownEnd } from '../../../../preload/contract/texts/time-forecast-text.ts';
import { bandwidthAt } from '../../../../preload/contract/views/bandwidth-schedule.ts';
import {
  forecastCeiling,
  rangeSince,
  type TimeForecast,
} from '../../../../preload/contract/views/time-forecast.ts';
import { isOpen } from '../../../../preload/contract/views/weekly-hours.ts';
import { leastSeconds } from '../../../../test/fixtures/least-seconds.ts';
import fc from '../../../../test/fixtures/property.ts';
import type { LineMeasurement } from '../../store/uploads/line-speed-repository.ts';
import { forecastPlan, lineRange, type TimeLimits, type Work } from './forecast.ts';

const hour = 3600;
const noLimit: TimeLimits = {
  requestsPerSecond: 25,
  bandwidth: { bytesPerSecond: null, schedule: null },
  hours: null,
};
const limited = (bytesPerSecond: number): TimeLimits => ({
  ...noLimit,
  bandwidth: { bytesPerSecond, schedule: null },
});
/** In office hours, this limit. */
const office = (bytesPerSecond: number): TimeLimits => ({
  ...noLimit,
  bandwidth: {
    bytesPerSecond: null,
    schedule: { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00', sends: 'limited', bytesPerSecond },
  },
});
const nightHours = { days: [0, 1, 2, 3, 4, 5, 6], from: '20:00', to: '06:00' };
const nights: TimeLimits = { ...noLimit, hours: [nightHours] };
const scheduled = (
  schedule: Omit<NonNullable<TimeLimits['bandwidth']['schedule']>, 'bytesPerSecond'>,
): TimeLimits => ({
  ...noLimit,
  bandwidth: { bytesPerSecond: null, schedule: { ...schedule, bytesPerSecond: null } },
});
/** 2026-11-23 is a Monday. */
const at = (day: number, hours: number): number => new Date(2026, 10, day, hours).getTime();
const work = (bytes: number, requests = bytes / 50e6): Work => ({ bytes, requests, hashedBytes: bytes });
const measured = (bytesPerSecond: number, uploads = 5): LineMeasurement[] =>
  Array.from({ length: uploads }, () => ({ bytes: bytesPerSecond * 60, seconds: 60 }));
const only = ({ times }: TimeForecast) => {
  expect(times).toHaveLength(1);
  return times[0] ?? expect.unreachable();
};

describe('the forecast of an upload', () => {
  it('names the limit beside the hours that it waits for', () => {
    const limits = {
      ...noLimit,
      bandwidth: {
        bytesPerSecond: 5e6,
        schedule: { ...nightHours, sends: 'only' as const, bytesPerSecond: null },
      },
    };
    const { times } = forecastPlan(work(3.6e11), measured(10e6), limits, at(23, 8));
    expect(times[0]?.bound).toEqual({ kind: 'hours', bytesPerSecond: 5e6 });
  });

  it('says that the limit is one of some hours only where others have another limit', () => {
    const schedule = { ...nightHours, sends: 'only' as const, bytesPerSecond: null };
    const nightsAt = { ...noLimit, bandwidth: { bytesPerSecond: 1e6, schedule } };
    const boundAt = (limits: TimeLimits, hours: number) =>
      only(forecastPlan(work(1e9), measured(10e6), limits, at(23, hours))).bound;
    const bound = { kind: 'bandwidth-limit', bytesPerSecond: 1e6 };
    expect(boundAt(nightsAt, 21)).toEqual({ ...bound, isScheduled: false });
    expect(boundAt(office(1e6), 9)).toEqual({ ...bound, isScheduled: true });
  });

  it.each<[string, Work, LineMeasurement[], TimeLimits, number, [number, number], string]>([
    [
      'over a measured line',
      work(2.1e12),
      measured(80e6),
      noLimit,
      at(23, 9),
      [6.6 * hour, 9.2 * hour],
      'line',
    ],
    [
      'with a limit',
      work(2.1e12),
      measured(80e6),
      limited(50e6),
      at(23, 9),
      [11.6 * hour, 13.3 * hour],
      'bandwidth-limit',
    ],
    [
      'with a limit above the line',
      work(2.1e12),
      measured(80e6),
      limited(500e6),
      at(23, 9),
      [6.6 * hour, 9.2 * hour],
      'line',
    ],
    ['of small files', work(1e8, 30_000), measured(80e6), noLimit, at(23, 9), [1200, 1450], 'rate-limit'],
    ['of nothing', work(0), measured(80e6), noLimit, at(23, 9), [0, 3], 'line'],
    [
      'slowed in office hours',
      work(3e11),
      measured(10e6),
      office(1e6),
      at(23, 8),
      [16 * hour, 21 * hour],
      'bandwidth-limit',
    ],
    [
      'sent at night, from the morning',
      work(3.6e11),
      measured(10e6),
      nights,
      at(23, 8),
      [21 * hour, 38 * hour],
      'hours',
    ],
    [
      'that the schedule of the bandwidth allows at night only',
      work(3.6e11),
      measured(10e6),
      scheduled({ ...nightHours, sends: 'only' }),
      at(23, 8),
      [21 * hour, 38 * hour],
      'hours',
    ],
    [
      'with nothing sent in office hours, from the morning',
      work(3.6e10),
      measured(10e6),
      scheduled({ ...nightHours, from: '08:00', to: '18:00', sends: 'nothing' }),
      at(23, 8),
      [10.8 * hour, 11.4 * hour],
      'hours',
    ],
    [
      'over a line that no hash keeps up with',
      work(1e12),
      measured(5e9),
      noLimit,
      at(23, 9),
      [600, 4400],
      'source',
    ],
  ])('%s', (_, what, line, limits, nowMs, [low, high], bound) => {
    const found = only(forecastPlan(what, line, limits, nowMs));
    expect(found.low).toBeGreaterThanOrEqual(low);
    expect(found.high).toBeLessThanOrEqual(high);
    expect(found.likely).toBeGreaterThanOrEqual(found.low);
    expect(found.high).toBeGreaterThan(found.likely);
    expect(found.bound.kind).toBe(bound);
  });

  it('is likely to end in hours in which files are sent, in the last of three nights', () => {
    const twoHours: TimeLimits = { ...noLimit, hours: [{ ...nightHours, from: '01:00', to: '03:00' }] };
    const { low, likely, high } = only(forecastPlan(work(2e11), measured(10e6), twoHours, at(23, 9)));
    const night = 24 * hour;
    const end = (at(24, 1) - at(23, 9)) / 1000 + 2 * night;
    expect(likely).toBeGreaterThan(end);
    expect(likely).toBeLessThan(end + 2 * hour);
    expect(low).toBeLessThan(likely);
    // A slower line needs a fourth night.
    expect(high).toBeGreaterThan(end + night);
  });

  it('is a table of lines while the line is unknown', () => {
    const { measurements, times } = forecastPlan(work(2.1e12), [], limited(50e6), at(23, 9));
    expect(measurements).toBe(0);
    expect(times.map(({ lineBytesPerSecond }) => lineBytesPerSecond)).toEqual([1.25e6, 12.5e6, 125e6]);
    expect(times.map(({ bound }) => bound.kind)).toEqual(['line', 'line', 'bandwidth-limit']);
    expect((times[2]?.low ?? 0) / hour).toBeCloseTo(11.67, 1);
  });

  it('is one line where no line makes a difference', () => {
    const small = only(forecastPlan(work(1e6, 30_000), [], noLimit, at(23, 9)));
    expect(small).toMatchObject({ lineBytesPerSecond: null, bound: { kind: 'rate-limit' } });
    const slow = only(forecastPlan(work(1e11), [], limited(500_000), at(23, 9)));
    expect(slow).toMatchObject({ lineBytesPerSecond: null, bound: { kind: 'bandwidth-limit' } });
  });

  it('takes no notice of one upload that was much slower than the others', () => {
    const usual = lineRange(measured(80e6, 9));
    expect(lineRange([...measured(80e6, 8), ...measured(1e6, 1)])).toEqual(usual);
    expect(lineRange([])).toBeNull();
  });
});

const anyWork = fc
  .record({ bytes: fc.integer({ min: 0, max: 5e12 }), requests: fc.integer({ min: 1, max: 1e6 }) })
  .map(({ bytes, requests }) => work(bytes, requests));
const anyRate = fc.integer({ min: 4_000_000, max: 500_000_000 });
const clock = fc.integer({ min: 0, max: 23 }).map((hours) => `${String(hours).padStart(2, '0')}:00`);
const anyHours = fc.record({
  days: fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }),
  from: clock,
  to: clock,
});
const anyLimits: fc.Arbitrary<TimeLimits> = fc.record({
  requestsPerSecond: fc.integer({ min: 1, max: 1000 }),
  bandwidth: fc.record({
    bytesPerSecond: fc.option(anyRate),
    schedule: fc.option(
      fc
        .tuple(anyHours, fc.option(anyRate))
        .map(([hours, bytesPerSecond]) => ({ ...hours, sends: 'limited' as const, bytesPerSecond })),
    ),
  }),
  hours: fc.option(fc.array(anyHours, { minLength: 1, maxLength: 3 })),
});
const anyNow = fc.integer({ min: 0, max: 14 * 24 }).map((hours) => at(20, hours));

describe('whatever is sent', () => {
  it('more bytes, or more requests, never take less time', () => {
    fc.assert(
      fc.property(
        anyWork,
        anyRate,
        anyLimits,
        anyNow,
        fc.nat(1e12),
        fc.nat(1e5),
        (what, rate, limits, nowMs, bytes, requests) => {
          const more = work(what.bytes + bytes, what.requests + requests);
          const [one, other] = [what, more].map((each) =>
            only(forecastPlan(each, measured(rate), limits, nowMs)),
          );
          expect(other?.low).toBeGreaterThanOrEqual((one?.low ?? 0) * 0.999_999);
          expect(other?.high).toBeGreaterThanOrEqual((one?.high ?? 0) * 0.999_999);
        },
      ),
    );
  });

  it('no limit is beaten', () => {
    fc.assert(
      fc.property(anyWork, anyRate, anyRate, fc.boolean(), (what, rate, limit, isMeasured) => {
        const found = forecastPlan(what, isMeasured ? measured(rate) : [], limited(limit), at(23, 9));
        expect(leastSeconds(found)).toBeGreaterThanOrEqual(
          Math.max(what.bytes / limit, what.requests / 25) * 0.999_999,
        );
      }),
    );
  });

  it('hours in which nothing is sent are added', () => {
    fc.assert(
      fc.property(anyWork, anyRate, anyHours, anyNow, (what, rate, hours, nowMs) => {
        fc.pre(hours.from !== hours.to);
        const free = only(forecastPlan(what, measured(rate), noLimit, nowMs));
        const found = only(forecastPlan(what, measured(rate), { ...noLimit, hours: [hours] }, nowMs));
        expect(found.low).toBeGreaterThanOrEqual(free.low * 0.999_999);
        // Every day has an hour that is closed, and no work ends in one.
        if (free.low > 24 * hour && free.low < 50 * 24 * hour)
          expect(found.low).toBeGreaterThanOrEqual(free.low + hour - 1);
      }),
    );
  });

  it('no end that is shown lies in hours in which nothing is sent, also a while after the forecast', () => {
    const passed = fc.integer({ min: 0, max: 5000 });
    const anyClosing = fc.oneof(
      anyHours.map((hours): TimeLimits => ({ ...noLimit, hours: [hours] })),
      fc
        .tuple(anyHours, fc.constantFrom('only' as const, 'nothing' as const))
        .map(([hours, sends]) => scheduled({ ...hours, sends })),
    );
    fc.assert(
      fc.property(anyWork, anyRate, anyClosing, anyNow, passed, (what, rate, limits, nowMs, passedMs) => {
        const found = only(forecastPlan(what, measured(rate), limits, nowMs));
        fc.pre(found.high < forecastCeiling);
        const laterMs = nowMs + passedMs;
        for (const range of [found, rangeSince(found, nowMs, laterMs)]) {
          const ends = (['likely', 'high'] as const).map((end) => shownEnd(range, end, laterMs));
          for (const end of ends) {
            expect(isOpen(limits.hours, end)).toBe(true);
            expect(bandwidthAt(limits.bandwidth, end)).toBeGreaterThan(0);
          }
        }
      }),
    );
  });

  it('nothing takes longer than the ceiling, from which on only that is said', () => {
    const weekly = { ...noLimit, hours: [{ days: [1], from: '01:00', to: '02:00' }] };
    for (const limits of [weekly, limited(1000)]) {
      const { high } = only(forecastPlan(work(5e12), measured(4e6), limits, at(23, 9)));
      expect(high).toBe(forecastCeiling);
    }
  });

  it('the range has the truth of a line that varies by a tenth', () => {
    const noisy = fc.integer({ min: 90, max: 110 }).map((percent) => percent / 100);
    fc.assert(
      fc.property(
        anyWork,
        anyRate,
        fc.array(noisy, { minLength: 3, maxLength: 10 }),
        noisy,
        fc.option(anyRate),
        (what, rate, earlier, now, limit) => {
          const limits = limit === null ? noLimit : limited(limit);
          const known = earlier.flatMap((factor) => measured(rate * factor, 1));
          const found = only(forecastPlan(what, known, limits, at(23, 9)));
          const line = what.bytes / Math.min(rate * now, limit ?? Number.POSITIVE_INFINITY);
          const truth = Math.max(line, what.requests / 25);
          fc.pre(what.hashedBytes / 250e6 <= truth);
          expect(truth).toBeGreaterThanOrEqual(found.low * 0.9);
          expect(truth).toBeLessThanOrEqual(found.high * 1.05);
        },
      ),
    );
  });
});
