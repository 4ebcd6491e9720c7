import { describe, expect, it } from 'vitest';
import fc from '../../../test/fixtures/property.ts';
import { chartSpanMs, hasLine, isLimitShown, scaleMax } from './speed-chart-scale.ts';

describe('the scale of the chart', () => {
  it.each([
    [0, 10],
    [10.5, 30],
    [59, 60],
    [200, 300],
    [99_999, 7200],
  ])('%d seconds fit a span of %d', (seconds, span) => {
    expect(chartSpanMs(5_000, 5_000 + seconds * 1000)).toBe(span * 1000);
  });

  it.each([
    ['two samples of a paused upload', [5, 5], 1, false, true],
    ['a single one', [5], 1, false, false],
    ['two seconds of an upload that ended', [5, 5, 5], 1, true, false],
    ['ten seconds of one', [5, 5, 5], 5, true, true],
    ['ten seconds in which nothing was sent', [0, 0, 0], 5, true, false],
  ])('has a line, or none, for %s', (_, speeds, everySeconds, isEnded, shown) => {
    const samples = speeds.map((bytesPerSecond, at) => ({
      atMs: at * everySeconds * 1000,
      bytesPerSecond,
    }));
    expect(hasLine(samples, isEnded)).toBe(shown);
  });

  it('is above the peak and the visible limit, and at most about twice as high', () => {
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
