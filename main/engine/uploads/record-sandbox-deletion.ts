import { failure } from '../../../preload/contract/failures/failure.ts';
import type { UploadId } from '../types/ids.ts';
import { cancelUpload } from './cancel-upload.ts';
import type { EngineContext } from './engine-context.ts';

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
  const unfinished = started.filter(({ state }) => state !== 'finished' && state !== 'cancelled');
  const { failure: reason } = failure('sandbox-data-deleted');
  for (const { id } of unfinished) await cancelUpload(context, id, reason);
  return unfinished.map(({ id }) => id);
}
