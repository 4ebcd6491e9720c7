import { randomUUID } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import { failureKind, type Result, success } from '../../../preload/contract/failure.ts';
import { checkLinks } from '../intake/links.ts';
import { readPasswords } from '../intake/passwords.ts';
import { findDatabase } from '../platform/find-database.ts';
import { checkSettings } from '../platform/processing-settings.ts';
import type { Session } from '../platform/session.ts';
import type { Account } from '../types/connection.ts';
import type { UploadId } from '../types/ids.ts';
import type { UploadRequest } from '../types/uploads.ts';
import { closeUnsentItems } from './close-items.ts';
import { type EngineContext, requireSession } from './engine-context.ts';
import { scanUpload } from './scan-upload.ts';

export interface PrepareOptions {
  /** A draft is sent only after `start`. Any other upload counts as started, so a resume continues it from its scan on. */
  readonly isDraft?: boolean;
  /** The connection that was opened last, without it. */
  readonly account?: Account;
  /** The upload exists and is about to be scanned. */
  readonly onCreated?: (id: UploadId) => void;
}

/**
 * Creates an upload and scans its sources. An upload whose scan fails is deleted, unless it was started and can be
 * resumed: after a stop, or once the disk has space again.
 */
export function prepareUpload(
  context: EngineContext,
  request: UploadRequest,
  signal: AbortSignal,
  options: PrepareOptions = {},
): Promise<Result<UploadId>> {
  const { sessions, repositories, store, secretLinks, tasks, running } = context;
  const { account, onCreated, isDraft = false } = options;
  return tasks.run(async (closing) => {
    const stop = AbortSignal.any([signal, closing]);
    const session = requireSession(account === undefined ? sessions.latest() : sessions.find(account));
    const created = await sessions.use(session, (closed) =>
      createUpload(context, session, request, isDraft, AbortSignal.any([stop, closed])),
    );
    if (!created.ok) return created;
    const id = created.value;
    onCreated?.(id);
    secretLinks.keep(id, request.links);
    // A pause or a cancellation stops the scan too.
    const pause = new AbortController();
    running.set(id, pause);
    const scanned = await scanUpload(context, id, AbortSignal.any([stop, pause.signal])).finally(() =>
      running.delete(id),
    );
    if (repositories.uploads.get(id)?.state === 'cancelled')
      await closeUnsentItems(context, id, null, closing);
    if (!scanned.ok) {
      if (!isDraft && ['stopped', 'disk-full'].includes(failureKind(scanned.failure))) return scanned;
      store.writes.transaction(() => repositories.uploads.remove(id));
      return scanned;
    }
    return success(id);
  });
}

/** Checks the request and its database, and stores the new upload, not yet scanned. */
async function createUpload(
  { store, repositories, version, sources }: EngineContext,
  { platform, profilePath, account, isSandbox }: Session,
  request: UploadRequest,
  isDraft: boolean,
  signal: AbortSignal,
): Promise<Result<UploadId>> {
  const { uploads, events } = repositories;
  const settings = checkSettings(request.settings, platform.profile);
  if (!settings.ok) return settings;
  const links = checkLinks(request.links);
  if (!links.ok) return links;
  const passwords = await readPasswords(request.passwordFile, sources, signal);
  if (!passwords.ok) return passwords;
  const database = await findDatabase(platform, request.databaseId, { signal, giveUpAfterMs: 60_000 });
  if (!database.ok) return database;
  const { dataset } = request;
  const at = new Date().toISOString();
  const id = store.writes.transaction(() => {
    const inserted = uploads.insert({
      uuid: randomUUID(),
      createdAt: at,
      startedAt: isDraft ? null : at,
      serverUrl: account.serverUrl,
      isSandbox,
      profilePath,
      keyId: account.keyId,
      databaseId: request.databaseId,
      databaseName: database.value.name,
      datasetId: 'id' in dataset ? dataset.id : null,
      datasetName:
        'id' in dataset
          ? (uploads.datasetName(account.serverUrl, request.databaseId, dataset.id) ??
            `dataset ${dataset.id}`)
          : dataset.name,
      request: { ...request, links: links.value },
      osUser: userInfo().username,
      machine: hostname(),
      version,
    });
    events.append(inserted, at, 'upload-created', {
      databaseId: request.databaseId,
      databaseName: database.value.name,
      sources: request.sources,
      userName: account.userName,
      keyId: account.keyId,
    });
    return inserted;
  });
  return success(id);
}
