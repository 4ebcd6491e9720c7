import { type Failed, failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { billableGb } from '../../../../preload/contract/views/database-growth.ts';
import {
  type DatabaseStatus,
  isInactive,
  type UploadPermission,
} from '../../../../preload/contract/views/database-status.ts';
import { hasSent, sentAt } from '../../../../preload/contract/views/has-sent.ts';
import {
  type DatabaseSizeAndState,
  readSizeAndState,
  readUploadPermission,
} from '../../platform/database-access.ts';
import {
  type DatabaseName,
  findDatabase,
  findDatabaseByName,
  listDatabases,
} from '../../platform/find-database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RequestOptions } from '../../platform/request-options.ts';
import { withSession } from '../../platform/with-session.ts';
import type { Account, Connection } from '../../types/connection.ts';
import type { UploadRequest, UploadSummary } from '../../types/uploads.ts';

/** An ID, or a name that is looked up. */
export type DatabaseRef = number | string;

/** What the platform says of a database before anything is sent to it. */
export interface DatabaseFacts extends DatabaseSizeAndState {
  readonly upload: UploadPermission;
}

export interface DatabaseInfo extends DatabaseFacts {
  readonly id: number;
  readonly name: string;
  /** It is null where the platform doesn't say. */
  readonly organization: { readonly id: number; readonly name: string } | null;
}

const giveUpAfterMs = 60_000;
/** An upload never waits longer for what may not be told. */
const factsGiveUpAfterMs = 10_000;

/** Every database that the account sees, with what can be told of each. */
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
    const upload = await readUploadPermission(platform, user.value, id, options);
    if (!upload.ok) return upload;
    const organization =
      organizationId === null ? null : { id: organizationId, name: names.get(organizationId) ?? '' };
    infos.push({
      id,
      name,
      organization,
      upload: upload.value,
      ...(await readSizeAndState(platform, id, options)),
    });
  }
  return success(infos);
}

/** What can't be read is unknown. */
export async function readDatabaseFacts(
  platform: Platform,
  databaseId: number,
  signal: AbortSignal,
): Promise<DatabaseFacts> {
  const options = { signal, giveUpAfterMs: factsGiveUpAfterMs, priority: 'interactive' } as const;
  const readPermission = async (): Promise<UploadPermission> => {
    const user = await platform.read('GetCurrentUser', { path: {}, query: {} }, options);
    const permission = user.ok ? await readUploadPermission(platform, user.value, databaseId, options) : user;
    return permission.ok ? permission.value : 'unknown';
  };
  const [upload, sizeAndState] = await Promise.all([
    readPermission(),
    readSizeAndState(platform, databaseId, options),
  ]);
  return { upload, ...sizeAndState };
}

/** Whether the platform took what was last sent there with the same key. It may decide otherwise now. */
export function lastUploadTo(
  uploads: readonly UploadSummary[],
  { serverUrl, keyId }: Pick<Account, 'serverUrl' | 'keyId'>,
  databaseId: number,
): DatabaseStatus['lastUpload'] {
  const isRefused = ({ stoppedBy }: UploadSummary) => stoppedBy?.code === 'forbidden';
  const last = uploads.findLast(
    (one) =>
      one.databaseId === databaseId &&
      one.serverUrl === serverUrl &&
      one.keyId === keyId &&
      (hasSent(one) || isRefused(one)),
  );
  if (last === undefined) return null;
  return { at: sentAt(last), isRefused: isRefused(last) };
}

export function findDatabaseRef(
  platform: Platform,
  ref: DatabaseRef,
  options: RequestOptions,
): Promise<Result<DatabaseName>> {
  return typeof ref === 'number'
    ? findDatabase(platform, ref, options)
    : findDatabaseByName(platform, ref, options);
}

export interface UploadDatabase extends DatabaseName {
  readonly billableGb: number | null;
}

/**
 * The database of an upload, which the window, the command line, and a dry run all find here. Fails with upload-forbidden
 * where it is certain that nothing may be sent to it, and with database-inactive until a person accepted that.
 */
export async function findUploadDatabase(
  platform: Platform,
  ref: DatabaseRef,
  { acceptInactive = false }: Pick<UploadRequest, 'acceptInactive'>,
  signal: AbortSignal,
): Promise<Result<UploadDatabase>> {
  const database = await findDatabaseRef(platform, ref, { signal, giveUpAfterMs });
  if (!database.ok) return database;
  const { id: databaseId, name: databaseName } = database.value;
  const { upload, state, billableGb } = await readDatabaseFacts(platform, databaseId, signal);
  if (upload === 'missing') return failure('upload-forbidden', { databaseId, databaseName });
  if (isInactive(state) && !acceptInactive)
    return failure('database-inactive', { databaseId, databaseName, state });
  return success({ ...database.value, billableGb });
}

/**
 * Why an upload to the database would be refused, or asked about, however it is found. Null where the database can't be
 * read: a start says so itself.
 */
export async function databaseRefusal(
  ...given: Parameters<typeof findUploadDatabase>
): Promise<Failed | null> {
  const found = await findUploadDatabase(...given);
  return !found.ok && ['upload-forbidden', 'database-inactive'].includes(found.failure.code) ? found : null;
}

/** The size of the database now, in GB. Returns null where the account can't read it: an upload never waits for that. */
export async function readDatabaseGb(
  platform: Platform,
  databaseId: number,
  signal: AbortSignal,
): Promise<number | null> {
  const billing = await platform.read(
    'GetDatabaseBilling',
    { path: { databaseId }, query: {} },
    { signal, giveUpAfterMs: factsGiveUpAfterMs },
  );
  return billing.ok ? billableGb(billing.value.monthBilling) : null;
}
