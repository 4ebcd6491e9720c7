import { bandwidthPlan } from '../../../../preload/contract/views/bandwidth-schedule.ts';
import { StoreError } from '../../store/sqlite-failure.ts';
import type { StoredLimits } from '../../store/uploads/upload-repository.ts';
import type { UploadId } from '../../types/ids.ts';
import type { TransferLimits } from '../../types/run-options.ts';
import type { EngineContext } from '../context/engine-context.ts';

/** Keeps the limits with the upload for later runs. Returns those of this one. */
export function keepLimits(
  { repositories: { uploads }, store, bandwidth, usualLimits }: EngineContext,
  id: UploadId,
  given: StoredLimits,
): TransferLimits {
  // What was given now beats what was kept.
  const limits = { ...uploads.limits(id), ...given };
  try {
    store.writes.transaction(() => uploads.setLimits(id, limits));
  } catch (error) {
    // A full disk refuses the start of the run as well, which reports it.
    if (!(error instanceof StoreError)) throw error;
  }
  // The upload before it may have had others.
  bandwidth.plan = bandwidthPlan(limits, usualLimits);
  return limits;
}
