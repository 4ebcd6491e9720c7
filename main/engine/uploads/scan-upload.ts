import {
  asCause,
  type Failed,
  failure,
  isSkipReason,
  type Result,
  success,
} from '../../../preload/contract/failure.ts';
import { addLinks } from '../intake/links.ts';
import { scanIntoStore } from '../intake/scan-into-store.ts';
import type { UploadId } from '../types/ids.ts';
import type { ProblemItem } from '../types/uploads.ts';
import type { EngineContext } from './engine-context.ts';
import { uploadNotFound } from './read-uploads.ts';

/** Scans an upload's sources. A scan that was killed starts over. */
export async function scanUpload(
  { store, repositories, progress, scannedUploads }: EngineContext,
  id: UploadId,
  signal: AbortSignal,
): Promise<Result<void>> {
  const { uploads, items, events } = repositories;
  const { writes } = store;
  const request = uploads.get(id)?.request;
  if (request === undefined) return uploadNotFound(id);
  writes.transaction(() => {
    uploads.clearInventory(id);
    addLinks(items, id, request.links);
  });
  const scanned = await scanIntoStore(writes, repositories, {
    uploadId: id,
    sources: request.sources,
    followSymlinks: request.followSymlinks,
    custodianRule: request.custodianRule,
    signal,
    onBatch: () => progress.emit(id, 'scanning', 0),
  });
  if (!scanned.ok) return scanned;
  if (uploads.totals(id).queued.items === 0)
    return nothingToSend(request.sources, items.problems(id).next().value);
  writes.transaction(() => {
    const { files, folders, sizeBytes, problems } = scanned.value;
    uploads.setState(id, 'ready');
    events.append(id, new Date().toISOString(), 'scan-finished', { files, folders, sizeBytes, problems });
  });
  scannedUploads.add(id);
  return success(undefined);
}

function nothingToSend(sources: readonly string[], problem: ProblemItem | undefined): Failed {
  const reason = problem?.reason ?? null;
  return problem === undefined || reason === null
    ? failure('nothing-to-send', { sources: [...sources] })
    : failure('nothing-to-send', {
        sources: [...sources],
        firstProblem: { path: problem.path, reason: isSkipReason(reason) ? reason : asCause(reason) },
      });
}
