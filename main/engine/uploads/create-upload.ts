import { randomUUID } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import { type Result, success } from '../../../preload/contract/failures/failure.ts';
import { failureKind } from '../../../preload/contract/failures/failure-table.ts';
import { knownSecrets } from '../../../preload/contract/texts/known-secrets.ts';
import { secretsOfLinks } from '../../../preload/contract/texts/secret-links.ts';
import { unnamedDataset } from '../../../preload/contract/views/known-datasets.ts';
import { everything } from '../../../preload/contract/views/selection.ts';
import { createdFacts } from '../custody/receipt-rows.ts';
import { checkRules } from '../intake/custodians/check-rules.ts';
import { checkLinks } from '../intake/links.ts';
import { linkStoreOf } from '../intake/mask-link.ts';
import { readPasswords } from '../intake/passwords/read-passwords.ts';
import { checkSettings } from '../platform/processing-settings.ts';
import type { Session } from '../platform/session.ts';
import { storedRequest } from '../store/stored-request.ts';
import type { Account } from '../types/connection.ts';
import type { UploadId } from '../types/ids.ts';
import type { UploadRequest } from '../types/uploads.ts';
import { refuseOwnFiles } from './check-folders.ts';
import { closeUnsentItems } from './close-items.ts';
import { checkRequestDatabase, passDatabaseCheck, recordDatabaseCheck, refusal } from './confirm-database.ts';
import { findUploadDatabase } from './databases.ts';
import { type EngineContext, requireSession } from './engine-context.ts';
import { checkDirectoryReadable } from './match-custodians.ts';
import { scanUpload } from './scan-upload.ts';
import { checkSelection } from './select-files.ts';

export interface PrepareOptions {
  /** A draft is sent only after `start`. Any other upload counts as started, so a resume continues it from its scan on. */
  readonly isDraft?: boolean;
  /** The name of the database as a person typed it, for an upload that is no draft. */
  readonly confirmDatabase?: string | undefined;
  /** The connection that was opened last, without it. */
  readonly account?: Account;
  /** The upload exists and is about to be scanned. */
  readonly onCreated?: (id: UploadId) => void;
}

/**
 * Creates an upload and scans its sources. An upload whose scan fails is deleted, unless it was started and can be
 * resumed: after a stop, or once the disk has space again. So is one that is no draft and whose database must be
 * confirmed: it fails with database-unconfirmed, before the scan if possible.
 */
export function prepareUpload(
  context: EngineContext,
  request: UploadRequest,
  signal: AbortSignal,
  options: PrepareOptions = {},
): Promise<Result<UploadId>> {
  const { sessions, repositories, store, secretLinks, tasks, running } = context;
  const { account, onCreated, isDraft = false } = options;
  const confirmed = isDraft ? null : { typed: options.confirmDatabase ?? null };
  const forgetLinks = knownSecrets.add(secretsOfLinks(request.links, request.maskLinks === true));
  const prepared = tasks.run(async (closing) => {
    const stop = AbortSignal.any([signal, closing]);
    const session = requireSession(account === undefined ? sessions.latest() : sessions.find(account));
    const created = await sessions.use(session, (closed) =>
      createUpload(context, session, request, confirmed, AbortSignal.any([stop, closed])),
    );
    if (!created.ok) return created;
    const id = created.value;
    onCreated?.(id);
    secretLinks.keep(id, request.links, request.maskLinks);
    // A pause or a cancellation stops the scan too.
    const pause = new AbortController();
    running.set(id, pause);
    const signals = AbortSignal.any([stop, pause.signal]);
    const scanned = await scanUpload(context, id, signals).finally(() => running.delete(id));
    if (repositories.uploads.get(id)?.state === 'cancelled')
      await closeUnsentItems(context, id, null, closing);
    if (!scanned.ok) {
      if (!isDraft && ['stopped', 'disk-full'].includes(failureKind(scanned.failure))) return scanned;
      secretLinks.forget(id);
      store.writes.transaction(() => repositories.uploads.remove(id));
      return scanned;
    }
    if (confirmed === null) return success(id);
    // The scan found the custodians of its folders.
    const passed = await passDatabaseCheck(context, session, id, confirmed.typed, stop);
    if (!passed.ok) {
      secretLinks.forget(id);
      store.writes.transaction(() => repositories.uploads.remove(id));
      return passed;
    }
    return success(id);
  });
  return prepared.finally(forgetLinks);
}

/** Checks the request and its database, and stores the new upload, not yet scanned. A draft isn't confirmed yet. */
async function createUpload(
  { stateDir, store, repositories, version, sources }: EngineContext,
  session: Session,
  request: UploadRequest,
  confirmed: { readonly typed: string | null } | null,
  signal: AbortSignal,
): Promise<Result<UploadId>> {
  const { platform, profilePath, account, isSandbox } = session;
  const { uploads, events } = repositories;
  const settings = await checkSettings(request.settings, platform.profile, platform.form);
  if (!settings.ok) return settings;
  const uuid = randomUUID();
  const links = checkLinks(request.links, linkStoreOf({ uuid, request }));
  if (!links.ok) return links;
  const selected = checkSelection(request.selection ?? everything);
  if (!selected.ok) return selected;
  const rules = checkRules(request.custodianRules);
  if (!rules.ok) return rules;
  const state = await refuseOwnFiles(stateDir, request.sources, sources);
  if (!state.ok) return state;
  const { custodianDirectory = null } = request;
  const directory =
    custodianDirectory === null ? success(undefined) : await checkDirectoryReadable(custodianDirectory);
  if (!directory.ok) return directory;
  const passwords = await readPasswords(request.passwordFile, sources, signal);
  if (!passwords.ok) return passwords;
  const database = await findUploadDatabase(platform, request.databaseId, request, signal);
  if (!database.ok) return database;
  const { dataset } = request;
  const { serverUrl } = account;
  const target = { serverUrl, isSandbox, databaseId: request.databaseId, databaseName: database.value.name };
  const check = checkRequestDatabase(repositories, target, request);
  const refused = confirmed === null ? null : refusal(check, confirmed.typed);
  if (refused !== null) return refused;
  const at = new Date().toISOString();
  const id = store.writes.transaction(() => {
    const inserted = uploads.insert({
      uuid,
      createdAt: at,
      startedAt: confirmed === null ? null : at,
      ...target,
      profilePath,
      keyId: account.keyId,
      datasetId: 'id' in dataset ? dataset.id : null,
      datasetName:
        'id' in dataset
          ? (uploads.datasetName(serverUrl, request.databaseId, dataset.id) ?? unnamedDataset(dataset.id))
          : dataset.name,
      request: storedRequest(request, links.value),
      osUser: userInfo().username,
      machine: hostname(),
      version,
    });
    if (request.custodianMap !== undefined) repositories.custodians.addMap(inserted, request.custodianMap);
    events.append(inserted, at, 'upload-created', {
      upload: createdFacts(uploads.get(inserted)),
      serverUrl,
      databaseId: request.databaseId,
      databaseName: database.value.name,
      ...('id' in dataset ? { datasetId: dataset.id } : {}),
      sources: request.sources,
      userName: account.userName,
      keyId: account.keyId,
    });
    // Otherwise it is checked again after the scan.
    if (confirmed !== null && check.reason !== null)
      recordDatabaseCheck(repositories, session, inserted, check, at);
    return inserted;
  });
  return success(id);
}
