import { expect, it } from 'vitest';
import { nextRetryAt } from './disk-retries.ts';

it('failed files are tried again after ten minutes, an hour, and six hours, and then left to a person', () => {
  const end = new Date('2026-03-01T22:00:00.000Z');
  expect([0, 1, 2, 3].map((retries) => nextRetryAt(end, retries)?.toISOString() ?? null)).toEqual([
    '2026-03-01T22:10:00.000Z',
    '2026-03-01T23:00:00.000Z',
    '2026-03-02T04:00:00.000Z',
    null,
  ]);
});
