import { describe, expect, test } from 'vitest';
import fc from '../../../../test/fixtures/property.ts';
import { type LineFacts, nextPartBytes, plannedPartBytes } from './part-size.ts';

const MB = 1_000_000;
const none = Number.POSITIVE_INFINITY;
const unknown: LineFacts = {
  bytesPerSecond: null,
  totalBytesPerSecond: null,
  recentBytesPerSecond: null,
  limitBytesPerSecond: none,
  bytesPerBreak: none,
  largestBytes: 0,
};

describe('parts that are planned in advance', () => {
  test.each<[string, Partial<LineFacts>, number]>([
    ['an unknown line: as the platform recommends', {}, none],
    ['1 MB/s', { bytesPerSecond: MB }, 5 * MB],
    ['100 kB/s', { bytesPerSecond: 100_000 }, 2 * MB],
    ['a bandwidth limit', { bytesPerSecond: 9 * MB, limitBytesPerSecond: 3 * MB }, 3 * MB],
    ['200 Mbit/s by two connections', { bytesPerSecond: 12.5 * MB, totalBytesPerSecond: 25 * MB }, 25 * MB],
    ['200 Mbit/s by 16 connections', { bytesPerSecond: 1.5 * MB, totalBytesPerSecond: 25 * MB }, 7.5 * MB],
    ['a slow line by one connection', { bytesPerSecond: 0.1 * MB, totalBytesPerSecond: 0.1 * MB }, 2 * MB],
    ['small parts of this run: they say too little', { recentBytesPerSecond: MB, largestBytes: MB }, none],
    ['connections that break after 40 MB', { bytesPerSecond: 50 * MB, bytesPerBreak: 40 * MB }, 5 * MB],
  ])('%s', (_, facts, bytes) => {
    expect(plannedPartBytes({ ...unknown, ...facts })).toBe(bytes);
  });
});

test('parts lose less than 1 % of what the line carries where one connection breaks each minute', () => {
  fc.assert(
    fc.property(fc.double({ min: 2 * MB, max: 1000 * MB, noNaN: true }), (total) => {
      const bytes = plannedPartBytes({ ...unknown, bytesPerSecond: total, totalBytesPerSecond: total });
      expect(bytes / 2 / (60 * total)).toBeLessThan(0.01);
    }),
  );
});

describe('parts that are cut when they are sent', () => {
  test.each<[string, Partial<LineFacts>, number]>([
    ['the first one on an unknown line is small', {}, 2 * MB],
    ['the first one on a remembered slow line too', { bytesPerSecond: 500_000 }, 2 * MB],
    ['the first one on a remembered fast line takes a second', { bytesPerSecond: 50 * MB }, 50 * MB],
    ['small files say nothing', { largestBytes: 3000 }, 2 * MB],
    ['then they grow on an unknown line', { largestBytes: 2 * MB }, 8 * MB],
    [
      'not beyond what the last ones took five seconds for',
      { largestBytes: 2 * MB, recentBytesPerSecond: MB },
      5 * MB,
    ],
    [
      'and are as large as the line allows once it is known',
      { largestBytes: 8 * MB, bytesPerSecond: 20 * MB, recentBytesPerSecond: 30 * MB },
      150 * MB,
    ],
    [
      'what the line gives now counts, whatever is remembered',
      { largestBytes: 8 * MB, bytesPerSecond: 20 * MB, recentBytesPerSecond: MB },
      5 * MB,
    ],
    [
      'a bandwidth limit counts',
      { largestBytes: 8 * MB, bytesPerSecond: 20 * MB, limitBytesPerSecond: MB },
      5 * MB,
    ],
    [
      'where connections break after 8 MB, eight go over each',
      { largestBytes: 8 * MB, bytesPerSecond: 20 * MB, bytesPerBreak: 8 * MB },
      MB,
    ],
  ])('%s', (_, facts, bytes) => {
    expect(nextPartBytes({ ...unknown, ...facts })).toBe(bytes);
  });

  test('are never larger than where connections break, nor larger than of a better line', () => {
    const speed = fc.option(fc.double({ min: 1, max: 1e9, noNaN: true }), { nil: null });
    const facts = fc.record({
      bytesPerSecond: speed,
      totalBytesPerSecond: speed,
      recentBytesPerSecond: speed,
      limitBytesPerSecond: fc.constantFrom(none, MB, 50 * MB),
      bytesPerBreak: fc.oneof(fc.constant(none), fc.double({ min: 524_288, max: 1e9, noNaN: true })),
      largestBytes: fc.oneof(fc.constant(0), fc.nat(50 * MB)),
    });
    fc.assert(
      fc.property(facts, (line) => {
        const bytes = nextPartBytes(line);
        expect(bytes).toBeGreaterThan(0);
        expect(bytes).toBeLessThanOrEqual(line.bytesPerBreak / 8);
        expect(nextPartBytes({ ...line, bytesPerBreak: none })).toBeGreaterThanOrEqual(bytes);
        expect(nextPartBytes({ ...line, limitBytesPerSecond: none })).toBeGreaterThanOrEqual(bytes);
      }),
    );
  });
});
