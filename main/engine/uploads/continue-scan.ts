import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type { UploadId } from '../types/ids.ts';
import { deleteDraft } from './draft-state.ts';
import type { EngineContext } from './engine-context.ts';
import { uploadNotFound } from './read-uploads.ts';
import { scanWhenAvailable } from './scan-when-available.ts';
import { DraftDiscarded } from './upload-runs.ts';

/**
 * Scans a draft whose scan was interrupted. One whose scan fails again stays interrupted, unless a person discarded it. Fails with upload-started for one
 * that is scanned, being scanned, or started, and as scanning does.
 */
export async function continueScan(
  context: EngineContext,
  id: UploadId,
  signal: AbortSignal,
): Promise<Result<undefined>> {
  const { repositories, runs } = context;
  const upload = repositories.uploads.get(id);
  if (upload === null) return uploadNotFound(id);
  if (upload.state !== 'scanning' || upload.startedAt !== null || runs.isRunning(id))
    return failure('upload-started', { uploadId: id });
  return runs.run(id, 'scan', { signal }, async (run) => {
    const scanned = await scanWhenAvailable(context, id, run);
    if (run.signal.reason instanceof DraftDiscarded) {
      deleteDraft(context, id);
      return failure('stopped');
    }
    return scanned.ok ? success(undefined) : scanned;
  });
}
