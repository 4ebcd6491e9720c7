import { describe, expect, it } from 'vitest';
import fc from '../../../../test/fixtures/property.ts';
import { lineRange, type Range, type TimeLimits } from './forecast.ts';
import { boundOf, forecastRest, LineTally, type RunBlock } from './run-rates.ts';

const perSecond = 25;
const noLimit: TimeLimits = {
  requestsPerSecond: perSecond,
  bandwidth: { bytesPerSecond: null, schedule: null },
  hours: null,
};
const limitedTo = (bytesPerSecond: number): TimeLimits => ({
  ...noLimit,
  bandwidth: { bytesPerSecond, schedule: null },
});
/** Two seconds at this many bytes and files per second. */
const block = (bytes: number, files = 0, changes: Partial<RunBlock> = {}): RunBlock => ({
  seconds: 2,
  provenBytes: bytes * 2,
  takenBytes: bytes * 2,
  requests: files * 6,
  isSending: true,
  isFull: false,
  isWaiting: false,
  sourceShare: 0,
  limitBytesPerSecond: Number.POSITIVE_INFINITY,
  ...changes,
});
const run = (seconds: number, bytes: number, files = 0, changes: Partial<RunBlock> = {}): RunBlock[] =>
  Array<RunBlock>(Math.round(seconds / 2)).fill(block(bytes, files, changes));
const outage = (seconds: number): RunBlock[] => run(seconds, 0, 0, { isWaiting: true });
const left = (bytes: number, files = 1) => ({ bytes, requests: files * 3, hashedBytes: bytes });
const known = (bytesPerSecond: number): Range => ({ low: bytesPerSecond / 1.1, high: bytesPerSecond * 1.1 });

