import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import type { Upload } from '../../store/uploads/upload-repository.ts';
import type { UploadId } from '../../types/ids.ts';
import type { EngineContext } from './engine-context.ts';
import { uploadNotFound } from './read-uploads.ts';

/** A draft that may still be changed. Fails with upload-started once a person started it, and while it is scanned. */
export function changeableDraft(
  { repositories, runs }: Pick<EngineContext, 'repositories' | 'runs'>,
  id: UploadId,
): Result<Upload> {
  const upload = repositories.uploads.get(id);
  if (upload === null) return uploadNotFound(id);
  return upload.state !== 'ready' || upload.startedAt !== null || runs.isStarting(id)
    ? failure('upload-started', { uploadId: id })
    : success(upload);
}

/** Deletes a draft, or an upload that was refused, with its inventory. */
export function deleteDraft(
  { repositories, store, uploadPasswords, secretLinks }: EngineContext,
  id: UploadId,
): void {
  uploadPasswords.forget(id);
  secretLinks.forget(id);
  store.writes.transaction(() => repositories.uploads.remove(id));
}
