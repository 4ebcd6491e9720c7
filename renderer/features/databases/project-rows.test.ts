import { expect, test } from 'vitest';
import { projectRows } from './project-rows.ts';

const organizations = [{ id: 7, name: 'Harrow & Pike LLP' }];
const doe = { id: 1, name: 'Doe' };

test('the projects of a key and of its organizations are listed once each, with whose they are', () => {
  const rows = projectRows(
    [
      { id: 10, name: 'Review', database: doe },
      { id: 11, name: 'Privilege', database: doe },
      { id: 12, name: 'Outside', database: { id: 5, name: 'Roe' } },
      { id: 13, name: 'Without a database', database: null },
    ],
    [
      { orgId: 7, project: { id: 10, name: 'Review', database: doe } },
      { orgId: 8, project: { id: 14, name: 'Only the organization lists it', database: doe } },
    ],
    [{ ...doe, owningOrganizationId: 7 }],
    organizations,
  );
  expect(rows.map(({ id, organizationName }) => [id, organizationName])).toEqual([
    [10, 'Harrow & Pike LLP'],
    [11, 'Harrow & Pike LLP'],
    [12, null],
    [13, null],
    [14, '8'],
  ]);
});
