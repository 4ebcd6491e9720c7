import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type { UploadId } from '../types/ids.ts';
import type { EngineContext } from './engine-context.ts';
import { uploadNotFound } from './read-uploads.ts';
import { scanWhenAvailable } from './scan-when-available.ts';

/**
 * Scans a draft whose scan was interrupted. One whose scan fails again stays interrupted. Fails with upload-started for one
 * that is scanned, being scanned, or started, and as scanning does.
 */
export function continueScan(
  context: EngineContext,
  id: UploadId,
  signal: AbortSignal,
): Promise<Result<undefined>> {
  const { repositories, running, tasks } = context;
  return tasks.run(async (closing) => {
    const upload = repositories.uploads.get(id);
    if (upload === null) return uploadNotFound(id);
    if (upload.state !== 'scanning' || upload.startedAt !== null || running.has(id))
      return failure('upload-started', { uploadId: id });
    const pause = new AbortController();
    running.set(id, pause);
    const stop = AbortSignal.any([signal, closing, pause.signal]);
    const scanned = await scanWhenAvailable(context, id, { signal: stop }).finally(() => running.delete(id));
    return scanned.ok ? success(undefined) : scanned;
  });
}
