import { expect, it } from 'vitest';
import { exceptionGroups, noExceptions } from '../../../preload/contract/views/exception.ts';
import { exceptionFilters } from './exception-filters.ts';

it('skipped files are shown on their own, or with the exceptions, which the label says', () => {
  const filters = exceptionFilters({ ...noExceptions, failed: 1, excluded: 2 });
  expect(filters.map(({ label }) => label)).toEqual([
    'All exceptions (1)',
    'Failed (1)',
    'Skipped (2)',
    'Exceptions and skipped (3)',
  ]);
  expect(filters[0].groups).not.toContain('excluded');
  expect(filters.at(-1)?.groups).toEqual(exceptionGroups);
});

it('without skipped files there is nothing to add', () => {
  expect(exceptionFilters({ ...noExceptions, failed: 1 }).map(({ value }) => value)).toEqual([
    'all',
    'failed',
  ]);
});
