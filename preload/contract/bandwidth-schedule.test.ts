import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkDatabase } from '../../main/engine/uploads/database-check.ts';
import { runsOf } from '../../main/engine/uploads/update-draft.ts';
import { bandwidthAt } from './bandwidth-schedule.ts';

describe('the bandwidth schedule', () => {
  const office = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00', bytesPerSecond: 5_000_000 };
  const night = { days: [5], from: '22:00', to: '06:00', bytesPerSecond: null };
  // 20 November 2026 is a Friday.
  test.each([
    ['no schedule, no limit', null, null, '2026-11-20T12:00', Number.POSITIVE_INFINITY],
    ['no schedule', 1_000_000, null, '2026-11-20T12:00', 1_000_000],
    ['office hours', 1_000_000, office, '2026-11-20T08:00', 5_000_000],
    ['a minute before', 1_000_000, office, '2026-11-20T07:59', 1_000_000],
    ['closing time', 1_000_000, office, '2026-11-20T18:00', 1_000_000],
    ['a Saturday', 1_000_000, office, '2026-11-21T12:00', 1_000_000],
    ['Friday night', 1_000_000, night, '2026-11-20T23:00', Number.POSITIVE_INFINITY],
    ['and past midnight', 1_000_000, night, '2026-11-21T05:59', Number.POSITIVE_INFINITY],
    ['but not the night before', 1_000_000, night, '2026-11-20T05:00', 1_000_000],
  ])('%s', (_case, bytesPerSecond, schedule, at, expected) => {
    expect(bandwidthAt({ bytesPerSecond, schedule }, new Date(at))).toBe(expected);
  });
});

describe('the wrong-matter guard', () => {
  const server = 'https://review.example.com/';
  const doe = { serverUrl: server, databaseId: 1, databaseName: 'Doe v. Roe', sources: ['/evidence/EV-1'] };
  const acme = { serverUrl: server, databaseId: 2, databaseName: 'Acme', sources: ['/evidence/EV-2'] };

  test('asks nothing of the first upload', () => {
    expect(checkDatabase(doe, []).mustTypeName).toBe(false);
  });
  test('asks for the name when the folder beside it went to another database', () => {
    expect(checkDatabase(acme, [doe])).toEqual({
      mustTypeName: true,
      databaseName: 'Acme',
      usedBefore: ['Doe v. Roe'],
    });
  });
  test('asks for the name when this computer never sent anything to this database', () => {
    const far = { ...acme, sources: ['/other/place/EV-9'] };
    expect(checkDatabase(far, [doe]).mustTypeName).toBe(true);
  });
  test('asks nothing where the neighbours went the same way', () => {
    expect(checkDatabase({ ...doe, sources: ['/evidence/EV-3'] }, [doe]).mustTypeName).toBe(false);
  });
  test('takes the same number on another server for another database', () => {
    const other = { ...doe, serverUrl: 'https://elsewhere.example.com/' };
    expect(checkDatabase(doe, [other]).mustTypeName).toBe(true);
  });
});

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
