import { type Failure, failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type { UploadId } from '../types/ids.ts';
import { closeCancelled } from './close-items.ts';
import { endUpload } from './end-upload.ts';
import type { EngineContext } from './engine-context.ts';
import { uploadNotFound } from './read-uploads.ts';

/** Stops it if it is running. What the platform accepted stays there; the rest is listed with the reason. */
export async function cancelUpload(
  context: EngineContext,
  id: UploadId,
  reason: Failure | null = null,
): Promise<Result<undefined>> {
  const upload = context.repositories.uploads.getAny(id);
  if (upload === null) return uploadNotFound(id);
  if (upload.state === 'finished') return failure('upload-finished', { uploadId: id });
  endUpload(context, id, 'cancelled', reason);
  // A run that is ending closes its items itself.
  if (context.runs.isRunning(id)) void context.runs.stop(id);
  else await closeCancelled(context, id);
  return success(undefined);
}
