import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import type { HashListResult } from '../../../../preload/contract/views/hash-list.ts';
import { compareHashLists } from '../../intake/selection/compare-hash-lists.ts';
import type { Repositories } from '../../store/repositories.ts';
import type { Upload } from '../../store/uploads/upload-repository.ts';
import type { UploadId } from '../../types/ids.ts';
import type { EngineContext } from '../context/engine-context.ts';
import { linesOfItem } from './hash-list-lines.ts';
import { recordFindings } from './record-inventory.ts';

/**
 * Compares what was sent with the hash lists that came with the media. It costs no reading of the files: their hashes were
 * computed while they were sent. A list on a share that doesn't answer counts as unread. Fails with stopped: the next run
 * compares them again.
 */
export async function compareSentFiles(
  { store: { writes }, repositories, sources }: EngineContext,
  { id, request }: Pick<Upload, 'id' | 'request'>,
  signal: AbortSignal,
): Promise<Result<void>> {
  const { fileHashes, uploads, inspections } = repositories;
  if (fileHashes.itemsWith(id, 'hash-list').length === 0) return success(undefined);
  // What it finds is compared with the log again once it is recorded.
  writes.transaction(() => {
    inspections.setChanging(id, true);
    repositories.events.append(id, new Date().toISOString(), 'findings-changing', {});
  });
  const access = { sources, options: request, signal };
  const result = await compareHashLists({
    writes,
    repositories,
    uploadId: id,
    signal,
    digestsOf: async (items) =>
      new Map(
        items.flatMap((item) => {
          const digests = fileHashes.sentDigests(item.id);
          return digests === null ? [] : [[item.id, digests] as const];
        }),
      ),
    linesOf: (list) => linesOfItem(list, access),
  });
  if (result === null || !(await recordFindings(writes, repositories, id, signal))) return failure('stopped');
  if (result.lists + result.unreadLists === 0) return success(undefined);
  writes.transaction(() => {
    uploads.setHashLists(id, result);
    recordComparison(repositories, id, 'after-sending', result);
  });
  return success(undefined);
}

/** In the log, and so in the receipt. The caller opens the transaction. */
export function recordComparison(
  { events }: Pick<Repositories, 'events'>,
  id: UploadId,
  when: 'before-sending' | 'after-sending',
  result: HashListResult,
): void {
  events.append(id, new Date().toISOString(), 'hash-lists-compared', { when, ...result });
}
