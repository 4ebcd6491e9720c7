import {
  type Failure,
  failure,
  type Result,
  success,
} from '../../../../preload/contract/failures/failure.ts';
import { isLostWithSandbox } from '../../../../preload/contract/views/upload-stage.ts';
import type { UploadId } from '../../types/ids.ts';
import { closeCancelled } from '../context/close-items.ts';
import type { EngineContext } from '../context/engine-context.ts';
import { uploadNotFound } from '../context/read-uploads.ts';
import { recordEnd } from './record-end.ts';

/**
 * Stops it if it is running. What the platform accepted stays there; the rest is listed with the reason. Fails where the
 * store refuses to record it: the next process would resume the upload.
 */
export async function cancelUpload(
  context: EngineContext,
  id: UploadId,
  reason: Failure | null = null,
): Promise<Result<undefined>> {
  const upload = context.repositories.uploads.getAny(id);
  if (upload === null) return uploadNotFound(id);
  if (upload.state === 'finished') return failure('upload-finished', { uploadId: id });
  recordEnd(context, id, 'cancelled', reason);
  // What it has queued again until then isn't sent either.
  const requeued = context.runs.stopRequeue(id);
  // A run that is ending closes its items itself.
  if (context.runs.isRunning(id)) void context.runs.stop(id);
  else {
    await requeued;
    await closeCancelled(context, id);
  }
  const refusal = context.repositories.uploads.unrecordedEnds().get(id)?.refusal;
  return refusal === undefined ? success(undefined) : { ok: false, failure: refusal };
}

/**
 * Records that the sandbox's data was deleted: in the log of every upload to it, and by cancelling those that are not
 * finished, because what they sent is gone. Drafts sent nothing. Returns the uploads that were cancelled.
 */
export async function recordSandboxDeletion(context: EngineContext): Promise<readonly UploadId[]> {
  const { repositories, store } = context;
  const started = repositories.uploads
    .all()
    .filter(({ isSandbox, startedAt }) => isSandbox && startedAt !== null);
  const at = new Date().toISOString();
  store.writes.transaction(() => {
    for (const { id } of started) repositories.events.append(id, at, 'sandbox-data-deleted', {});
  });
  const unfinished = started.filter(isLostWithSandbox);
  const { failure: reason } = failure('sandbox-data-deleted');
  for (const { id } of unfinished) await cancelUpload(context, id, reason);
  return unfinished.map(({ id }) => id);
}
