import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import { checkSettings } from '../platform/processing-settings.ts';
import type { CustodianRename } from '../store/folder-repository.ts';
import { sqliteResult } from '../store/sqlite-failure.ts';
import type { UploadId } from '../types/ids.ts';
import type { UploadRequest } from '../types/uploads.ts';
import type { EngineContext } from './engine-context.ts';
import { uploadNotFound } from './read-uploads.ts';

export type DraftChanges = Partial<
  Pick<UploadRequest, 'custodian' | 'custodianRule' | 'settings' | 'sha1' | 'partCheck'>
> & {
  /** A manual assignment for a folder and everything below it. */
  readonly assign?: { readonly folderId: number; readonly custodian: string | null };
  /** For all folders of these custodians, at once; the default is renamed too. */
  readonly rename?: readonly CustodianRename[];
};

/** Changes custodians and processing settings. Fails with upload-started once a person started it. */
export function updateDraft(
  { repositories, store, sessions, starting }: EngineContext,
  id: UploadId,
  { assign, rename = [], ...changes }: DraftChanges,
): Result<undefined> {
  const { uploads, folders } = repositories;
  const upload = uploads.get(id);
  if (upload === null) return uploadNotFound(id);
  if (upload.state !== 'ready' || upload.startedAt !== null || starting.has(id))
    return failure('upload-started', { uploadId: id });
  const profile = sessions.find(upload)?.platform.profile;
  if (changes.settings !== undefined && profile !== undefined) {
    const settings = checkSettings(changes.settings, profile);
    if (!settings.ok) return settings;
  }
  const folder = assign === undefined ? null : folders.get(id, assign.folderId);
  if (assign !== undefined && folder === null)
    return failure('folder-not-found', { uploadId: id, folderId: assign.folderId });
  return sqliteResult(store.path, () => {
    store.writes.transaction(() => {
      const request = { ...upload.request, ...changes };
      uploads.setRequest(id, { ...request, custodian: renamed(request.custodian, rename) });
      if (changes.custodianRule !== undefined) folders.applyCustodianRule(id, changes.custodianRule);
      folders.renameCustodians(id, rename);
      if (folder !== null) folders.assignCustodian(folder, assign?.custodian ?? null);
    });
    return undefined;
  });
}

/** A default custodian after a rename. */
export function renamed(custodian: string | null, names: readonly CustodianRename[]): string | null {
  return names.find(({ from }) => from === custodian)?.to ?? custodian;
}

/** Deletes a draft and its inventory. Fails with upload-started once a person started it. */
export function discardDraft(
  { repositories, store, starting }: EngineContext,
  id: UploadId,
): Result<undefined> {
  const upload = repositories.uploads.get(id);
  if (upload === null) return uploadNotFound(id);
  if (
    upload.startedAt !== null ||
    starting.has(id) ||
    (upload.state !== 'ready' && upload.state !== 'scanning')
  )
    return failure('upload-started', { uploadId: id });
  store.writes.transaction(() => repositories.uploads.remove(id));
  return success(undefined);
}
