import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { covers } from '../../../../test/conformance/covers.ts';
import fc from '../../../../test/fixtures/property.ts';
import { failureOf, unwrap } from '../../../../test/fixtures/result.ts';
import { defaultProfilePath } from '../../platform/profile-file.ts';
import { isTooCoarse, type PartLimits, partRange, planParts } from './part-plan.ts';

const limits: PartLimits = JSON.parse(readFileSync(defaultProfilePath, 'utf8')).limits;
const fiveTerabytes = 5_000_000_000_000;

/** What platform-interface 8 asks of any plan, whatever the profile's numbers are. */
function expectKept(sizeBytes: number, given: PartLimits, lineBytes?: number): void {
  const plan = unwrap(planParts(sizeBytes, given, lineBytes));
  expect(plan.partCount).toBeGreaterThanOrEqual(1);
  expect(plan.partCount).toBeLessThanOrEqual(given.maxParts);
  expect(plan.partSizeBytes).toBeLessThanOrEqual(given.maxPartBytes);
  if (plan.partCount > 1) expect(plan.partSizeBytes).toBeGreaterThanOrEqual(given.minPartBytes);
  // Every byte once: each part begins where the one before ended, and the last one ends with the file.
  let offset = 0;
  for (let number = 1; number <= plan.partCount; number += 1) {
    const range = partRange(plan, number);
    if (range.offset !== offset || range.length < 0) throw new Error(`part ${number} of ${sizeBytes}`);
    if (number < plan.partCount && range.length !== plan.partSizeBytes)
      throw new Error(`part ${number} is short`);
    if (range.length === 0 && sizeBytes > 0) throw new Error(`part ${number} is empty`);
    offset += range.length;
  }
  expect(offset).toBe(sizeBytes);
}

describe('the part plan', () => {
  test('covers every byte exactly once within the limits, for any size', () => {
    covers(
      'rule 8.parts-per-upload',
      'rule 8.part-size',
      'rule 8.recommended-part-size',
      'rule 4.1.uploading-a-part',
    );
    const near = fc
      .integer({ min: 1, max: 100_000 })
      .chain((parts) =>
        fc
          .integer({ min: -2, max: 2 })
          .map((off) => Math.min(Math.max(0, parts * 50_000_000 + off), fiveTerabytes)),
      );
    const size = fc.oneof(fc.integer({ min: 0, max: fiveTerabytes }), near, fc.nat(200_000_000));
    fc.assert(
      fc.property(
        size,
        fc.option(fc.double({ min: 0, noNaN: true }), { nil: undefined }),
        (sizeBytes, speed) => expectKept(sizeBytes, limits, speed),
      ),
      { numRuns: 300 },
    );
  });

  test('keeps the limits of any profile, or says that the file is too large', () => {
    const profile = fc
      .record({
        maxParts: fc.integer({ min: 1, max: 500 }),
        minPartBytes: fc.integer({ min: 1, max: 1000 }),
        more: fc.nat(1000),
        most: fc.nat(100_000),
        maxFileBytes: fc.integer({ min: 1, max: 10_000_000 }),
      })
      .map(({ more, most, ...rest }) => ({
        ...rest,
        recommendedPartBytes: rest.minPartBytes + more,
        maxPartBytes: rest.minPartBytes + more + most,
      }));
    fc.assert(
      fc.property(profile, fc.nat(12_000_000), (given, sizeBytes) => {
        if (planParts(sizeBytes, given).ok) return expectKept(sizeBytes, given);
        // Only where the platform's own rule leaves no other way.
        const needed = 1 + Math.floor(sizeBytes / given.maxParts);
        expect(sizeBytes > given.maxFileBytes || needed > given.maxPartBytes).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    [0, 50_000_000, 1],
    [1, 50_000_000, 1],
    [50_000_000, 50_000_000, 1],
    [50_000_001, 50_000_000, 2],
    [499_999_999_999, 50_000_000, 10_000],
    [500_000_000_000, 50_000_001, 10_000],
    [fiveTerabytes, 500_000_001, 10_000],
  ])('a file of %i bytes has parts of %i, %i of them', (sizeBytes, partSizeBytes, partCount) => {
    expect(unwrap(planParts(sizeBytes, limits))).toEqual({ sizeBytes, partSizeBytes, partCount });
  });

  test.each([
    ['more than recommended', 5_000_000_000, 40_000_000_000, 50_000_000],
    ['less than recommended', 25_000_000, 40_000_000_000, 25_000_000],
    ['no whole number of bytes', 6_250_000.7, 40_000_000_000, 6_250_000],
    ['less than the minimum', 500_000, 40_000_000_000, 5_000_000],
    ['less than the number of parts allows', 500_000, 400_000_000_000, 40_000_001],
  ])(
    'where the line wants %s (%i), a file of %i bytes has parts of %i',
    (_, line, sizeBytes, partSizeBytes) => {
      expect(unwrap(planParts(sizeBytes, limits, line))).toMatchObject({ partSizeBytes });
    },
  );

  test.each([
    ['half as large', { partSizeBytes: 50, partCount: 2 }, { partSizeBytes: 25, partCount: 4 }, true],
    ['a little smaller', { partSizeBytes: 50, partCount: 2 }, { partSizeBytes: 26, partCount: 4 }, false],
    [
      'for a file of one part either way',
      { partSizeBytes: 50, partCount: 1 },
      { partSizeBytes: 25, partCount: 1 },
      false,
    ],
  ])('parts that would be %s', (_, plan, right, expected) => {
    expect(isTooCoarse(plan, right)).toBe(expected);
  });

  test('one byte above 5 TB is refused with both numbers', () => {
    covers('rule 8.source-file-size');
    expect(failureOf(planParts(fiveTerabytes + 1, limits))).toMatchObject({
      code: 'file-too-large',
      sizeBytes: fiveTerabytes + 1,
      limit: { maxFileBytes: fiveTerabytes },
    });
  });
});
