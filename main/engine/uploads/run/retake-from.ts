import type { Item } from '../../store/items/item-repository.ts';
import type { Repositories } from '../../store/repositories.ts';
import type { StoredRequest } from '../../store/uploads/stored-request.ts';

/**
 * Whether an item may be sent again; if so, the ledger of its watched folder has it as taken again. A file that went away
 * and came back, or whose dataset was gone, is sent with another batch, and one whose rule was removed by another rule. It
 * must not be sent by this upload as well. Ask in the transaction that queues the item.
 */
export function retakeFrom(
  {
    watchBatches,
    watchLedger,
  }: {
    readonly watchBatches: Pick<Repositories['watchBatches'], 'get'>;
    readonly watchLedger: Pick<Repositories['watchLedger'], 'retriable' | 'takeAgain'>;
  },
  { watch }: Pick<StoredRequest, 'watch'>,
): (item: Pick<Item, 'id'>) => boolean {
  if (watch === undefined) return () => true;
  let rows: ReadonlyMap<number, number> | null = null;
  return (item) => {
    // Before its outcome is recorded, which may be while files are read, the ledger has every file of a batch as taken.
    if (rows === null && watchBatches.get(watch.batchId)?.recordedAt === null) return true;
    rows ??= watchLedger.retriable(watch.batchId);
    const id = rows.get(item.id);
    return id !== undefined && watchLedger.takeAgain(id);
  };
}
