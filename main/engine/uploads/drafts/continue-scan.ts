import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import type { UploadId } from '../../types/ids.ts';
import { deleteDraft } from '../context/draft-state.ts';
import type { EngineContext } from '../context/engine-context.ts';
import { uploadNotFound } from '../context/read-uploads.ts';
import { DraftDiscarded } from '../context/upload-runs.ts';
import { scanWhenAvailable } from '../prepare/scan-when-available.ts';

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
