import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import type { UploadId } from '../types/ids.ts';
import { endUpload } from './end-upload.ts';
import type { EngineContext } from './engine-context.ts';
import { uploadNotFound } from './read-uploads.ts';

/** Stops it if it is running. What the platform accepted stays there. */
export function cancelUpload(context: EngineContext, id: UploadId): Result<undefined> {
  const upload = context.repositories.uploads.get(id);
  if (upload === null) return uploadNotFound(id);
  if (upload.state === 'finished') return failure('upload-finished', { uploadId: id });
  endUpload(context, id, 'cancelled', null);
  context.running.get(id)?.abort();
  return success(undefined);
}
