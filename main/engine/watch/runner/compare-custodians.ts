/** What the rule would name a file that was renamed after it was sent: the platform has the custodian of then. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StoredWatchRule } from '../../store/watch/watch-rule-repository.ts';
import type { EngineContext } from '../../uploads/context/engine-context.ts';
import { custodianNaming, readCustodians } from './read-custodians.ts';

/** A transaction of so many rows takes some milliseconds. */
const filesPerTurn = 250;

/** Returns whether any were compared. Those whose CSV of custodians can't be read now are compared later. */
export async function compareCustodians(
  {
    repositories: { renamedCustodians, watchMatches },
    store,
    sources,
  }: Pick<EngineContext, 'repositories' | 'store' | 'sources'>,
  { id, rule }: Pick<StoredWatchRule, 'id' | 'rule'>,
  signal: AbortSignal,
): Promise<boolean> {
  let files = renamedCustodians.uncompared(id, filesPerTurn);
  if (files.length === 0) return false;
  const custodians = await readCustodians(rule, sources, signal);
  if (!custodians.ok) return false;
  const custodianOf = custodianNaming(rule, custodians.value, watchMatches.beside);
  for (; files.length > 0 && !signal.aborted; files = renamedCustodians.uncompared(id, filesPerTurn)) {
    const page = files;
    store.writes.recomputable(() => {
      for (const file of page) {
        const now = custodianOf(file);
        const sent = renamedCustodians.sent(file.id);
        const isSame = sent === null || sent.custodian === now;
        renamedCustodians.setOther(file.id, isSame ? null : { sent: sent.custodian, now });
      }
    });
    await nextTurn();
  }
  return true;
}
