import { stat } from 'node:fs/promises';
import { type Result, success } from '../../preload/contract/failure.ts';
import type { UploadId } from './api.ts';
import { absolutePath, fileIdentity } from './intake/scan-paths.ts';
import type { Commits } from './store/commits.ts';
import { displayPath, type Item } from './store/items.ts';
import type { Queries } from './store/queries.ts';
import { afterEvent, type ItemEvent } from './transfer/item-states.ts';

/**
 * Failed items back into the queue. Each file is looked at anew and gets a new source file, so that nothing of what it
 * was before can be mixed with what it is now. Files that still cannot be found stay failed. Answers how many it was.
 */
export async function retryFailedItems(
  commits: Commits,
  queries: Queries,
  id: UploadId,
  now: () => string,
): Promise<Result<number>> {
  let count = 0;
  // The list is read in pages behind an advancing mark, so that moving items does not disturb it.
  for (const item of queries.items.withProblems(id)) {
    if (item.state !== 'failed') continue;
    const identity = await lookAt(item);
    if (identity === null) continue;
    await commits.write(() => {
      queries.items.renew(item, identity);
      queries.sourceFiles.abandon(item.id);
      apply(queries, { ...item, ...identity }, 'retried', 'asked for by a person', now());
      // In the same breath: a finished upload with queued files would never be resumed, were this the last thing done.
      if (queries.uploads.get(id)?.state === 'finished') queries.uploads.setState(id, 'paused');
    });
    count += 1;
  }
  return success(count);
}

/** What a person decided about links and files of which nobody knows whether they arrived. */
export function settleHeld(
  queries: Queries,
  id: UploadId,
  decision: 'ask' | 'again' | 'leave-out',
  at: string,
): void {
  if (decision === 'ask') return;
  for (const item of queries.items.withProblems(id)) {
    if (item.state !== 'held') continue;
    if (decision === 'again') queries.sourceFiles.abandon(item.id);
    apply(queries, item, decision === 'again' ? 'retried' : 'decided-out', 'decided by a person', at);
  }
}

function apply(queries: Queries, item: Item, event: ItemEvent, reason: string, at: string): void {
  const to = afterEvent(item.state, event);
  if (to === null) throw new Error(`Item ${item.id} is ${item.state} and cannot be ${event}`);
  queries.items.move(item, item.state, to, to === 'queued' ? null : reason);
  queries.events.append(item.uploadId, at, `item-${to}`, { item: item.id, path: displayPath(item), reason });
}

async function lookAt(item: Item): Promise<ReturnType<typeof fileIdentity> | null> {
  if (item.link !== null) return item;
  try {
    const stats = await stat(
      absolutePath(item.root, item.folder, item.folderBytes, item.name, item.nameBytes),
      { bigint: true },
    );
    return stats.isFile() ? fileIdentity(stats) : null;
  } catch {
    return null; // still not there or not readable: its reason stands
  }
}
