import { resolve } from 'node:path';
import { errnoOf } from '../../../../preload/contract/failures/errno.ts';
import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import type { HashListResult } from '../../../../preload/contract/views/hash-list.ts';
import type { HashCheck, ListCheck } from '../../intake/selection/check-context.ts';
import { compareHashLists } from '../../intake/selection/compare-hash-lists.ts';
import { findDuplicates } from '../../intake/selection/find-duplicates.ts';
import { findKnownFiles, type KnownResult } from '../../intake/selection/find-known.ts';
import { hashItems } from '../../intake/selection/hash-inventory.ts';
import type { SourceReader } from '../../sources/source-reader.ts';
import type { Repositories } from '../../store/repositories.ts';
import { storeResult } from '../../store/sqlite-failure.ts';
import type { WriteBatcher } from '../../store/write-batcher.ts';
import { type HashPool, hashFile } from '../../transfer/index.ts';
import type { UploadId } from '../../types/ids.ts';
import type { FileChecks } from '../../types/uploads.ts';
import { recordComparison } from './compare-sent-files.ts';
import { linesOfFile, linesOfItem } from './hash-list-lines.ts';

export interface CheckResources {
  readonly writes: WriteBatcher;
  readonly repositories: Repositories;
  readonly earlier: Repositories;
  readonly sources: SourceReader;
  readonly hashes: HashPool;
}

export interface CheckResult {
  /** Files that couldn't be read, which no check says anything about. */
  readonly unread: number;
  readonly known: KnownResult | null;
  readonly lists: HashListResult | null;
}

/**
 * Checks that read whole files, because a person asked for them: of all files, or of those that changed since. Fails with
 * stopped, hash-list-unreadable, and hash-list-empty.
 */
export function checkFiles(
  { writes, repositories, earlier, sources, hashes }: CheckResources,
  id: UploadId,
  { duplicates, knownHashes, hashLists }: FileChecks,
  signal: AbortSignal,
  onBytes: (bytes: number) => void = () => undefined,
  isCompared?: HashCheck['isCompared'],
): Promise<Result<CheckResult>> {
  // The threads that read and hash don't keep a process alive, and a dry run has nothing else that does.
  const keptAlive = setInterval(() => undefined, 60_000);
  return storeResult(async () => {
    const upload = repositories.uploads.get(id);
    if (upload === null) throw new Error(`There is no upload ${id}`);
    const access = { sources, options: upload.request, signal };
    const check: HashCheck = {
      writes,
      repositories,
      earlier,
      uploadId: id,
      signal,
      hashFile: (item) => hashFile(item, access, hashes, onBytes),
      isCompared,
    };
    let unread = 0;
    if (duplicates) unread = Math.max(unread, await findDuplicates(check));
    let known: KnownResult | null = null;
    if (knownHashes !== null && !signal.aborted) {
      try {
        known = await findKnownFiles(check, {
          path: knownHashes,
          lines: linesOfFile(resolve(knownHashes), sources, signal),
        });
      } catch (error) {
        return failure('hash-list-unreadable', { path: knownHashes, errno: errnoOf(error) });
      }
      if (known.hashes === 0 && !signal.aborted) return failure('hash-list-empty', { path: knownHashes });
      unread = Math.max(unread, known.unread);
      const { list, sha256, hashes, matches } = known;
      writes.transaction(() =>
        repositories.events.append(id, new Date().toISOString(), 'known-files-found', {
          list,
          sha256,
          hashes,
          matches,
        }),
      );
    }
    const lists =
      hashLists && !signal.aborted
        ? await compareHashLists({
            ...check,
            digestsOf: digestsOf(check),
            linesOf: (list) => linesOfItem(list, access),
          })
        : null;
    if (signal.aborted) return failure('stopped');
    if (lists !== null && lists.lists + lists.unreadLists > 0)
      writes.transaction(() => recordComparison(repositories, id, 'before-sending', lists));
    return success({ unread: Math.max(unread, lists?.uncompared ?? 0), known, lists });
  }).finally(() => clearInterval(keptAlive));
}

/** Reads the files that were not read yet. */
function digestsOf(check: HashCheck): ListCheck['digestsOf'] {
  const { fileHashes } = check.repositories;
  return async (items) => {
    await hashItems(
      check,
      items.filter(({ id }) => fileHashes.of(id) === null),
    );
    return new Map(
      items.flatMap(({ id }) => {
        const digests = fileHashes.of(id);
        return digests === null ? [] : [[id, digests] as const];
      }),
    );
  };
}
