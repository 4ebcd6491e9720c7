import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { checkSettings } from '../platform/processing-settings.ts';
import { sqliteResult } from '../store/sqlite-failure.ts';
import type { UploadId } from '../types/ids.ts';
import type { UploadRequest } from '../types/uploads.ts';
import type { EngineContext } from './engine-context.ts';
import { uploadNotFound } from './read-uploads.ts';

export type DraftChanges = Partial<
  Pick<UploadRequest, 'settings' | 'sha1' | 'partCheck' | 'pack' | 'acceptInactive'>
>;

/** Against the profile of the draft's connection. They are checked again when the dataset is created. */
export async function checkDraftSettings(
  { repositories, sessions }: EngineContext,
  id: UploadId,
  settings: UploadRequest['settings'],
): Promise<Result<unknown>> {
  const upload = repositories.uploads.get(id);
  if (upload === null) return uploadNotFound(id);
  const platform = sessions.find(upload)?.platform;
  return platform === undefined
    ? success(settings)
    : checkSettings(settings, platform.profile, platform.form);
}

/** Changes what was checked. Fails with upload-started once a person started it. */
export function updateDraft(
  { repositories, store, starting }: EngineContext,
  id: UploadId,
  changes: DraftChanges,
): Result<undefined> {
  const { uploads } = repositories;
  const upload = uploads.get(id);
  if (upload === null) return uploadNotFound(id);
  if (upload.state !== 'ready' || upload.startedAt !== null || starting.has(id))
    return failure('upload-started', { uploadId: id });
  return sqliteResult(store.path, () => {
    store.writes.transaction(() => uploads.setRequest(id, { ...upload.request, ...changes }));
    return undefined;
  });
}

/** Deletes a draft and its inventory. Fails with upload-started once a person started it. */
export function discardDraft(
  { repositories, store, starting, uploadPasswords, secretLinks }: EngineContext,
  id: UploadId,
): Result<undefined> {
  const upload = repositories.uploads.getAny(id);
  if (upload === null) return uploadNotFound(id);
  if (
    upload.startedAt !== null ||
    starting.has(id) ||
    (upload.state !== 'ready' && upload.state !== 'scanning')
  )
    return failure('upload-started', { uploadId: id });
  uploadPasswords.trial(id)?.stop.abort();
  uploadPasswords.forget(id);
  secretLinks.forget(id);
  store.writes.transaction(() => repositories.uploads.remove(id));
  return success(undefined);
}
