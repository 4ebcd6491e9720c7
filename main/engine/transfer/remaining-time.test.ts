import { describe, expect, it } from 'vitest';
import fc from '../../../test/fixtures/property.ts';
import { estimateSecondsLeft, type RateSample } from './remaining-time.ts';

const half = (bytes: number, files = 0): RateSample => ({
  ms: 500,
  bytes: bytes / 2,
  lostBytes: 0,
  files: files / 2,
});
/** Seconds at this many bytes and files per second. */
const run = (seconds: number, bytes: number, files = 0): RateSample[] =>
  Array<RateSample>(seconds * 2).fill(half(bytes, files));
/** The same, of which this share is sent again. */
const lossy = (seconds: number, bytes: number, share: number): RateSample[] =>
  run(seconds, bytes).map((sample) => ({ ...sample, lostBytes: sample.bytes * share }));
const perSecond = 25;

describe('the remaining time', () => {
  it.each<[string, RateSample[], { bytes: number; files: number }, [number, number] | null]>([
    ['in the first seconds', run(9, 1e6), { bytes: 1e9, files: 1 }, null],
    ['without a byte', run(60, 0), { bytes: 1e9, files: 1 }, null],
    ['of a steady line', run(30, 1e6), { bytes: 6e7, files: 1 }, [60, 66]],
    [
      'of a line with pauses',
      [...run(6, 1e6), ...run(6, 0), ...run(6, 1e6)],
      { bytes: 6e7, files: 1 },
      [60, 90],
    ],
    // 6,082 files, 95 % of the bytes after 30 s: the files that are left need three requests each.
    ['of many small files after a few large ones', run(30, 6e7, 1), { bytes: 1e8, files: 5800 }, [696, 766]],
    ['of small files', run(30, 80_000, 8.3), { bytes: 9e6, files: 1000 }, [120, 132]],
    ['of a large file after small ones', run(30, 80_000, 8.3), { bytes: 1e10, files: 1 }, null],
    ['of files that are all empty', run(30, 0, 8.3), { bytes: 0, files: 100 }, [12, 13.2]],
    ['of nothing', run(30, 1e6), { bytes: 0, files: 0 }, [0, 0]],
    ['of a line that loses half', lossy(30, 1e6, 0.5), { bytes: 6e7, files: 1 }, [120, 132]],
    ['of a line on which nothing arrives', lossy(30, 1e6, 1), { bytes: 6e7, files: 1 }, null],
    ['of years', run(60, 100), { bytes: 5e12, files: 1 }, null],
    ['of a 5 TB image over a slow line', run(60, 2e6), { bytes: 5e12, files: 1 }, [2.5e6, 2.75e6]],
  ])('%s', (_, samples, left, expected) => {
    const found = estimateSecondsLeft(samples, left, perSecond);
    if (expected === null || found === null) expect(found).toBe(expected);
    else {
      for (const [end, seconds] of [
        [found.low, expected[0]],
        [found.high, expected[1]],
      ] as const) {
        expect(end).toBeGreaterThanOrEqual(seconds * 0.95);
        expect(end).toBeLessThanOrEqual(seconds * 1.05);
      }
    }
  });

  it('is a range that a person can use, whatever was measured', () => {
    const sample = fc.record({
      ms: fc.integer({ min: 500, max: 60_000 }),
      bytes: fc.oneof(fc.constant(0), fc.maxSafeNat()),
      lostBytes: fc.oneof(fc.constant(0), fc.maxSafeNat()),
      files: fc.nat(1000),
    });
    const left = fc.record({ bytes: fc.maxSafeNat(), files: fc.nat(10_000_000) });
    fc.assert(
      fc.property(
        fc.array(sample, { maxLength: 130 }),
        left,
        fc.integer({ min: 1, max: 4000 }),
        (samples, rest, rate) => {
          const found = estimateSecondsLeft(samples, rest, rate);
          if (found === null) return;
          expect(found.low).toBeGreaterThanOrEqual((rest.files * 3) / rate);
          expect(found.high).toBeGreaterThanOrEqual(found.low);
          expect(found.high).toBeLessThanOrEqual(3 * found.low);
          expect(found.high).toBeLessThanOrEqual(365 * 86_400);
        },
      ),
    );
  });

  it('is close to the truth all along, for any mix of files over any line', () => {
    const upload = fc.record({
      line: fc.integer({ min: 100_000, max: 100_000_000 }),
      small: fc.integer({ min: 0, max: 3000 }),
      large: fc.integer({ min: 1, max: 20 }),
      largeBytes: fc.integer({ min: 50_000_000, max: 2_000_000_000 }),
    });
    fc.assert(
      fc.property(upload, ({ line, small, large, largeBytes }) => {
        // Large and small files are spread evenly, as in an inventory of folders.
        const bytes = small * 10_000 + large * largeBytes;
        const files = small + large;
        const seconds = Math.max(bytes / line, (files * 3) / perSecond);
        fc.pre(seconds > 60);
        for (const share of [0.3, 0.6, 0.9]) {
          const samples = run(Math.min(60, Math.floor(seconds * share)), bytes / seconds, files / seconds);
          const rest = { bytes: bytes * (1 - share), files: files * (1 - share) };
          const found = estimateSecondsLeft(samples, rest, perSecond);
          expect(found).not.toBeNull();
          const truth = seconds * (1 - share);
          expect(found?.low ?? 0).toBeLessThanOrEqual(truth * 1.05);
          expect(found?.high ?? 0).toBeGreaterThanOrEqual(truth * 0.95);
          expect(found?.high ?? 0).toBeLessThanOrEqual(truth * 1.5);
        }
      }),
    );
  });
});
