import { describe, expect, test } from 'vitest';
import fc from '../../../test/fixtures/property.ts';
import { countNext, nextCut, type UncutMembers } from './pack-cut.ts';
import type { PlatformPartLimits } from './pack-limits.ts';

const MB = 1_000_000;
const documented: PlatformPartLimits = {
  requestsPerSecond: 25,
  maxParts: 10_000,
  minPartBytes: 5 * MB,
  maxPartBytes: 5_000 * MB,
  recommendedPartBytes: 50 * MB,
};
const rest: UncutMembers = { files: 3000, bytes: 30 * MB };

describe('how a pack is cut next', () => {
  test.each<[string, number, Partial<UncutMembers>, string, number]>([
    ['a good line: parts of 32 MB', Number.POSITIVE_INFINITY, {}, 'part', 32 * MB],
    ['a line for 8 MB', 8 * MB, {}, 'part', 8 * MB],
    ['a line for the smallest part', 5 * MB, {}, 'part', 5 * MB],
    ['a line for less: a pack of its own', 1 * MB, {}, 'piece', 1 * MB],
    ['a line for less, and hardly more is left', 1 * MB, { bytes: 1.4 * MB }, 'part', 5 * MB],
    ['a line for less than the only file that is left', 1 * MB, { files: 1, bytes: 8 * MB }, 'part', 5 * MB],
  ])('%s', (_, lineBytes, left, kind, wanted) => {
    const cut = nextCut({ files: 3000, lineBytes }, documented, () => ({ ...rest, ...left }));
    expect(cut).toMatchObject({ kind, size: { wanted } });
  });

  test('a part that is not the last one keeps the limits of any profile, and what is left is always cut to the end', () => {
    const limits = fc
      .record({ min: fc.integer({ min: 100, max: 2000 }), more: fc.nat(20_000), wanted: fc.nat(10_000) })
      .map(({ min, more, wanted }) => ({
        ...documented,
        minPartBytes: min,
        // Room for a member, and for the list of all of them at the end.
        maxPartBytes: 2 * (min + 1000) + more,
        recommendedPartBytes: min + wanted,
        maxParts: 10_000_000,
      }));
    const sizes = fc.array(fc.integer({ min: 50, max: 1000 }), { minLength: 2, maxLength: 200 });
    const line = fc.array(fc.integer({ min: 1, max: 30_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(limits, sizes, line, (platform, members, lines) => {
        let [at, cuts, parts] = [0, 0, 0];
        while (at < members.length) {
          const left = members.slice(at);
          const uncut = { files: left.length, bytes: left.reduce((sum, bytes) => sum + bytes, 0) };
          const lineBytes = lines[cuts % lines.length] ?? 1;
          const cut = nextCut({ files: members.length, lineBytes }, platform, () => uncut);
          const { count, bytes } = countNext(left, cut.size);
          expect(count).toBeGreaterThan(0);
          const isLast = count === left.length;
          expect(bytes).toBeLessThanOrEqual(platform.maxPartBytes);
          if (cut.kind === 'piece') {
            // Something stays behind: the pack's own last part has the list of its members.
            expect(isLast).toBe(false);
            expect(count === 1 || bytes <= lineBytes).toBe(true);
          } else {
            parts += 1;
            if (!isLast) expect(bytes).toBeGreaterThanOrEqual(platform.minPartBytes);
          }
          at += count;
          cuts += 1;
        }
        expect(parts).toBeGreaterThan(0);
      }),
    );
  });
});
