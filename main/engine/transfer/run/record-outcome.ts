import { failure } from '../../../../preload/contract/failures/failure.ts';
import { failureText } from '../../../../preload/contract/failures/failure-table.ts';
import { displayPath, type Item } from '../../store/items/item-repository.ts';
import { listedItem } from '../../store/items/listed-item.ts';
import { StoreError } from '../../store/sqlite-failure.ts';
import type { SourceFile } from '../../store/uploads/source-file-repository.ts';
import { afterEvent, type ItemEvent } from '../../types/item-states.ts';
import { loggedOutcome, outcomeChange } from '../../types/outcome-changes.ts';
import type { ItemOutcome } from '../source-files/outcome.ts';
import type { TransferContext } from '../source-files/transfer-context.ts';

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

/** As the receipt reads them. */
function sentHashes(sent: SourceFile | null) {
  const { sha1 = null, sha256 = null, md5 = null } = sent ?? {};
  return { sha1, sha256, md5 };
}

/** Moves the item to its final state, and logs why. */
export async function recordOutcome(
  transfer: TransferContext,
  item: Item,
  outcome: FinalOutcome,
): Promise<void> {
  const { writes, items, sourceFiles, upload } = transfer;
  await writes.enqueue(() => {
    const at = transfer.now().toISOString();
    // Read again: the item was queued when it was fetched and may have been started since.
    const from = items.stateOf(item.id);
    const to = afterEvent(from, events[outcome.kind]);
    // Someone edited the store meanwhile, or this code has a bug.
    if (to === null)
      throw new StoreError(failure('upload-altered', { uploadId: upload.id, altered: 'states' }).failure);
    const path = displayPath(item);
    if (outcome.kind === 'accepted' || outcome.kind === 'handed-over') {
      const { sourceFile, answerState } = outcome;
      sourceFiles.recordCompletion(sourceFile.id, at, answerState);
      const { id, link, ...listed } = listedItem(item);
      const sent = sourceFiles.current(item.id);
      const isLink = outcome.kind === 'handed-over';
      transfer.events.append(upload.id, at, isLink ? 'link-handed-over' : 'source-file-completed', {
        ...listed,
        item: id,
        name: item.name,
        sourceFileId: sourceFile.platformId,
        ...(isLink ? {} : { parts: sourceFile.partCount, ...sentHashes(sent) }),
        startedAt: sent?.requestedAt ?? null,
        state: answerState,
      });
      items.transition(item, from, to, null);
      return;
    }
    const { failure: refusal } = outcome;
    transfer.events.append(upload.id, at, `item-${outcome.kind}`, {
      item: item.id,
      path,
      code: refusal.code,
      reason: failureText(refusal),
      ...outcomeChange(item.id, loggedOutcome(to, refusal)),
    });
    items.transition(item, from, to, refusal);
  });
}
