import { describe, expect, test } from 'vitest';
import { platformChanges, platformReads } from './calls.ts';
import { operationNames, operations, pagingParametersOf } from './operations.ts';

test('lists take `after` and `limit`, and the activity log only `limit`', () => {
  const paging = new Map(operationNames.map((name) => [name, pagingParametersOf(name).join(' ')]));
  expect(paging.get('GetDatabases')).toBe('after limit');
  expect(paging.get('GetParentOrganizationBilling')).toBe('after limit');
  for (const name of [
    'GetOrganizationEvents',
    'GetOrganizationEventsAfter',
    'GetRecentOrganizationEvents',
  ] as const)
    expect(paging.get(name)).toBe('limit');
  expect(paging.get('GetDatabaseBilling')).toBe('');
  for (const name of operationNames)
    if (operations[name].answers === 'list') expect([name, paging.get(name)]).not.toEqual([name, '']);
});

test('the window calls what its screens need, and main asks before each call that changes something', () => {
  const called = (table: object) => Object.keys(table).map((name) => name.replace('platform.', ''));
  const ofUploads = ['PostDatabaseDataset', 'PostDatasetFile', 'PostSourceFilePart', 'GetSourceFileParts'];
  const ofActivity = ['GetOrganizationEvents', 'GetOrganizationEventsAfter', 'GetRecentOrganizationEvents'];
  // Uploads, the activity log, and directories have calls of their own; no screen shows the rest.
  const others = [
    ...[...ofUploads, 'PostSourceFile', ...ofActivity, 'SyncDirectoryCustodians'],
    'GetProjectUser',
  ];
  const expected = operationNames.filter((name) => !others.includes(name));
  expect([...called(platformReads), ...called(platformChanges)].toSorted()).toEqual(expected.toSorted());
  const isRead = (name: (typeof operationNames)[number]) => operations[name].effect === 'read';
  expect(called(platformReads).toSorted()).toEqual(expected.filter(isRead).toSorted());
  for (const call of Object.values(platformChanges))
    expect(call).toMatchObject({ kind: 'command', at: 'main' });
});

describe('a month', () => {
  test.each([
    [{}, true],
    [{ year: 2026, month: 1 }, true],
    [{ year: 2026, month: 12 }, true],
    [{ month: 7 }, true],
    [{ year: 1000 }, true],
    [{ year: 9999 }, true],
    [{ month: 0 }, false],
    [{ month: 13 }, false],
    [{ month: 1.5 }, false],
    [{ year: 26 }, false],
    [{ year: 10_000 }, false],
    [{ year: '2026' }, false],
  ])('%j is valid: %s', (query, expected) => {
    for (const name of [
      'GetOrganizationBilling',
      'GetParentOrganizationBilling',
      'GetDatabaseBilling',
    ] as const)
      expect(operations[name].query.safeParse(query).success).toBe(expected);
  });
});

test.each([
  [{ databasePermissions: [] }, true],
  [{ databasePermissions: ['DB_UPLOAD', 'ADDED_LATER'] }, true],
  [{ databasePermissions: ['DB_UPLOAD', 'DB_UPLOAD'] }, false],
  [{ databasePermissions: ['upload'] }, false],
  [{ databasePermissions: 'DB_UPLOAD' }, false],
  [{}, false],
  [{ databasePermissions: [], more: 1 }, false],
])('the permissions %j can be set: %s', (body, expected) => {
  expect(operations.PutDatabaseUser.body.safeParse(body).success).toBe(expected);
});
