import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { isDraft } from '../../../../preload/contract/views/upload-stage.ts';
import { checkSettings } from '../../platform/processing-settings.ts';
import { sqliteResult } from '../../store/sqlite-failure.ts';
import type { UploadId } from '../../types/ids.ts';
import type { UploadRequest } from '../../types/uploads.ts';
import { changeableDraft, deleteDraft } from '../context/draft-state.ts';
import type { EngineContext } from '../context/engine-context.ts';
import { uploadNotFound } from '../context/read-uploads.ts';

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
export function updateDraft(context: EngineContext, id: UploadId, changes: DraftChanges): Result<undefined> {
  const draft = changeableDraft(context, id);
  if (!draft.ok) return draft;
  const { repositories, store } = context;
  return sqliteResult(store.path, () => {
    store.writes.transaction(() =>
      repositories.uploads.setRequest(id, { ...draft.value.request, ...changes }),
    );
    return undefined;
  });
}

/** Deletes a draft, once its scan has stopped. Fails with upload-started once a person started it. */
export function discardDraft(context: EngineContext, id: UploadId): Result<undefined> {
  const { repositories, runs } = context;
  const upload = repositories.uploads.getAny(id);
  if (upload === null) return uploadNotFound(id);
  if (!isDraft(upload) || runs.isStarting(id)) return failure('upload-started', { uploadId: id });
  if (!runs.discardScan(id)) deleteDraft(context, id);
  return success(undefined);
}
