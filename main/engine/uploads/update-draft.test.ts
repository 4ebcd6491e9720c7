import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runsOf } from './update-draft.ts';

test('runs of part numbers say the same as the numbers', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 300 })), (numbers) => {
      const sorted = numbers.sort((a, b) => a - b);
      const runs = runsOf(sorted);
      const told = runs.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, n) => from + n));
      expect(told).toEqual(sorted);
      for (const [index, [from]] of runs.entries())
        if (index > 0) expect(from).toBeGreaterThan((runs[index - 1]?.[1] ?? 0) + 1);
    }),
  );
});
