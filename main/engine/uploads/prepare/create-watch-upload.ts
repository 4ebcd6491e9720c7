import { randomUUID } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import { createdFacts } from '../../custody/receipt-rows.ts';
import { storedRequest } from '../../store/stored-request.ts';
import type { StoredWatchRule } from '../../store/watch-rule-repository.ts';
import type { Account } from '../../types/connection.ts';
import type { UploadId } from '../../types/ids.ts';
import type { UploadRequest } from '../../types/uploads.ts';
import type { EngineContext } from '../context/engine-context.ts';

export interface WatchUpload {
  readonly rule: StoredWatchRule;
  readonly request: UploadRequest & Required<Pick<UploadRequest, 'watch'>>;
  readonly databaseName: string;
  readonly datasetName: string;
  /** Of the connection that it will be sent over. */
  readonly account: Account;
  readonly at: string;
}

/**
 * Stores the upload of a watched folder's batch, started and not yet scanned. Call in the transaction that closes the
 * batch. A person confirmed the database when they activated the rule.
 */
export function createWatchUpload(
  { repositories, version }: Pick<EngineContext, 'repositories' | 'version'>,
  { rule, request, databaseName, datasetName, account, at }: WatchUpload,
): UploadId {
  const { uploads, custodians, events } = repositories;
  const { serverUrl, isSandbox, profilePath } = rule;
  const { keyId, userName } = account;
  const datasetId = 'id' in request.dataset ? request.dataset.id : null;
  const id = uploads.insert({
    uuid: randomUUID(),
    createdAt: at,
    startedAt: at,
    serverUrl,
    isSandbox,
    profilePath,
    keyId,
    databaseId: request.databaseId,
    databaseName,
    datasetId,
    datasetName,
    request: storedRequest(request, []),
    osUser: userInfo().username,
    machine: hostname(),
    version,
  });
  if (request.custodianMap !== undefined) custodians.addMap(id, request.custodianMap);
  uploads.setDatabaseChecked(id, at);
  events.append(id, at, 'upload-created', {
    upload: createdFacts(uploads.get(id)),
    serverUrl,
    databaseId: request.databaseId,
    databaseName,
    ...(datasetId === null ? {} : { datasetId }),
    sources: request.sources,
    userName,
    keyId,
    watchedFolder: rule.rule.name,
    databaseConfirmedAt: rule.databaseCheckedAt,
  });
  return id;
}
