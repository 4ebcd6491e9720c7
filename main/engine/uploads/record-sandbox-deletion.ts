import { failure } from '../../../preload/contract/failure.ts';
import type { UploadId } from '../types/ids.ts';
import { endUpload } from './end-upload.ts';
import type { EngineContext } from './engine-context.ts';

/**
 * Records that the sandbox's data was deleted: in the log of every upload to it, and by cancelling those that are not
 * finished, because what they sent is gone. Drafts sent nothing. Returns the uploads that changed.
 */
export function recordSandboxDeletion(context: EngineContext): readonly UploadId[] {
  const { repositories, store, running } = context;
  const { failure: reason } = failure('sandbox-data-deleted');
  const sent = repositories.uploads
    .all()
    .filter(({ isSandbox, state }) => isSandbox && state !== 'ready' && state !== 'scanning');
  const at = new Date().toISOString();
  store.writes.transaction(() => {
    for (const { id } of sent) repositories.events.append(id, at, 'sandbox-data-deleted', {});
  });
  const unfinished = sent.filter(({ state }) => state === 'uploading' || state === 'paused');
  for (const { id } of unfinished) {
    endUpload(context, id, 'cancelled', reason);
    running.get(id)?.abort();
  }
  return unfinished.map(({ id }) => id);
}
