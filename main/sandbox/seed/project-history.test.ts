import { expect, test } from 'vitest';
import { historyOf } from './project-history.ts';
import { seedProjectPlans } from './project-plans.ts';

const plans = seedProjectPlans.map((plan) => [plan.name, plan] as const);
const starts = [
  '2026-11-22T10:00:00Z',
  '2026-01-01T00:00:00Z',
  '2024-02-29T23:59:59Z',
  '2027-03-31T12:00:00Z',
];

test.each(plans)(
  'the history of %s ends by the first start, whenever that is, and is in order',
  (_, plan) => {
    for (const start of starts) {
      const firstStart = new Date(start);
      const history = historyOf(plan, firstStart);
      const times = history.map((point) => point.atMs);
      expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
      expect(times.at(-1)).toBeLessThanOrEqual(firstStart.getTime());
      expect(historyOf(plan, firstStart)).toEqual(history);
      for (const { nativeBytes, processedBytes, producedBytes } of history) {
        for (const bytes of [nativeBytes, processedBytes, producedBytes]) {
          expect(Number.isSafeInteger(bytes) && bytes >= 0).toBe(true);
        }
      }
    }
  },
);

test('a project keeps its size while it is suspended, and has none once it is deleted', () => {
  const firstStart = new Date('2026-11-22T10:00:00Z');
  const history = historyOf(
    {
      sizes: [
        { monthsAgo: 10, native: 10 },
        { monthsAgo: 0, native: 100 },
      ],
      changes: [
        { monthsAgo: 6, day: 15, state: 'SUSPENDED' },
        { monthsAgo: 2, day: 15, state: 'DELETED' },
      ],
    },
    firstStart,
  );
  const sizesOf = (state: string): number[] => [
    ...new Set(history.filter((point) => point.state === state).map((point) => point.nativeBytes)),
  ];
  const active = sizesOf('ACTIVE');
  expect(active.length).toBeGreaterThan(10);
  expect(sizesOf('SUSPENDED')).toEqual([active.at(-1)]);
  expect(sizesOf('DELETED')).toEqual([0]);
});
