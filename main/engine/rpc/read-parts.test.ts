import { expect, test } from 'vitest';
import fc from '../../../test/fixtures/property.ts';
import { toRanges } from './read-parts.ts';

test('ranges of part numbers hold the same numbers, and no two of them touch', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 300 })), (numbers) => {
      const sorted = numbers.sort((a, b) => a - b);
      const ranges = toRanges(sorted);
      const numbersAgain = ranges.flatMap(([from, to]) =>
        Array.from({ length: to - from + 1 }, (_, n) => from + n),
      );
      expect(numbersAgain).toEqual(sorted);
      for (const [index, [from]] of ranges.entries())
        if (index > 0) expect(from).toBeGreaterThan((ranges[index - 1]?.[1] ?? 0) + 1);
    }),
  );
});
