import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AdaptiveState, initialConcurrency, nextConcurrency } from './adaptive-concurrency.ts';

describe('adaptive concurrency', () => {
  const bounds = fc
    .record({ floor: fc.integer({ min: 1, max: 8 }), more: fc.nat(56) })
    .map(({ floor, more }) => ({ floor, ceiling: floor + more }));
  const sample = fc.record({
    bytesPerSecond: fc.double({ min: 0, max: 1e10, noNaN: true }),
    faults: fc.nat(20),
    acknowledged: fc.nat(100),
    isSaturated: fc.boolean(),
  });

  test('never leaves its bounds, and moves by one unless there are faults', () => {
    fc.assert(
      fc.property(bounds, fc.array(sample, { maxLength: 60 }), (within, samples) => {
        let state: AdaptiveState = initialConcurrency(within);
        for (const seen of samples) {
          const next = nextConcurrency(state, seen, within);
          expect(next.parts).toBeGreaterThanOrEqual(within.floor);
          expect(next.parts).toBeLessThanOrEqual(within.ceiling);
          const hasFaults = seen.faults > seen.acknowledged / 10;
          if (hasFaults) expect(next.parts).toBeLessThanOrEqual(state.parts);
          else expect(Math.abs(next.parts - state.parts)).toBeLessThanOrEqual(1);
          state = next;
        }
      }),
    );
  });

  test('faults lower it to the floor within a few samples, at any speed', () => {
    const within = { floor: 2, ceiling: 64 };
    let state: AdaptiveState = { parts: 64, direction: 1, bytesPerSecond: 1 };
    for (let count = 0; count < 8; count += 1)
      state = nextConcurrency(
        state,
        { bytesPerSecond: 1e9, faults: 1, acknowledged: 0, isSaturated: true },
        within,
      );
    expect(state.parts).toBe(2);
  });

  test('while each connection adds speed, it rises until the bandwidth is used, and stays near', () => {
    const within = { floor: 2, ceiling: 32 };
    let state = initialConcurrency(within);
    const seen: number[] = [];
    for (let count = 0; count < 80; count += 1) {
      const bytesPerSecond = Math.min(state.parts, 12) * 10e6;
      state = nextConcurrency(
        state,
        { bytesPerSecond, faults: 0, acknowledged: 50, isSaturated: true },
        within,
      );
      seen.push(state.parts);
    }
    const steady = seen.slice(40);
    expect(Math.min(...steady)).toBeGreaterThanOrEqual(9);
    expect(Math.max(...steady)).toBeLessThanOrEqual(15);
  });

  test('a few faults among many acknowledged parts do not lower it', () => {
    const within = { floor: 2, ceiling: 32 };
    const from: AdaptiveState = { parts: 10, direction: 1, bytesPerSecond: 100 };
    expect(
      nextConcurrency(from, { bytesPerSecond: 120, faults: 5, acknowledged: 100, isSaturated: true }, within)
        .parts,
    ).toBe(11);
  });
});