describe('the rest of a run', () => {
  it.each<[string, RunBlock[], Range | null, ReturnType<typeof left>, TimeLimits, [number, number] | null]>([
    ['in the first seconds, over an unknown line', run(2, 1e6), null, left(1e9), noLimit, null],
    ['before the first byte, over a known line', [], known(1e6), left(6e7), noLimit, [50, 72]],
    ['without a byte', run(60, 0), null, left(1e9), noLimit, null],
    ['of a steady line', run(30, 1e6), null, left(6e7), noLimit, [56, 68]],
    ['of a line that became half as fast as it was', run(30, 1e6), known(2e6), left(6e7), noLimit, [50, 70]],
    [
      'of a line with pauses',
      [...run(10, 1e6), ...run(10, 0), ...run(10, 1e6)],
      null,
      left(6e7),
      noLimit,
      [60, 140],
    ],
    [
      'after a long outage',
      [...run(20, 1e6), ...outage(3600), ...run(30, 1e6)],
      null,
      left(6e7),
      noLimit,
      [56, 70],
    ],
    ['of many small files after large ones', run(30, 6e7, 1), null, left(1e8, 5800), noLimit, [690, 800]],
    ['of small files', run(30, 80_000, 8.3), null, left(9e6, 1000), noLimit, [118, 135]],
    [
      'of small files, with others at the same account',
      run(30, 40_000, 6),
      null,
      left(9e6, 1000),
      noLimit,
      [150, 220],
    ],
    ['of a large file after small ones', run(30, 80_000, 8.3), null, left(1e10), noLimit, null],
    [
      'of a large file after small ones, over a known line',
      run(30, 80_000, 8.3),
      known(1e7),
      left(1e10),
      noLimit,
      [850, 1250],
    ],
    [
      'of small files beside a large one',
      run(30, 5e6, 8, { isFull: true }),
      null,
      left(6e7, 100),
      noLimit,
      [11, 17],
    ],
    ['of files that are all empty', run(30, 0, 8.3), null, left(0, 100), noLimit, [11, 14]],
    ['of nothing', run(30, 1e6), null, left(0, 0), noLimit, [0, 0]],
    [
      'at the limit',
      run(30, 1e6, 0, { limitBytesPerSecond: 1e6 }),
      known(1e8),
      left(6e7),
      limitedTo(1e6),
      [60, 66],
    ],
    [
      'of a limit that was lifted',
      run(30, 1e6, 0, { limitBytesPerSecond: 1e6 }),
      known(1e7),
      left(6e8),
      noLimit,
      [50, 75],
    ],
    [
      'of a line that loses what it takes',
      run(60, 0, 0, { isWaiting: true }),
      null,
      left(6e7),
      noLimit,
      null,
    ],
    ['of years', run(60, 100), null, left(5e12), noLimit, null],
    ['of a 5 TB image over a slow line', run(60, 2e6), null, left(5e12), noLimit, [2.3e6, 2.8e6]],
    [
      'while the platform takes half of the time',
      run(30, 1e6).flatMap((one) => [one, block(0, 0, { isSending: false })]),
      null,
      left(6e7),
      noLimit,
      [56, 145],
    ],
  ])('%s', (_, blocks, prior, rest, limits, expected) => {
    const found = forecastRest(blocks, prior, rest, limits, Date.now());
    if (expected === null || found === null) return expect(found).toBe(expected);
    expect(found.low).toBeGreaterThanOrEqual(expected[0]);
    expect(found.high).toBeLessThanOrEqual(expected[1]);
    expect(found.high).toBeGreaterThanOrEqual(found.low);
  });

  it.each<[string, RunBlock[], TimeLimits, string]>([
    ['line', run(30, 1e6), noLimit, 'line'],
    ['source', run(30, 1e6, 0, { sourceShare: 0.9 }), noLimit, 'source'],
    ['bandwidth limit', run(30, 1e6, 0, { limitBytesPerSecond: 1e6 }), limitedTo(1e6), 'bandwidth-limit'],
  ])('names the %s where it holds the run back', (_, blocks, limits, bound) => {
    expect(forecastRest(blocks, null, left(6e8), limits, Date.now())?.bound.kind).toBe(bound);
  });

  it.each<[string, number, number | null, TimeLimits]>([
    ['at the limit', 8.3, 5e6, limitedTo(5e6)],
    ['over the line', 8.3, null, noLimit],
    // The answers of the platform took their time.
    ['at the limit, after slow answers,', 2, 5e6, limitedTo(5e6)],
    ['over the line, after slow answers,', 2, null, noLimit],
  ])('of large files %s is not corrected by the small ones before them', (_, files, limit, limits) => {
    const limited = { limitBytesPerSecond: limit ?? Number.POSITIVE_INFINITY };
    const small = run(38, 200 * files, files, limited);
    const large = run(1200, 5e6, 0, { ...limited, isFull: true });
    const [rest, prior] = [left(2e12, 3), lineRange([{ bytes: 5e7, seconds: 10 }])];
    const truth = 2e12 / 5e6;
    for (const seconds of [0, 2, 4, 18, 34, 76, 130, 220, 600, 1200]) {
      const found = forecastRest([...small, ...large.slice(0, seconds / 2)], prior, rest, limits, 0);
      expect(found?.low, `after ${seconds} s`).toBeLessThan(truth * 1.02);
      expect(found?.high, `after ${seconds} s`).toBeGreaterThan(truth);
      expect(found?.high, `after ${seconds} s`).toBeLessThan(truth * 1.25);
    }
  });

  it('follows what happens within a minute, and a long run is not moved by one', () => {
    const usual = run(1200, 1e6);
    const slow = [...usual, ...run(60, 5e5)];
    const soon = forecastRest(slow, null, left(6e7), noLimit, 0)?.high ?? 0;
    expect(soon).toBeGreaterThan(90);
    const late = forecastRest(slow, null, left(3.6e10), noLimit, 0);
    expect(late?.low).toBeGreaterThan(32_000);
    expect(late?.high).toBeLessThan(45_000);
  });

  it('of an upload that was paused is what it was before, also while its next run begins', () => {
    const [speed, rest] = [5e6, left(6e11)];
    const before = run(300, speed);
    const tally = new LineTally();
    for (const one of before) tally.add(one, perSecond);
    const prior = lineRange(tally.measurement === null ? [] : [tally.measurement]);
    const usual = forecastRest(before, prior, rest, noLimit, 0)?.likely ?? 0;
    // What was sent is verified and hashed again, and one part after the other is added.
    const start = [
      ...run(6, 0, 0, { isSending: false }),
      ...run(4, 0.4 * speed),
      ...run(4, 0.6 * speed),
      ...run(2, 0.8 * speed),
    ];
    for (let seconds = 0; seconds <= 120; seconds += 2) {
      const blocks = [...start, ...run(120, speed)].slice(0, seconds / 2);
      const found = forecastRest(blocks, prior, rest, noLimit, 0)?.likely ?? 0;
      expect(Math.abs(found / usual - 1), `after ${seconds} s`).toBeLessThan(0.05);
    }
  });

  it('is a range that a person can use, whatever was measured', () => {
    const bytes = fc.oneof(fc.constant(0), fc.maxSafeNat(), fc.integer({ min: -1e9, max: 0 }));
    const any: fc.Arbitrary<RunBlock> = fc.record({
      seconds: fc.double({ min: 0.1, max: 20, noNaN: true }),
      provenBytes: bytes,
      takenBytes: bytes,
      requests: fc.nat(1000),
      isSending: fc.boolean(),
      isFull: fc.boolean(),
      isWaiting: fc.boolean(),
      sourceShare: fc.double({ min: 0, max: 3, noNaN: true }),
      limitBytesPerSecond: fc.oneof(
        fc.constant(Number.POSITIVE_INFINITY),
        fc.integer({ min: 1000, max: 1e9 }),
      ),
    });
    const rest = fc.record({ bytes: fc.maxSafeNat(), files: fc.nat(10_000_000) });
    fc.assert(
      fc.property(
        fc.array(any, { maxLength: 100 }),
        fc.option(fc.integer({ min: 1, max: 1e9 })),
        rest,
        (blocks, prior, { bytes: size, files }) => {
          const found = forecastRest(
            blocks,
            prior === null ? null : known(prior),
            left(size, files),
            noLimit,
            0,
          );
          if (found === null) return;
          expect(found.low).toBeGreaterThanOrEqual(((files * 3) / perSecond) * 0.999);
          expect(found.high).toBeGreaterThanOrEqual(found.low);
          expect(found.high).toBeLessThanOrEqual(365 * 86_400);
        },
      ),
    );
  });

  it('is close to the truth all along, for any mix of files over any line', () => {
    const upload = fc.record({
      line: fc.integer({ min: 100_000, max: 100_000_000 }),
      noise: fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 30, maxLength: 30 }),
      small: fc.integer({ min: 0, max: 3000 }),
      large: fc.integer({ min: 1, max: 20 }),
      largeBytes: fc.integer({ min: 50_000_000, max: 2_000_000_000 }),
      isKnown: fc.boolean(),
    });
    fc.assert(
      fc.property(upload, ({ line, noise, small, large, largeBytes, isKnown }) => {
        // Large and small files are spread evenly, as in an inventory of folders.
        const bytes = small * 10_000 + large * largeBytes;
        const files = small + large;
        const seconds = Math.max(bytes / line, (files * 3) / perSecond);
        fc.pre(seconds > 60 && seconds < 86_400);
        for (const share of [0.1, 0.5, 0.9]) {
          const past = Math.min(60, Math.floor(seconds * share));
          const blocks = Array.from({ length: Math.floor(past / 2) }, (_, n) =>
            block((bytes / seconds) * (1 + (noise[n] ?? 0) / 100), files / seconds),
          );
          const found = forecastRest(
            blocks,
            isKnown ? known(line) : null,
            left(bytes * (1 - share), files * (1 - share)),
            noLimit,
            0,
          );
          const truth = seconds * (1 - share);
          expect(found).not.toBeNull();
          expect(found?.low ?? 0).toBeLessThanOrEqual(truth * 1.1);
          expect(found?.high ?? 0).toBeGreaterThanOrEqual(truth * 0.9);
          const middle = ((found?.low ?? 0) + (found?.high ?? 0)) / 2;
          if (isKnown || past >= 30) expect(Math.abs(middle / truth - 1)).toBeLessThanOrEqual(0.2);
        }
      }),
    );
  });
});

