import { randomUUID } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import { type Result, success } from '../../../preload/contract/failure.ts';
import { checkLinks } from '../intake/links.ts';
import { readPasswords } from '../intake/passwords.ts';
import { findDatabase } from '../platform/find-database.ts';
import { checkSettings } from '../platform/processing-settings.ts';
import type { Session } from '../platform/session.ts';
import type { Queries } from '../store/repositories.ts';
import type { Commits } from '../store/write-batcher.ts';
import type { UploadId } from '../types/ids.ts';
import type { UploadRequest } from '../types/uploads.ts';

/** Checks what was asked for and the database it goes to, and writes down the new upload, without its inventory. */
export async function createUpload(
  commits: Commits,
  { uploads, events }: Queries,
  { platform, profilePath, account }: Session,
  request: UploadRequest,
  version: string,
  signal: AbortSignal,
): Promise<Result<UploadId>> {
  const settings = checkSettings(request.settings, platform.profile);
  if (!settings.ok) return settings;
  const links = checkLinks(request.links);
  if (!links.ok) return links;
  const passwords = await readPasswords(request.passwordFile);
  if (!passwords.ok) return passwords;
  const database = await findDatabase(platform, request.databaseId, { signal, giveUpAfterMs: 60_000 });
  if (!database.ok) return database;
  const { dataset } = request;
  const at = new Date().toISOString();
  const made = commits.now(() => {
    const id = uploads.insert({
      uuid: randomUUID(),
      createdAt: at,
      serverUrl: account.serverUrl,
      profilePath,
      keyId: account.keyId,
      databaseId: request.databaseId,
      databaseName: database.value.name,
      datasetId: 'id' in dataset ? dataset.id : null,
      datasetName: 'id' in dataset ? `dataset ${dataset.id}` : dataset.name,
      request: { ...request, links: links.value },
      osUser: userInfo().username,
      machine: hostname(),
      version,
    });
    events.append(id, at, 'upload-created', {
      databaseId: request.databaseId,
      databaseName: database.value.name,
      sources: request.sources,
      userName: account.userName,
      keyId: account.keyId,
    });
    return id;
  });
  return success(made);
}
