import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import { scanIntoStore } from '../intake/inventory-writer.ts';
import { addLinks } from '../intake/links.ts';
import type { UploadId } from '../types/ids.ts';
import type { EngineContext } from './engine-context.ts';
import { uploadNotFound } from './read-uploads.ts';

/** Scans an upload's sources. A scan that was killed starts over: half an inventory is none. */
export async function scanUpload(
  { store, repositories, progress, scannedHere }: EngineContext,
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
  const taken = await scanIntoStore(writes, items, {
    uploadId: id,
    sources: request.sources,
    followSymlinks: request.followSymlinks,
    custodianRule: request.custodianRule,
    signal,
    onBatch: () => progress.emit(id, 'scanning', 0),
  });
  if (!taken.ok) return taken;
  if (uploads.totals(id).queued.items === 0)
    return nothingToSend(request.sources, items.problems(id).next().value);
  writes.transaction(() => {
    const { files, folders, sizeBytes, problems } = taken.value;
    uploads.setState(id, 'ready');
    events.append(id, new Date().toISOString(), 'inventory-taken', { files, folders, sizeBytes, problems });
  });
  scannedHere.add(id);
  return success(undefined);
}

function nothingToSend(sources: readonly string[], problem: { path: string; reason: string } | undefined) {
  const where = sources.join(', ');
  const why =
    problem === undefined
      ? 'no file in it'
      : `no file that can be sent; first problem: ${problem.path}: ${problem.reason}`;
  return failure('nothing-to-send', `There is ${why}: ${where}.`);
}
