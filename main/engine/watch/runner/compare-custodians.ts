/** What the rule would name a file that was renamed after it was sent: the platform has the custodian of then. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WatchRuleId } from '../../types/ids.ts';
import type { EngineContext } from '../../uploads/context/engine-context.ts';
import { compareCustodiansAgain } from '../ledger/change-ledger.ts';
import type { MapSettling } from './map-settling.ts';
import { custodianNaming } from './read-custodians.ts';
import { idleMs } from './rule-wait.ts';

/** A transaction of so many rows takes some milliseconds. */
const filesPerTurn = 250;

interface CustodianComparison {
  readonly id: WatchRuleId;
  readonly map: MapSettling;
  /** Some were compared. */
  readonly onChange: () => void;
}

/**
 * Compares files that were renamed since, and all of them again if the rule or its CSV is another than they were compared by.
 * Returns when to look again, in milliseconds: the CSV has to settle, and one that can't be read now is read later.
 */
export async function compareCustodians(
  context: Pick<EngineContext, 'repositories' | 'store' | 'sources'>,
  { id, map, onChange }: CustodianComparison,
  signal: AbortSignal,
): Promise<number> {
  const { repositories, store, sources } = context;
  const { renamedCustodians, watchMatches, watchRules } = repositories;
  const rule = watchRules.get(id)?.rule;
  if (rule === undefined || signal.aborted || !renamedCustodians.hasAny(id)) return idleMs;
  const dueMs = await map.dueInMs(rule, sources, signal);
  if (dueMs > 0) return dueMs;
  const { custodianBy, custodian, custodianMap, csvSeparator } = rule;
  const by = JSON.stringify([custodianBy, custodian, custodianMap, csvSeparator, map.version]);
  const isSame = renamedCustodians.comparedBy(id) === by;
  if (isSame && renamedCustodians.uncompared(id, 1).length === 0) return idleMs;
  const custodians = await map.read(rule, sources, signal);
  if (custodians === null) return 0;
  if (!custodians.ok) return idleMs;
  if (!isSame) {
    await compareCustodiansAgain(context, id);
    store.writes.recomputable(() => renamedCustodians.setComparedBy(id, by));
  }
  const custodianOf = custodianNaming(rule, custodians.value, watchMatches.beside);
  while (!signal.aborted) {
    const files = renamedCustodians.uncompared(id, filesPerTurn);
    if (files.length === 0) break;
    store.writes.recomputable(() => {
      for (const file of files) {
        const now = custodianOf(file);
        const sent = renamedCustodians.sent(file.id);
        const isSameName = sent === null || sent.custodian === now;
        renamedCustodians.setOther(file.id, isSameName ? null : { sent: sent.custodian, now });
      }
    });
    await nextTurn();
  }
  onChange();
  return idleMs;
}
