import { failureText } from '../../../preload/contract/failure-text.ts';
import { displayPath, type Item } from '../store/item-repository.ts';
import { afterEvent, type ItemEvent } from '../types/item-states.ts';
import type { ItemOutcome } from './outcome.ts';
import type { TransferContext } from './transfer-context.ts';

export type FinalOutcome = Extract<
  ItemOutcome,
  { readonly kind: 'accepted' | 'handed-over' | 'failed' | 'held' }
>;

const events = {
  accepted: 'completed',
  'handed-over': 'handed-over',
  failed: 'failed',
  held: 'unknown',
} as const satisfies Record<FinalOutcome['kind'], ItemEvent>;

/** Moves the item to its final state, and logs why. */
export async function recordOutcome(
  transfer: TransferContext,
  item: Item,
  outcome: FinalOutcome,
): Promise<void> {
  const { writes, items, sourceFiles, upload } = transfer;
  const at = transfer.now().toISOString();
  await writes.enqueue(() => {
    // Read again: the item was queued when it was fetched and may have been started since.
    const from = items.stateOf(item.id);
    const to = afterEvent(from, events[outcome.kind]);
    if (to === null) throw new Error(`Item ${item.id} is ${from} and cannot be ${outcome.kind}`);
    const path = displayPath(item);
    if (outcome.kind === 'accepted') {
      const { sourceFile, hashes, answerState } = outcome;
      sourceFiles.recordCompletion(sourceFile.id, at, answerState);
      transfer.events.append(upload.id, at, 'source-file-completed', {
        item: item.id,
        path,
        sourceFileId: sourceFile.platformId,
        sizeBytes: item.sizeBytes,
        parts: sourceFile.partCount,
        ...hashes,
        state: answerState,
      });
      items.transition(item, from, to, null);
      return;
    }
    if (outcome.kind === 'handed-over') {
      const { sourceFile, answerState } = outcome;
      sourceFiles.recordCompletion(sourceFile.id, at, answerState);
      transfer.events.append(upload.id, at, 'link-handed-over', {
        item: item.id,
        path,
        sourceFileId: sourceFile.platformId,
        state: answerState,
      });
      items.transition(item, from, to, null);
      return;
    }
    const { failure } = outcome;
    transfer.events.append(upload.id, at, `item-${to}`, {
      item: item.id,
      path,
      code: failure.code,
      reason: failureText(failure),
    });
    items.transition(item, from, to, failure);
  });
}
