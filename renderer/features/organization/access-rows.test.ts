import { expect, it } from 'vitest';
import { failure, success } from '../../../preload/contract/failures/failure.ts';
import { accessRows, type UserOfDatabase, usersPage } from './access-rows.ts';

const doe = { id: 1, name: 'Doe', orgAdminAccess: true };
const sealed = { id: 2, name: 'Sealed', orgAdminAccess: false };
const hidden = { id: 3, name: 'Hidden', orgAdminAccess: true };
const ada = { id: 11, firstName: 'Ada', email: 'ada@firm.example', permissions: ['ORG_ADMIN'] };
const bo = { id: 12, firstName: 'Bo', email: 'bo@firm.example', permissions: [] };
const outsider = { id: 99, firstName: 'Cy' };
const refused = failure('forbidden', { operation: 'GetDatabaseUsers', status: 403 });

const pages = [
  usersPage(
    doe,
    success({ elements: [{ user: { id: 12, firstName: 'Bo' }, permissions: ['DB_UPLOAD'] }], next: 'more' }),
  ),
  usersPage(doe, success({ elements: [{ user: outsider, permissions: ['DB_ADMIN'] }], next: null })),
  usersPage(sealed, success({ elements: [], next: null })),
  usersPage(hidden, refused),
];
const users = pages.flatMap((page): readonly UserOfDatabase[] => (page.ok ? page.value.elements : []));

function listed(everyone: boolean) {
  return accessRows(users, [ada, bo], { orgId: 7, everyone }).map((row) =>
    row.kind === 'unread'
      ? [row.database.name, row.failure.code]
      : [row.database.name, row.person.firstName, row.permissions.join(), row.isOrgAdmin],
  );
}

it('has who may do something: by a permission, or as an organization admin where those have access', () => {
  expect(listed(false)).toEqual([
    ['Hidden', 'forbidden'],
    ['Doe', 'Bo', 'DB_UPLOAD', false],
    ['Doe', 'Cy', 'DB_ADMIN', false],
    ['Doe', 'Ada', '', true],
  ]);
});

it('has the members who may do nothing on request, for databases that were read to their end', () => {
  expect(listed(true).slice(4)).toEqual([
    ['Sealed', 'Ada', '', false],
    ['Sealed', 'Bo', '', false],
  ]);
  const unfinished = accessRows(users.slice(0, 1), [ada, bo], { orgId: 7, everyone: true });
  expect(unfinished.map((row) => row.kind === 'person' && row.person.id)).toEqual([12]);
});

it('doesn’t know who is an organization admin where the members can’t be read', () => {
  const rows = accessRows(users, null, { orgId: 7, everyone: true });
  expect(rows.map((row) => row.kind === 'person' && row.isOrgAdmin)).toEqual([false, null, null]);
});

it('keeps a member’s email address, and ends where the platform can’t be reached', () => {
  const [, row] = accessRows(users, [ada, bo], { orgId: 7, everyone: false });
  expect(row).toMatchObject({ person: { email: 'bo@firm.example' } });
  const reason = { kind: 'no-answer' } as const;
  const unreachable = failure('unreachable', { host: 'x', operation: 'GetDatabaseUsers', reason });
  expect(usersPage(doe, unreachable)).toEqual(unreachable);
});
