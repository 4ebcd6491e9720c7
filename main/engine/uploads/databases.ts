import { billableGb } from '../../../preload/contract/database-growth.ts';
import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import { readUploadPermission, type UploadPermission } from '../platform/database-access.ts';
import {
  type DatabaseName,
  findDatabase,
  findDatabaseByName,
  listDatabases,
} from '../platform/find-database.ts';
import type { Platform } from '../platform/platform.ts';
import type { Connection } from '../types/connection.ts';
import { withSession } from './with-session.ts';

/** An ID, or a name that is looked up. */
export type DatabaseRef = number | string;

export interface DatabaseInfo {
  readonly id: number;
  readonly name: string;
  /** Null where the platform doesn't say. */
  readonly organization: { readonly id: number; readonly name: string } | null;
  readonly upload: UploadPermission;
}

const giveUpAfterMs = 60_000;

/** Every database that the account sees, and whether it may upload to it, where that can be told. */
export function listDatabaseInfos(
  connection: Connection,
  version: string,
  signal: AbortSignal,
): Promise<Result<readonly DatabaseInfo[]>> {
  return withSession(connection, version, signal, ({ platform }) => databaseInfos(platform, signal));
}

async function databaseInfos(
  platform: Platform,
  signal: AbortSignal,
): Promise<Result<readonly DatabaseInfo[]>> {
  const options = { signal, giveUpAfterMs, priority: 'interactive' } as const;
  const databases = await listDatabases(platform, options);
  if (!databases.ok) return databases;
  const user = await platform.read('GetCurrentUser', { path: {}, query: {} }, options);
  if (!user.ok) return user;
  const names = new Map((user.value.organizations ?? []).map(({ id, name }) => [id, name ?? '']));
  const infos: DatabaseInfo[] = [];
  for (const { id, name, organizationId } of databases.value) {
    const upload = await uploadPermission(platform, id, signal);
    if (!upload.ok) return upload;
    const organization =
      organizationId === null ? null : { id: organizationId, name: names.get(organizationId) ?? '' };
    infos.push({ id, name, organization, upload: upload.value });
  }
  return success(infos);
}

/** Finds the database of an upload, and fails with upload-forbidden where it is certain that nothing may be sent to it. */
export async function findUploadDatabase(
  platform: Platform,
  ref: DatabaseRef,
  signal: AbortSignal,
): Promise<Result<DatabaseName>> {
  const options = { signal, giveUpAfterMs } as const;
  const database =
    typeof ref === 'number'
      ? await findDatabase(platform, ref, options)
      : await findDatabaseByName(platform, ref, options);
  if (!database.ok) return database;
  const { id: databaseId, name: databaseName } = database.value;
  const upload = await uploadPermission(platform, databaseId, signal);
  if (!upload.ok) return upload;
  return upload.value === 'missing' ? failure('upload-forbidden', { databaseId, databaseName }) : database;
}

const sizeGiveUpAfterMs = 10_000;

/** What the database is billed for now, in GB. Null where the account can't read it: an upload never waits for that. */
export async function readDatabaseGb(
  platform: Platform,
  databaseId: number,
  signal: AbortSignal,
): Promise<number | null> {
  const billing = await platform.read(
    'GetDatabaseBilling',
    { path: { databaseId }, query: {} },
    { signal, giveUpAfterMs: sizeGiveUpAfterMs },
  );
  return billing.ok ? billableGb(billing.value.monthBilling) : null;
}

/**
 * An organization's admins have administrative access to its databases without a permission of their own
 * (platform-interface 1.3), so what their record lacks proves nothing.
 */
async function uploadPermission(
  platform: Platform,
  databaseId: number,
  signal: AbortSignal,
): Promise<Result<UploadPermission>> {
  const options = { signal, giveUpAfterMs } as const;
  const read = await readUploadPermission(platform, databaseId, options);
  if (!read.ok || read.value !== 'missing') return read;
  const user = await platform.read('GetCurrentUser', { path: {}, query: {} }, options);
  if (!user.ok) return user;
  const isAdmin = user.value.organizations?.some(({ orgAdmin }) => orgAdmin === true) ?? false;
  return success(isAdmin ? 'unknown' : 'missing');
}
