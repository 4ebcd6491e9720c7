/** The database check as the engine enforces it: no upload is started, and none is sent, without having passed it. */

import { type Failed, failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { closeDatabases } from '../../../../preload/contract/texts/close-names.ts';
import { isSameName } from '../../../../preload/contract/texts/same-name.ts';
import type { DatabaseCheck } from '../../../../preload/contract/views/database-check.ts';
import { countsAsEarlier, hasSent } from '../../../../preload/contract/views/has-sent.ts';
import { type DatabaseName, findDatabase, isNameTold, listDatabases } from '../../platform/find-database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Session } from '../../platform/session.ts';
import type { Repositories } from '../../store/repositories.ts';
import type { Upload } from '../../store/uploads/upload-repository.ts';
import type { Account } from '../../types/connection.ts';
import type { UploadId } from '../../types/ids.ts';
import type { UploadRequest, UploadSummary } from '../../types/uploads.ts';
import type { EngineContext } from '../context/engine-context.ts';
import { checkDatabase, type DatabaseUse } from './database-check.ts';

const lookupMs = 15_000;

/**
 * Passes the upload if it needs no confirmation, or if a person typed the name of its database. What passed once is asked again
 * only if nothing of it was sent, and what it has was sent to another database meanwhile. `others`: the databases that a person could choose instead. Fails with database-unconfirmed.
 */
export async function passDatabaseCheck(
  context: EngineContext,
  session: Session,
  id: UploadId,
  typed: string | null,
  signal: AbortSignal,
  others: readonly DatabaseName[] = [],
): Promise<Result<void>> {
  const { repositories, store } = context;
  const upload = repositories.uploads.get(id);
  if (upload === null || hasPassed(context, upload)) return success(undefined);
  const current = await readDatabaseName(context, session, upload, signal);
  const databaseName = current.ok ? current.value : upload.databaseName;
  const check = checkUploadDatabase(context, { ...upload, databaseName }, others);
  // A name that can't be read now confirms nothing. Where none is needed, the run reports what is wrong.
  if (check.reason !== null && !current.ok) return current;
  const refused = refusal(check, current.ok ? typed : null);
  if (refused !== null) return refused;
  // The scan may find custodians of another database.
  if (check.reason === null && upload.state === 'scanning') return success(undefined);
  store.writes.transaction(() => {
    recordDatabaseCheck(repositories, session.account, id, check, new Date().toISOString());
  });
  return success(undefined);
}

/** Whether it isn't asked again. A person isn't asked twice, and a watched folder's rule was confirmed. */
export function hasPassed(context: Compared, upload: Upload): boolean {
  if (upload.databaseCheckedAt === null) return false;
  if (hasSent(upload) || upload.request.watch !== undefined) return true;
  if (checkUploadDatabase(context, upload).reason === null) return true;
  for (const { type } of context.repositories.events.all(upload.id))
    if (type === 'database-confirmed') return true;
  return false;
}

/** In the window, a person picks the database from this list. One that can't be read has no similar names. */
export async function databasesToChoose(platform: Platform): Promise<readonly DatabaseName[]> {
  const listed = await listDatabases(platform, { giveUpAfterMs: 10_000, priority: 'interactive' });
  return listed.ok ? listed.value : [];
}

type Compared = Pick<EngineContext, 'repositories' | 'earlier'>;

/** The check of an upload that is in the store. `others`: the databases that a person could choose instead. */
export function checkUploadDatabase(
  context: Compared,
  upload: Upload,
  others: readonly DatabaseName[] = [],
): DatabaseCheck {
  const { folders } = context.repositories;
  const custodians = [...folders.custodians(upload.id), ...named(upload.request.custodian)];
  return checkDatabase(
    databaseUse(upload, upload.request, custodians),
    usesBefore(context, upload.uuid, custodians),
    closeDatabases({ id: upload.databaseId, name: upload.databaseName }, others).map(({ id, name }) =>
      isSameName(name, upload.databaseName) ? `${name} (${id})` : name,
    ),
  );
}

/** The check of an upload that isn't in the store. `found`: custodians of its files, as far as they are known. */
export function checkRequestDatabase(
  context: Pick<EngineContext, 'earlier'>,
  upload: Pick<UploadSummary, 'serverUrl' | 'isSandbox' | 'databaseId' | 'databaseName'>,
  request: Pick<UploadRequest, 'custodian' | 'sources' | 'dataset'>,
  found: readonly string[] = [],
): DatabaseCheck {
  const custodians = [...found, ...named(request.custodian)];
  return checkDatabase(
    databaseUse({ ...upload, sources: request.sources }, request, custodians),
    usesBefore(context, null, custodians),
  );
}

/**
 * Returns null if the check needs no name, or the name was typed. Another name is refused although none is needed, because the
 * person means another database.
 */
export function refusal(check: DatabaseCheck, typed: string | null): Failed | null {
  const { reason, databaseId, databaseName } = check;
  if (typed !== null && isSameName(typed, databaseName)) return null;
  if (reason !== null) return failure('database-unconfirmed', { ...check, reason, typed });
  if (typed === null || !isNameTold(databaseId, databaseName)) return null;
  return failure('database-name-differs', { databaseId, databaseName, typed });
}

/** Call in a transaction. The log says who confirmed what. */
export function recordDatabaseCheck(
  { uploads, events }: Repositories,
  { userName }: Account,
  id: UploadId,
  { reason, databaseId, databaseName, subject, usedBefore }: DatabaseCheck,
  at: string,
): void {
  uploads.setDatabaseChecked(id, at);
  if (reason === null) return;
  const { osUser } = uploads.get(id) ?? { osUser: null };
  const data = { databaseId, databaseName, reason, subject, usedBefore, userName, osUser };
  events.append(id, at, 'database-confirmed', data);
}

/** As the platform tells it now, or as it did before where it no longer tells this account. */
async function readDatabaseName(
  { repositories, store }: EngineContext,
  { platform }: Session,
  { id, databaseId, databaseName }: Upload,
  signal: AbortSignal,
): Promise<Result<string>> {
  const found = await findDatabase(platform, databaseId, {
    signal,
    giveUpAfterMs: lookupMs,
    priority: 'interactive',
  });
  if (!found.ok) return found;
  const { name } = found.value;
  if (!isNameTold(databaseId, name)) return success(databaseName);
  if (name !== databaseName)
    store.writes.transaction(() => {
      repositories.uploads.setDatabaseName(id, name);
      const data = { databaseId, databaseName: name, previousName: databaseName };
      repositories.events.append(id, new Date().toISOString(), 'database-renamed', data);
    });
  return success(name);
}

function databaseUse(
  upload: Omit<DatabaseUse, 'custodians' | 'newDataset'>,
  { dataset }: Pick<UploadRequest, 'dataset'>,
  custodians: readonly string[],
): DatabaseUse {
  return { ...upload, custodians, newDataset: 'name' in dataset ? dataset.name : null };
}

/** Every other upload that counts as an earlier one, with those of the custodians that it shares. */
function usesBefore(
  { earlier: { uploads, folders } }: Pick<EngineContext, 'earlier'>,
  uuid: string | null,
  custodians: readonly string[],
): readonly DatabaseUse[] {
  const uses = Map.groupBy(folders.custodianUses(custodians), ({ uploadId }) => uploadId);
  return uploads
    .all()
    .filter((one) => one.uuid !== uuid && countsAsEarlier(one))
    .map((one) =>
      databaseUse(one, one.request, [
        ...(uses.get(one.id) ?? []).map(({ custodian }) => custodian),
        ...named(one.request.custodian),
      ]),
    );
}

function named(custodian: string | null): readonly string[] {
  return custodian === null ? [] : [custodian];
}
