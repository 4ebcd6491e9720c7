import { expect, it } from 'vitest';
import { databaseAccessChange, permissionChoices } from './permission-changes.ts';

it('permissions can be chosen from the documented ones and from what someone has already', () => {
  expect(permissionChoices(['DB_ADMIN', 'DB_UPLOAD'], ['DB_UPLOAD', 'DB_TELEPORT'])).toEqual([
    'DB_ADMIN',
    'DB_UPLOAD',
    'DB_TELEPORT',
  ]);
});

const path = { databaseId: 1, userId: 3 };

it('permissions in a database are set while one is left', () => {
  expect(databaseAccessChange(path, ['DB_UPLOAD'], ['DB_ADMIN'])).toEqual({
    name: 'platform.PutDatabaseUser',
    path,
    body: { databasePermissions: ['DB_ADMIN'] },
    before: ['DB_UPLOAD'],
  });
});

it('whoever would have no permission left is removed from the database', () => {
  const before = ['DB_UPLOAD'];
  expect(databaseAccessChange(path, before, [])).toEqual({
    name: 'platform.DeleteDatabaseUser',
    path,
    before,
  });
});
