import { describe, expect, test } from 'vitest';
import type { Sample } from './adaptive-concurrency.ts';
import { LineSpeed } from './line-speed.ts';

const limits = { minPartBytes: 5_000_000 };
const noLimit = Number.POSITIVE_INFINITY;
const sample: Sample = {
  partMs: 5_000,
  partWeight: 10_000_000,
  urlMs: 200,
  weightPerSecond: 2_000_000,
  partsInFlight: 4,
  faults: 0,
  acknowledged: 4,
};

function remembering(one: number | null = null, all: number | null = null) {
  const saved: number[] = [];
  return { saved, speed: new LineSpeed({ one, all }, (bytesPerSecond) => void saved.push(bytesPerSecond)) };
}

describe('the speed of a connection', () => {
  test('is known from the first parts on, and follows later ones', () => {
    const { speed, saved } = remembering();
    expect(speed.bytesPerSecond).toBeNull();
    speed.observe(sample, limits, noLimit);
    expect(speed.bytesPerSecond).toBe(2_000_000);
    for (let n = 0; n < 20; n += 1) speed.observe({ ...sample, weightPerSecond: 9_000_000 }, limits, noLimit);
    expect(speed.bytesPerSecond).toBeGreaterThan(8_900_000);
    expect(saved[0]).toBe(2_000_000);
    expect(saved.at(-1)).toBeGreaterThan(7_000_000);
    expect(saved.length).toBeLessThan(10);
  });

  test.each([
    ['small files, which wait for requests', { partWeight: 80_000, partMs: 500 }, noLimit],
    ['a start that saw no part arrive', { acknowledged: 0 }, noLimit],
    ['a line that carried nothing', { weightPerSecond: 0, partMs: Number.POSITIVE_INFINITY }, noLimit],
    ['parts that the bandwidth limit slows', {}, 8_500_000],
  ])('is not learned from %s', (_what, changes, limit) => {
    const { speed, saved } = remembering(7_000_000);
    speed.observe({ ...sample, ...changes }, limits, limit);
    expect(speed.bytesPerSecond).toBe(7_000_000);
    expect(saved).toEqual([]);
  });

  test('is learned from parts that are far too slow to wait for', () => {
    const { speed } = remembering();
    speed.observe({ ...sample, acknowledged: 0, partMs: 40_000, weightPerSecond: 500_000 }, limits, noLimit);
    expect(speed.bytesPerSecond).toBe(500_000);
  });

  test.each([
    ['small parts that were quick, where they went faster', { partMs: 500, weightPerSecond: 9_000_000 }],
    ['small parts that took long', { partMs: 9_000, weightPerSecond: 200_000 }],
  ])('follows %s', (_what, changes) => {
    const { speed } = remembering(2_000_000);
    for (let n = 0; n < 20; n += 1)
      speed.observe({ ...sample, partWeight: 2_000_000, ...changes }, limits, noLimit);
    expect((speed.bytesPerSecond ?? 0) / changes.weightPerSecond).toBeCloseTo(1, 1);
  });

  test.each([
    ['small', { partWeight: 2_000_000, partMs: 500 }, noLimit],
    ['slowed by the bandwidth limit', {}, 8_500_000],
  ])('of parts that are %s is recent, and not remembered', (_what, changes, limit) => {
    const { speed, saved } = remembering();
    speed.observe({ ...sample, ...changes }, limits, limit);
    expect(speed.recentTotalBytesPerSecond).toBe(8_000_000);
    expect(speed.bytesPerSecond).toBeNull();
    expect(saved).toEqual([]);
  });

  test('is learned below a bandwidth limit that is not reached', () => {
    const { speed } = remembering();
    speed.observe(sample, limits, 50_000_000);
    expect(speed.bytesPerSecond).toBe(2_000_000);
  });

  test('of all together is what earlier uploads measured, until this one does', () => {
    const { speed } = remembering(null, 3_000_000);
    expect(speed.totalBytesPerSecond).toBe(3_000_000);
    speed.observe(sample, limits, noLimit);
    expect(speed.totalBytesPerSecond).toBe(8_000_000);
  });
});
