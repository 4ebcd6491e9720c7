import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { StoreError } from '../../store/sqlite-failure.ts';
import type { UploadId } from '../../types/ids.ts';
import type { KeptLimits } from '../../types/run-options.ts';
import type { EngineContext } from '../context/engine-context.ts';

/** Keeps the limits with the upload for later runs. Returns those of this one. */
export function keepLimits(
  { repositories: { uploads }, store }: EngineContext,
  id: UploadId,
  given: KeptLimits,
): KeptLimits {
  // What was given now beats what was kept.
  const limits = { ...uploads.get(id)?.limits, ...given };
  try {
    store.writes.transaction(() => uploads.setLimits(id, limits));
  } catch (error) {
    // A full disk refuses the start of the run as well, which reports it.
    if (!(error instanceof StoreError)) throw error;
  }
  return limits;
}

/** The usual limits hold for later runs. Fails with upload-running: a run keeps the limits that it began with. */
export function removeLimits({ repositories, store, runs }: EngineContext, id: UploadId): Result<undefined> {
  if (runs.isRunning(id)) return failure('upload-running', { uploadId: id });
  store.writes.transaction(() => repositories.uploads.setLimits(id, {}));
  return success(undefined);
}
