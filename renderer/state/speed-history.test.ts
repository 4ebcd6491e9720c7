import { describe, expect, it } from 'vitest';
import {
  appendSample,
  expiredUploads,
  filesPerSecond,
  prependSamples,
  type SpeedSample,
} from './speed-history.ts';

const at = (atMs: number, bytesPerSecond: number | null = 1): SpeedSample => ({ atMs, bytesPerSecond });

describe('the speed history of an upload', () => {
  it('starts with the first progress and takes one sample a second', () => {
    const events = Array.from({ length: 31 }, (_, k) => at(k * 100, k));
    const samples = events.reduce<readonly SpeedSample[]>(appendSample, []);
    expect(samples).toEqual([at(0, 0), at(1000, 10), at(2000, 20), at(3000, 30)]);
  });

  it('has a gap where the upload was paused', () => {
    expect(appendSample([at(0)], at(60_000))).toEqual([at(0), at(1, null), at(60_000)]);
  });

  it('goes back at most two hours', () => {
    const old = Array.from({ length: 100 }, (_, k) => at(k * 1000));
    expect(appendSample(old, at(2 * 3_600_000 + 50_000))).toHaveLength(50 + 2);
  });

  it('restarts when the clock is set back, but not for small corrections', () => {
    const samples = [at(3_600_000, 1)];
    expect(appendSample(samples, at(1_000, 2))).toEqual([at(1_000, 2)]);
    expect(appendSample(samples, at(3_599_000, 2))).toBe(samples);
  });

  it('is dropped for uploads that stopped long ago, except the last twenty', () => {
    const hourMs = 3_600_000;
    const stopped = Array.from({ length: 1000 }, (_, id) => [id, [at(id)]] as const);
    const moving = Array.from({ length: 50 }, (_, id) => [1000 + id, [at(9 * hourMs)]] as const);
    const old = expiredUploads(new Map([...stopped, ...moving]), 10 * hourMs);
    expect(old).toEqual(Array.from({ length: 980 }, (_, id) => id));
    expect(expiredUploads(new Map(moving), 10 * hourMs)).toEqual([]);
  });

  it("adds the engine's earlier samples once", () => {
    const series = { everyMs: 2000, endMs: 10_000, bytesPerSecond: [1, 2, 3] };
    const samples = prependSamples([at(9_000, 9)], series);
    expect(samples).toEqual([at(6_000, 1), at(8_000, 2), at(9_000, 9)]);
    expect(prependSamples(samples, series)).toBe(samples);
    expect(prependSamples([], series)).toHaveLength(3);
  });
});

describe('files per second', () => {
  const counted = (atMs: number, files: number): SpeedSample => ({ atMs, bytesPerSecond: 1, files });
  const steady = Array.from({ length: 61 }, (_, k) => counted(k * 1000, k * 3));
  it.each<[string, readonly SpeedSample[], number | null]>([
    ['unknown without samples', [], null],
    ['unknown in the first seconds', steady.slice(0, 5), null],
    ['those of the last half minute', [counted(-200_000, -1_000_000), ...steady], 3],
    ['0 where files wait for a large one', steady.map(({ atMs }) => counted(atMs, 7)), 0],
    ['unknown after a pause', [...steady, at(60_001, null), counted(90_000, 181)], null],
    ["unknown from the engine's samples alone", Array.from({ length: 60 }, (_, k) => at(k * 1000)), null],
  ])('are %s', (_, samples, rate) => expect(filesPerSecond(samples)).toBe(rate));
});
