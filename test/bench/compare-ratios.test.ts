import { describe, expect, test } from 'vitest';
import { betterRows, compareRatios, isWorse, recordRatios } from './compare-ratios.ts';
import type { BenchRow } from './report.ts';

const row = (what: string, ratio: number | null, goal = '≥ 1.0×'): BenchRow => ({
  what,
  value: '',
  against: '',
  ratio,
  goal,
  met: null,
});

describe('ratios that were reached', () => {
  test('are recorded with the median and the spread of the runs', () => {
    const runs = [1.0, 1.4, 1.2].map((ratio) => [
      row('8 GiB: throughput', ratio),
      row('8 GiB: CPU', 1, '≤ 1.2×'),
      row('memory', null),
    ]);
    expect(recordRatios(runs)).toEqual({
      'N GiB: throughput': { ratio: 1.2, spread: 0.333, better: 'more' },
      'N GiB: CPU': { ratio: 1, spread: 0.1, better: 'less' },
    });
  });

  test('are found again where the counts of a row differ', () => {
    const reached = recordRatios([[row('10,051 parts done', 2)]]);
    expect(compareRatios(reached, [row('10,060 parts done', 2)])).toMatchObject([{ verdict: 'same' }]);
  });

  test('count by the better of two measurements where one is worse', () => {
    const reached = recordRatios([[row('a', 1), row('b', 1), row('of another section', 1)]]);
    const [first, second] = [
      [row('a', 0.5), row('b', 0.5)],
      [row('a', 0.95), row('b', 0.6)],
    ];
    expect([isWorse(reached, first), isWorse(reached, [row('a', 1)])]).toEqual([true, false]);
    expect(betterRows(reached, first, second).map(({ ratio }) => ratio)).toEqual([0.95, 0.5]);
  });

  test.each([
    ['≥ 1.0×', 1.0, 'same'],
    ['≥ 1.0×', 0.91, 'same'],
    ['≥ 1.0×', 0.89, 'worse'],
    ['≥ 1.0×', 1.2, 'better'],
    ['≤ 1.0×', 1.1, 'same'],
    ['≤ 1.0×', 1.12, 'worse'],
    ['≤ 1.0×', 0.8, 'better'],
    ['≥ 1.0×', null, 'worse'],
  ] as const)('goal %s, now %s: %s', (goal, ratio, verdict) => {
    const reached = recordRatios([[row('a', 1, goal)]]);
    expect(compareRatios(reached, [row('a', ratio, goal)])).toMatchObject([{ verdict }]);
  });
});
