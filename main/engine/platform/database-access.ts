/** What an account can see and do in a database, without creating anything. */
import { type Result, success } from '../../../preload/contract/failure.ts';
import type { DatabaseUserRecord, ProjectRecord } from '../../../preload/contract/platform/records.ts';
import type { Platform } from './platform.ts';
import type { RequestOptions } from './request-options.ts';

export interface PartialProject {
  readonly id: number;
  readonly name: string;
}

/**
 * The partial projects of a database by name (platform-interface 1.2 and 4.2, operations 4 and 28). An account without
 * administrative rights gets those that it can access.
 */
export async function listPartialProjects(
  platform: Platform,
  databaseId: number,
  options: RequestOptions,
): Promise<Result<readonly PartialProject[]>> {
  const found = new Map<number, PartialProject>();
  const add = (projects: readonly ProjectRecord[]): void => {
    for (const { id, name, displayName, partial, database } of projects)
      if (partial === true && (database?.id ?? databaseId) === databaseId)
        found.set(id, { id, name: displayName || name });
  };
  const input = { path: { databaseId }, query: {} };
  for await (const page of platform.pages('GetDatabaseProjects', input, options)) {
    if (page.ok) add(page.value);
    else if (page.failure.code !== 'forbidden' && page.failure.code !== 'not-found') return page;
  }
  for await (const page of platform.pages('GetProjects', { path: {}, query: {} }, options)) {
    if (!page.ok) return page;
    // Other databases' projects are in this list, so one without a database is not counted.
    add(page.value.filter(({ database }) => database != null));
  }
  return success([...found.values()].sort((a, b) => a.name.localeCompare(b.name)));
}

/** `unknown`: only administrators can read permissions, and what they imply is not documented. */
export type UploadPermission = 'granted' | 'missing' | 'unknown';

/**
 * Reads the account's own permission record (platform-interface 2.8, operation 23). Nothing else tells before a dataset
 * is created: an account that may only upload is refused this record, as it is refused the database.
 */
export async function readUploadPermission(
  platform: Platform,
  databaseId: number,
  options: RequestOptions,
): Promise<Result<UploadPermission>> {
  const user = await platform.read('GetCurrentUser', { path: {}, query: {} }, options);
  if (!user.ok) return user;
  const input = { path: { databaseId, userId: user.value.id }, query: {} };
  const record = await platform.read('GetDatabaseUser', input, options);
  if (!record.ok)
    return ['forbidden', 'not-found', 'refused', 'unexpected-answer'].includes(record.failure.code)
      ? success('unknown')
      : record;
  return success(permissionOf(record.value));
}

/** Whether DB_ADMIN includes uploading is not documented. */
export function permissionOf({
  permissions,
  active,
}: Pick<DatabaseUserRecord, 'permissions' | 'active'>): UploadPermission {
  if (active === false) return 'missing';
  if (permissions.includes('DB_UPLOAD')) return 'granted';
  return permissions.includes('DB_ADMIN') ? 'unknown' : 'missing';
}
