import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chartSpanMs, isLimitShown, scaleMax } from '../ui/speed-chart-scale.ts';
import { appendSample, expiredUploads, prependSamples, type SpeedSample } from './speed-history.ts';

const at = (atMs: number, bytesPerSecond: number | null = 1): SpeedSample => ({ atMs, bytesPerSecond });

describe('what the window has seen of a speed', () => {
  it('begins with the first progress, and takes one point a second of ten', () => {
    const events = Array.from({ length: 31 }, (_, k) => at(k * 100, k));
    const points = events.reduce<readonly SpeedSample[]>(appendSample, []);
    expect(points).toEqual([at(0, 0), at(1000, 10), at(2000, 20), at(3000, 30)]);
  });

  it('has a gap where the upload was paused', () => {
    expect(appendSample([at(0)], at(60_000))).toEqual([at(0), at(1, null), at(60_000)]);
  });

  it('reaches back two hours, whatever came', () => {
    const old = Array.from({ length: 100 }, (_, k) => at(k * 1000));
    expect(appendSample(old, at(2 * 3_600_000 + 50_000))).toHaveLength(50 + 2);
  });

  it('begins anew when the clock was set back, and not for its small corrections', () => {
    const points = [at(3_600_000, 1)];
    expect(appendSample(points, at(1_000, 2))).toEqual([at(1_000, 2)]);
    expect(appendSample(points, at(3_599_000, 2))).toBe(points);
  });

  it('is forgotten for the uploads that stopped long ago, but for the last twenty of them', () => {
    const hourMs = 3_600_000;
    const stopped = Array.from({ length: 1000 }, (_, id) => [id, [at(id)]] as const);
    const moving = Array.from({ length: 50 }, (_, id) => [1000 + id, [at(9 * hourMs)]] as const);
    const old = expiredUploads(new Map([...stopped, ...moving]), 10 * hourMs);
    expect(old).toEqual(Array.from({ length: 980 }, (_, id) => id));
    expect(expiredUploads(new Map(moving), 10 * hourMs)).toEqual([]);
  });

  it('takes from the engine what was before it, and once', () => {
    const series = { everyMs: 2000, endMs: 10_000, bytesPerSecond: [1, 2, 3] };
    const points = prependSamples([at(9_000, 9)], series);
    expect(points).toEqual([at(6_000, 1), at(8_000, 2), at(9_000, 9)]);
    expect(prependSamples(points, series)).toBe(points);
    expect(prependSamples([], series)).toHaveLength(3);
  });
});

describe('the scale of the chart', () => {
  it.each([
    [0, 10],
    [10.5, 30],
    [59, 60],
    [200, 300],
    [99_999, 7200],
  ])('%d seconds are shown within %d', (seconds, span) => {
    expect(chartSpanMs(5_000, 5_000 + seconds * 1000)).toBe(span * 1000);
  });

  it('is above the peak and the limit that is shown, and at most about twice as high', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1_000, max: 1e12, noNaN: true }),
        fc.integer({ min: 1_000 }),
        (peak, limit) => {
          const top = scaleMax(peak, limit);
          const most = isLimitShown(peak, limit) ? Math.max(peak, limit) : peak;
          expect(top).toBeGreaterThan(most);
          expect(top).toBeLessThanOrEqual(most * 2.2);
        },
      ),
    );
  });

  it('does not show a limit far above the speed', () => {
    expect(isLimitShown(10_000_000, 12_000_000)).toBe(true);
    expect(isLimitShown(10_000_000, 1_000_000_000)).toBe(false);
    expect(isLimitShown(0, 1_000)).toBe(true);
    expect(isLimitShown(5, null)).toBe(false);
  });
});
