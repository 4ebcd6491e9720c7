import type { OneChange } from '../../preload/contract/platform/calls.ts';

/** What a person can check: the documented permissions, then others that someone has already. Pure. */
export function permissionChoices(
  documented: readonly string[],
  before: readonly string[],
): readonly string[] {
  return [...new Set([...documented, ...before])];
}

export type DatabaseAccessChange = Extract<
  OneChange,
  { name: 'platform.PutDatabaseUser' | 'platform.DeleteDatabaseUser' }
>;

/** Whoever would have no permission left is removed from the database. Pure. */
export function databaseAccessChange(
  path: DatabaseAccessChange['path'],
  before: readonly string[],
  after: readonly string[],
): DatabaseAccessChange {
  const change = { path, before: [...before] };
  return before.length > 0 && after.length === 0
    ? { name: 'platform.DeleteDatabaseUser', ...change }
    : { name: 'platform.PutDatabaseUser', ...change, body: { databasePermissions: [...after] } };
}