describe('what held a block back', () => {
  it.each<[string, RunBlock, string]>([
    ['the line', block(1e6), 'line'],
    ['the bandwidth limit', block(1e6, 0, { limitBytesPerSecond: 1.1e6 }), 'bandwidth-limit'],
    ['no limit that is not reached', block(1e6, 0, { limitBytesPerSecond: 2e6 }), 'line'],
    ['the rate limit', block(1e5, 8), 'rate-limit'],
    ['requests and bytes', block(1e6, 4), 'mixed'],
    ['the line, though requests wait too', block(1e6, 8, { isFull: true }), 'line'],
    ['the disk', block(1e6, 0, { sourceShare: 0.8 }), 'source'],
    ['an outage', block(0, 0, { isWaiting: true }), 'waiting'],
    ['the platform', block(0, 0, { isSending: false }), 'idle'],
  ])('%s', (_, one, bound) => expect(boundOf(one, perSecond)).toBe(bound));
});

describe('what is kept of the line', () => {
  const kept = (blocks: readonly RunBlock[]) => {
    const tally = new LineTally();
    for (const one of blocks) tally.add(one, perSecond);
    return tally.measurement;
  };
  it.each<[string, RunBlock[], { bytes: number; seconds: number } | null]>([
    ['all of a run over the line alone', run(40, 8e7), { bytes: 3.2e9, seconds: 40 }],
    [
      'no time before and between parts',
      [...run(4, 0, 0, { isSending: false }), ...run(40, 8e7)],
      { bytes: 3.2e9, seconds: 40 },
    ],
    ['short outages with it', [...run(20, 8e7), ...outage(4)], { bytes: 1.6e9, seconds: 24 }],
    ['not the rest of a long outage', [...run(20, 8e7), ...outage(600)], { bytes: 1.6e9, seconds: 50 }],
    ['nothing of a run at the bandwidth limit', run(40, 1e6, 0, { limitBytesPerSecond: 1e6 }), null],
    ['nothing of a run near the limit', run(40, 1e6, 0, { limitBytesPerSecond: 1.5e6 }), null],
    [
      'nothing where the limit was what mostly held it back',
      [...run(40, 1e6, 0, { limitBytesPerSecond: 1e6 }), ...run(20, 1e6)],
      null,
    ],
    ['nothing of a run at the rate limit', run(40, 1e6, 8), null],
    ['nothing of a slow disk', run(40, 1e6, 0, { sourceShare: 0.9 }), null],
    [
      'no small files that waited for answers',
      [...run(300, 400, 2), ...run(40, 8e7, 0, { isFull: true })],
      { bytes: 3.2e9, seconds: 40 },
    ],
    ['small files that filled the line', run(40, 2e6, 1), { bytes: 8e7, seconds: 40 }],
    ['nothing of a few bytes', run(40, 1e5), null],
    ['nothing of a moment', run(2, 6e6), null],
    ['a moment of very many bytes', run(2, 6e8), { bytes: 1.2e9, seconds: 2 }],
  ])('%s', (_, blocks, expected) => expect(kept(blocks)).toEqual(expected));
});
