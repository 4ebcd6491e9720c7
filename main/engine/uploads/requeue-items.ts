import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import { displayPath, type Item } from '../store/items.ts';
import type { Queries } from '../store/repositories.ts';
import type { KeptRequest } from '../store/uploads.ts';
import type { Commits } from '../store/write-batcher.ts';
import { statItem } from '../transfer/source-handle.ts';
import type { UploadId } from '../types/ids.ts';
import { afterEvent, type ItemEvent } from '../types/item-states.ts';
import { fileIdentity } from '../types/source-path.ts';
import { rescanFolder } from './rescan-folder.ts';

export interface RequeueResult {
  /** Failed files that are queued again. */
  readonly again: number;
  /** Files that were found in folders which can be read now. */
  readonly found: number;
}

type Identity = ReturnType<typeof fileIdentity>;

/** One flush to the disk for so many: a hundred thousand failed files are queued again in seconds. */
const queuedTogether = 500;

/**
 * Failed items back into the queue. Each file is looked at anew and gets a new source file, so that nothing of what it
 * was before can be mixed with what it is now; a folder that could not be read is read. What still cannot be found or
 * read stays failed.
 */
export async function requeueFailedItems(
  commits: Commits,
  queries: Queries,
  id: UploadId,
  now: () => string,
  signal: AbortSignal,
): Promise<Result<RequeueResult>> {
  const request = queries.uploads.get(id)?.request;
  if (request === undefined) throw new Error(`There is no upload ${id}`);
  let again = 0;
  let found = 0;
  const seenAnew: { readonly item: Item; readonly seen: Identity }[] = [];
  const queueThem = async (): Promise<void> => {
    const these = seenAnew.splice(0);
    if (these.length === 0) return;
    await commits.write(() => {
      for (const { item, seen } of these) {
        queries.items.renew(item, seen);
        queries.sourceFiles.abandon(item.id);
        apply(queries, { ...item, ...seen }, 'retried', 'asked for by a person', now());
      }
      // In the same breath: a finished upload with queued files would never be resumed, were this the last thing done.
      if (queries.uploads.get(id)?.state === 'finished') queries.uploads.setState(id, 'paused');
    });
    again += these.length;
  };
  // What is found now may have failed as well: it had its turn.
  const last = queries.items.lastProblem(id);
  // The list is read in pages behind an advancing mark, so that moving items does not disturb it.
  for (const item of queries.items.withProblems(id)) {
    if (item.id > last) break;
    if (item.state !== 'failed') continue;
    if (signal.aborted) {
      await queueThem();
      return failure('stopped', 'Stopped before everything was looked at again.');
    }
    const seen = await lookAt(item, request);
    if (seen === null) continue;
    if (seen === 'folder') {
      await queueThem();
      const read = await rescanFolder(commits, queries, item, now, signal);
      if (!read.ok) return read;
      found += read.value;
      continue;
    }
    seenAnew.push({ item, seen });
    if (seenAnew.length === queuedTogether) await queueThem();
  }
  await queueThem();
  return success({ again, found });
}

/** What a person decided about links and files of which nobody knows whether they arrived. */
export function resolveHeldItems(
  queries: Queries,
  id: UploadId,
  decision: 'ask' | 'retry' | 'skip',
  at: string,
): void {
  if (decision === 'ask') return;
  for (const item of queries.items.withProblems(id)) {
    if (item.state !== 'held') continue;
    if (decision === 'retry') queries.sourceFiles.abandon(item.id);
    apply(queries, item, decision === 'retry' ? 'retried' : 'skipped', 'decided by a person', at);
  }
}

function apply(queries: Queries, item: Item, event: ItemEvent, reason: string, at: string): void {
  const to = afterEvent(item.state, event);
  if (to === null) throw new Error(`Item ${item.id} is ${item.state} and cannot be ${event}`);
  queries.items.move(item, item.state, to, to === 'queued' ? null : reason);
  queries.events.append(item.uploadId, at, `item-${to}`, { item: item.id, path: displayPath(item), reason });
}

async function lookAt(item: Item, request: KeptRequest): Promise<Identity | 'folder' | null> {
  if (item.link !== null) return item;
  try {
    const stats = await statItem(item, request);
    if (stats.isDirectory()) return 'folder';
    return stats.isFile() ? fileIdentity(stats) : null;
  } catch {
    return null; // still not there or not readable: its reason stands
  }
}
