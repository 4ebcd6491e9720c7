/** What an account can see and do in a database, without creating anything. */

import { type Failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type {
  DatabaseUserRecord,
  ProjectRecord,
  UserRecord,
} from '../../../preload/contract/platform/records.ts';
import { billableGb } from '../../../preload/contract/views/database-growth.ts';
import type { UploadPermission } from '../../../preload/contract/views/database-status.ts';
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

/**
 * Whether the account may upload, as far as its own permission record tells (platform-interface 2.8, operations 22 and 23).
 * Nothing else tells before a dataset is created: an account that may only upload is refused this record, as it is refused
 * the database. An organization's admins have administrative access without a record of their own (1.3), so what it lacks
 * proves nothing for them.
 */
export async function readUploadPermission(
  platform: Platform,
  user: Pick<UserRecord, 'id' | 'organizations'>,
  databaseId: number,
  options: RequestOptions,
): Promise<Result<UploadPermission>> {
  const record = await readOwnRecord(platform, { databaseId, userId: user.id }, options);
  if (!record.ok) return record;
  const permission = record.value === 'unread' ? 'unknown' : permissionOf(record.value);
  const isAdmin = user.organizations?.some(({ orgAdmin }) => orgAdmin === true) ?? false;
  if (permission === 'granted' || !isAdmin) return success(permission);
  if (record.value !== 'unread') return success('unknown');
  const database = await platform.read('GetDatabase', { path: { databaseId }, query: {} }, options);
  return success(database.ok && database.value.orgAdminAccess === false ? 'closed' : 'unknown');
}

/** Returns null if the account has none. The base form lists the records of a database and has no operation for a single one. */
async function readOwnRecord(
  platform: Platform,
  path: { readonly databaseId: number; readonly userId: number },
  options: RequestOptions,
): Promise<Result<PermissionRecord | null | 'unread'>> {
  const own = await platform.read('GetDatabaseUser', { path, query: {} }, options);
  if (own.ok) return own;
  if (own.failure.code === 'forbidden') return success('unread');
  if (!isNotOffered(own.failure)) return own;
  const { databaseId } = path;
  for await (const page of platform.pages('GetDatabaseUsers', { path: { databaseId }, query: {} }, options)) {
    if (!page.ok)
      return page.failure.code === 'forbidden' || isNotOffered(page.failure) ? success('unread') : page;
    const record = page.value.find(({ user }) => user.id === path.userId);
    if (record !== undefined) return success(record);
  }
  return success(null);
}

function isNotOffered({ code }: Failure): boolean {
  return ['not-found', 'refused', 'unexpected-answer'].includes(code);
}

type PermissionRecord = Pick<DatabaseUserRecord, 'permissions' | 'active'>;

/** Whether DB_ADMIN includes uploading is not documented. */
export function permissionOf(record: PermissionRecord | null): UploadPermission {
  if (record === null || record.active === false) return 'missing';
  if (record.permissions.includes('DB_UPLOAD')) return 'granted';
  return record.permissions.includes('DB_ADMIN') ? 'unknown' : 'missing';
}

export interface DatabaseSizeAndState {
  readonly state: string | null;
  readonly billableGb: number | null;
}

/**
 * From the billing of the current month, which administrators can read; else the state that the projects have that the
 * account can access. Any active project makes a database active (platform-interface 1.5). An upload never waits for it.
 */
export async function readSizeAndState(
  platform: Platform,
  databaseId: number,
  options: RequestOptions,
): Promise<DatabaseSizeAndState> {
  const input = { path: { databaseId }, query: {} };
  const billing = await platform.read('GetDatabaseBilling', input, options);
  const state = billing.ok ? (billing.value.monthStatus?.finalState ?? null) : null;
  return {
    state: state ?? (await stateOfProjects(platform, databaseId, options)),
    billableGb: billing.ok ? billableGb(billing.value.monthBilling) : null,
  };
}

async function stateOfProjects(
  platform: Platform,
  databaseId: number,
  options: RequestOptions,
): Promise<string | null> {
  const states = new Set<string>();
  for await (const page of platform.pages('GetProjects', { path: {}, query: {} }, options)) {
    if (!page.ok) return null;
    for (const { database, frozen, suspended } of page.value)
      if (database?.id === databaseId) states.add(frozen ? 'FROZEN' : suspended ? 'SUSPENDED' : 'ACTIVE');
  }
  return ['ACTIVE', 'SUSPENDED', 'FROZEN'].find((state) => states.has(state)) ?? null;
}
