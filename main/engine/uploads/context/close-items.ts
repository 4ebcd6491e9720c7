import { type Failure, failure, type Reason } from '../../../../preload/contract/failures/failure.ts';
import type { Item } from '../../store/items/item-repository.ts';
import type { Repositories } from '../../store/repositories.ts';
import type { UploadId } from '../../types/ids.ts';
import { afterEvent, type ItemEvent } from '../../types/item-states.ts';
import { loggedOutcome, OutcomeChanges } from '../../types/outcome-changes.ts';
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
  const { items, listings, events } = repositories;
  await closePacks({ store, repositories }, id, signal);
  const loggedTo = listings.loggedTo(id);
  for (const state of ['uploading', 'queued'] as const) {
    while (!signal.aborted) {
      const batch = items.openItems(id, state, { after: 0 }, batchSize);
      if (batch.length === 0) break;
      await store.writes.enqueue(() => {
        const changes = new OutcomeChanges();
        for (const item of batch) {
          const [event, reason] = outcomeOf(repositories, item, refusal);
          const to = afterEvent(state, event);
          if (to === null) throw new Error(`Item ${item.id} is ${state} and cannot be ${event}`);
          items.transition(item, state, to, reason);
          if (item.id <= loggedTo) changes.add(item.id, loggedOutcome(to, reason));
        }
        const data = { items: batch.length, ...changes.data() };
        events.append(id, new Date().toISOString(), 'unsent-items-closed', data);
      });
    }
  }
}

/**
 * A pack whose completion was requested needs review, with all of its members. The members of any other pack are in none
 * from now on, so that they are closed as other items.
 */
async function closePacks(
  { store, repositories }: Pick<EngineContext, 'store' | 'repositories'>,
  id: UploadId,
  signal: AbortSignal,
): Promise<void> {
  const { packs, sourceFiles, events } = repositories;
  for (const pack of packs.open(id)) {
    if (signal.aborted) break;
    await store.writes.enqueue(() => {
      const isRequested = (sourceFiles.ofPack(pack.id)?.completionRequestedAt ?? null) !== null;
      if (isRequested) {
        const unconfirmed = failure('cancelled-unconfirmed').failure;
        const changes = new OutcomeChanges();
        for (const { item } of packs.membersById(pack.id))
          if (item.state === 'uploading') changes.add(item.id, loggedOutcome('held', unconfirmed));
        const items = packs.transition(pack, 'uploading', 'held', unconfirmed);
        packs.setState(pack.id, 'held');
        const data = { items, pack: pack.number, ...changes.data() };
        events.append(id, new Date().toISOString(), 'unsent-items-closed', data);
        return;
      }
      sourceFiles.abandonPack(pack.id);
      packs.close(pack.id);
    });
  }
}

/** Closes what cancelled uploads left open when an earlier process ended. */
export function closeCancelledUploads(context: EngineContext): void {
  for (const id of context.repositories.uploads.cancelledOpen()) void closeCancelled(context, id);
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
  const file = sourceFiles.current(item.id);
  // Nothing is asked for again, so the request alone makes it unknown.
  if (file !== null && (item.link !== null || file.completionRequestedAt !== null))
    return ['unknown', failure('cancelled-unconfirmed').failure];
  return refusal === null ? ['cancelled', { code: 'cancelled' }] : ['failed', refusal];
}
