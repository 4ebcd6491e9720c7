import { type Failure, failure, type Reason } from '../../../preload/contract/failure.ts';
import type { Item } from '../store/item-repository.ts';
import type { Repositories } from '../store/repositories.ts';
import type { UploadId } from '../types/ids.ts';
import { afterEvent, type ItemEvent } from '../types/item-states.ts';
import type { EngineContext } from './engine-context.ts';

/** Items per flush to the disk; the engine does other work in between. */
const batchSize = 500;

/**
 * What an upload that ended leaves unsent gets its reason: because it was cancelled, or because of `refusal`. What the
 * platform may have accepted needs review. Call while the upload isn't running. May be interrupted and called again.
 */
export async function closeUnsentItems(
  { store, repositories }: EngineContext,
  id: UploadId,
  refusal: Failure | null,
  signal: AbortSignal,
): Promise<void> {
  const { items, events } = repositories;
  let unsent = 0;
  for (const state of ['uploading', 'queued'] as const) {
    while (!signal.aborted) {
      const batch = items.openItems(id, state, 0, batchSize);
      if (batch.length === 0) break;
      await store.writes.enqueue(() => {
        for (const item of batch) {
          const [event, reason] = outcomeOf(repositories, item, refusal);
          const to = afterEvent(state, event);
          if (to === null) throw new Error(`Item ${item.id} is ${state} and cannot be ${event}`);
          items.transition(item, state, to, reason);
        }
      });
      unsent += batch.length;
    }
  }
  if (unsent === 0) return;
  const at = new Date().toISOString();
  await store.writes.enqueue(() => events.append(id, at, 'unsent-items-closed', { items: unsent }));
}

/** Closes what cancelled uploads left open when an earlier process ended, or an earlier version didn't close. */
export function closeCancelledUploads(context: EngineContext): void {
  for (const { id, state, totals } of context.repositories.uploads.all())
    if (state === 'cancelled' && totals.queued.items + totals.uploading.items > 0)
      void closeCancelled(context, id);
}

/** Waits until the items are closed, unless the store refuses it: then the next start does it. */
export async function closeCancelled(context: EngineContext, id: UploadId): Promise<void> {
  await context.tasks.run(async (closing) => {
    await closeUnsentItems(context, id, null, closing);
    return { ok: true, value: undefined };
  });
}

function outcomeOf(
  { sourceFiles }: Repositories,
  item: Item,
  refusal: Failure | null,
): readonly [ItemEvent, Reason] {
  if (refusal !== null) return ['failed', refusal];
  const file = sourceFiles.current(item.id);
  const mayBeAccepted = file !== null && (item.link !== null || file.completionRequestedAt !== null);
  return mayBeAccepted
    ? ['unknown', failure('cancelled-unconfirmed').failure]
    : ['cancelled', { code: 'cancelled' }];
}
