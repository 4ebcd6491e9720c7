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
  let unsent = await closePacks({ store, repositories }, id, refusal, signal);
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

/**
 * A pack whose completion was requested needs review, with all of its members. The members of any other pack are in none
 * from now on, so that they are closed as other items. Returns how many items need review.
 */
async function closePacks(
  { store, repositories }: Pick<EngineContext, 'store' | 'repositories'>,
  id: UploadId,
  refusal: Failure | null,
  signal: AbortSignal,
): Promise<number> {
  const { packs, sourceFiles } = repositories;
  let held = 0;
  for (const pack of packs.open(id)) {
    if (signal.aborted) break;
    await store.writes.enqueue(() => {
      const isRequested = (sourceFiles.ofPack(pack.id)?.completionRequestedAt ?? null) !== null;
      if (refusal === null && isRequested) {
        held += packs.transition(pack, 'uploading', 'held', failure('cancelled-unconfirmed').failure);
        packs.setState(pack.id, 'held');
        return;
      }
      sourceFiles.abandonPack(pack.id);
      packs.close(pack.id);
    });
  }
  return held;
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
    context.progress.emit(id, 'cancelled', 0);
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
