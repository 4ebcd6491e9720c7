import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { secondsLeft } from './progress.ts';

describe('the remaining time', () => {
  test('is a range around the recent speeds, never less than the rate limit allows', () => {
    const speed = fc.double({ min: 0, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(speed, { maxLength: 130 }),
        fc.nat(1e12),
        fc.nat(100_000),
        (samples, bytesLeft, rateLimited) => {
          const left = secondsLeft(samples, bytesLeft, rateLimited);
          if (left === null) return;
          expect(samples.length).toBeGreaterThanOrEqual(6);
          expect(left.low).toBeLessThanOrEqual(left.high);
          expect(left.low).toBeGreaterThanOrEqual(rateLimited);
          expect(left.low).toBeGreaterThanOrEqual(bytesLeft / Math.max(...samples));
          expect(Number.isFinite(left.high)).toBe(true);
        },
      ),
    );
  });

  test('is exact at a steady speed, and unknown at first', () => {
    expect(secondsLeft(Array(20).fill(1000), 60_000, 1)).toEqual({ low: 60, high: 60 });
    expect(secondsLeft([1000, 1000], 60_000, 1)).toBeNull();
    expect(secondsLeft(Array(20).fill(0), 60_000, 1)).toBeNull();
    expect(secondsLeft(Array(20).fill(Number.MIN_VALUE), 60_000, 1)).toBeNull();
  });
});
