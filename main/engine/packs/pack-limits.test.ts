import { describe, expect, test } from 'vitest';
import { estimatePacking, estimateRequests, packLimits, packPartBytes, shouldPack } from './pack-limits.ts';

const documented = {
  requestsPerSecond: 25,
  maxParts: 10_000,
  minPartBytes: 5_000_000,
  maxPartBytes: 5_000_000_000,
  recommendedPartBytes: 50_000_000,
};

test.each([
  ['the documented limits', {}, 32_000_000, 5_000_000],
  ['a large minimum', { minPartBytes: 20_000_000 }, 40_000_000, 20_000_000],
  ['few parts', { maxParts: 10 }, 53_687_092, 53_687_092],
  ['small recommended parts', { minPartBytes: 1024, recommendedPartBytes: 65_536 }, 65_536, 53_688],
  ['a largest part that is smaller', { maxPartBytes: 20_000_000 }, 20_000_000, 5_000_000],
  ['a largest part and few parts', { maxParts: 10, maxPartBytes: 9_000_000 }, 9_000_000, 9_000_000],
])('parts of a pack under %s', (_, given, wanted, atLeast) => {
  expect(packPartBytes({ ...documented, ...given })).toEqual({ wanted, atLeast });
});

const MB = 1_000_000;
const MiB = 1024 * 1024;
test.each([
  ['16 MB, however little there is', 100, 16 * MB],
  ['a sixth of 120 MB', 120 * MB, 20 * MB],
  ['a sixth of 20,000 files of 16 KiB', 20_000 * 16_384, 54_613_334],
  ['256 MiB, however much there is', 1_000_000 * MB, 256 * MiB],
])('a pack holds at most %s', (_, totalBytes, maxBytes) => {
  expect(packLimits(documented, totalBytes).maxBytes).toBe(maxBytes);
});

describe('automatic packing', () => {
  test.each([
    // files, bytes, packed
    [0, 0, false],
    [1, 100, false],
    [2, 2_000, false],
    [500, 500 * 16_384, false], // 58 s of requests
    [510, 510 * 16_384, true],
    [100_000, 100_000 * 16_384, true],
    [1_000_000, 1_000_000, true],
    [1_000, 1_000 * 7.9 * MB, true],
    [60, 60 * 7.9 * MB, false],
  ])('%d files of %d bytes: %s', (files, bytes, packed) => {
    const estimate = estimatePacking([{ files, bytes }], documented);
    expect(shouldPack('auto', estimate, 25)).toBe(packed);
    expect(shouldPack('never', estimate, 25)).toBe(false);
    expect(shouldPack('always', estimate, 25)).toBe(files > 1);
  });

  test('a thousand roots of one file each are not packed', () => {
    const roots = Array.from({ length: 1000 }, () => ({ files: 1, bytes: 100 }));
    const estimate = estimatePacking(roots, documented);
    expect(estimate).toEqual({
      files: 1000,
      bytes: 100_000,
      packs: 0,
      packedParts: 1000,
      aloneRequests: 3000,
      packedRequests: 3000,
    });
    expect(shouldPack('always', estimate, 25)).toBe(false);
  });

  test('where the rate limit is no limit, nothing is packed by itself', () => {
    const estimate = estimatePacking([{ files: 10_000, bytes: 10_000 }], documented);
    expect(shouldPack('auto', estimate, 10_000)).toBe(false);
  });
});

test('100,000 files of 16 KiB take 300,000 requests alone and some 80 in packs', () => {
  expect(estimatePacking([{ files: 100_000, bytes: 100_000 * 16_384 }], documented)).toEqual({
    files: 100_000,
    bytes: 1_638_400_000,
    packs: 10,
    packedParts: 61,
    aloneRequests: 300_000,
    packedRequests: 81,
  });
});

test('files that are large on average need a request for each part, and no pack takes them', () => {
  const terabyte = { files: 10, bytes: 1e12 };
  const alone = estimateRequests('never', terabyte, documented);
  expect(alone).toBeGreaterThan(1e12 / documented.recommendedPartBytes);
  expect(estimateRequests('always', terabyte, documented)).toBe(alone);
  const image = { files: 1, bytes: 5e12 };
  expect(estimateRequests('never', image, documented)).toBeLessThan(2.1 * documented.maxParts);
  const small = { files: 100_000, bytes: 1e9 };
  expect(estimateRequests('auto', small, documented)).toBeLessThan(
    estimateRequests('never', small, documented) / 100,
  );
});
