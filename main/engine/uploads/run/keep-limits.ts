import { StoreError } from '../../store/sqlite-failure.ts';
import type { StoredLimits } from '../../store/upload-repository.ts';
import type { UploadId } from '../../types/ids.ts';
import type { TransferLimits } from '../../types/run-options.ts';
import type { EngineContext } from '../context/engine-context.ts';

/** What was given now beats what was kept. Nothing is kept of an infinite bandwidth limit, nor of any hour. Pure. */
export function mergeLimits(kept: StoredLimits, given: StoredLimits): StoredLimits {
  const { bytesPerSecond = Number.POSITIVE_INFINITY, hours = null, ...rest } = { ...kept, ...given };
  return {
    ...rest,
    ...(bytesPerSecond === Number.POSITIVE_INFINITY ? {} : { bytesPerSecond }),
    ...(hours === null ? {} : { hours }),
  };
}

/** Keeps the limits with the upload for later runs. Returns those of this one. */
export function keepLimits(
  { repositories: { uploads }, store }: EngineContext,
  id: UploadId,
  given: StoredLimits,
): TransferLimits {
  const limits = mergeLimits(uploads.limits(id), given);
  try {
    store.writes.transaction(() => uploads.setLimits(id, limits));
  } catch (error) {
    // A full disk refuses the start of the run as well, which reports it.
    if (!(error instanceof StoreError)) throw error;
  }
  // Explicitly none: the upload before it may have had one.
  return { bytesPerSecond: Number.POSITIVE_INFINITY, hours: null, ...limits };
}
