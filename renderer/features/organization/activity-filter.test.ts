import { describe, expect, it } from 'vitest';
import { activityFilter, isFiltered, noFilters } from './activity-filter.ts';

const members = [
  { id: 12, firstName: 'Dana', lastName: 'Whitfield', email: 'dana@firm.example' },
  { id: 13, firstName: 'Zoë', lastName: 'Danaher' },
  { id: 14, username: 'roe' },
];
const userIds = (person: string) => activityFilter({ ...noFilters, person }, members, 0).userIds;

describe('the person of the activity log', () => {
  it.each([
    { person: '', ids: null },
    { person: ' DANA ', ids: [12, 13] },
    { person: '@firm', ids: [12] },
    { person: 'roe', ids: [14] },
    { person: 'zoe\u0308', ids: [13] },
    { person: '404', ids: [404] },
    { person: 'nobody', ids: [] },
  ])('“$person” means $ids', ({ person, ids }) => {
    expect(userIds(person)).toEqual(ids);
  });
});

it('without filters, everything is shown', () => {
  expect(activityFilter(noFilters, members, 5)).toEqual({
    beginMs: null,
    endMs: null,
    type: null,
    userIds: null,
    text: '',
  });
  expect([
    isFiltered(noFilters),
    isFiltered({ ...noFilters, text: ' ' }),
    isFiltered({ ...noFilters, type: 'X' }),
  ]).toEqual([false, false, true]);
});
