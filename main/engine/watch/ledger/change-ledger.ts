/**
 * What a person's change or decision means for a rule's ledger. Changes of a whole ledger go piece by piece: each may be ended
 * and called again. Call them while the rule is stopped, except for `compareCustodiansAgain`.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LedgerRange } from '../../store/watch/watch-ledger-repository.ts';
import type { WatchRuleId } from '../../types/ids.ts';
import type { EngineContext } from '../../uploads/context/engine-context.ts';

/** A transaction of so many rows takes some milliseconds. */
const rowsPerTurn = 1_000;

type Context = Pick<EngineContext, 'store' | 'repositories'>;

/** What the rule skipped, or hasn't taken yet, is decided again: it takes other files from now on. */
export function decideUntakenAgain(context: Context, ruleId: WatchRuleId): Promise<void> {
  const at = new Date().toISOString();
  return changeAll(context, ruleId, (range) => context.repositories.watchLedger.resetUntaken(range, at));
}

/**
 * The rule begins with the folder that is at its path. `isReplaced`: a person says that it is the right one although nothing
 * of it is known.
 */
export async function forgetFolder(
  context: Context,
  ruleId: WatchRuleId,
  isReplaced: boolean,
): Promise<void> {
  const { store, repositories } = context;
  const at = new Date().toISOString();
  if (isReplaced)
    await changeAll(context, ruleId, (range) => repositories.watchLedger.forgetPresence(range, at));
  store.writes.transaction(() => repositories.watchRules.setRoot(ruleId, null));
}

/** Files whose dataset or database was gone go with the next batch. */
export function requeueRefused(context: Context, ruleId: WatchRuleId): Promise<void> {
  return changeAll(context, ruleId, (range) => context.repositories.watchLedger.requeueRefused(range));
}

/** The rule names custodians in another way. */
export function compareCustodiansAgain(context: Context, ruleId: WatchRuleId): Promise<void> {
  return changeAll(context, ruleId, (range) => context.repositories.renamedCustodians.compareAgain(range));
}

/** What a rule that was paused had settled settles again. */
export async function unsettle({ store, repositories }: Context, ruleId: WatchRuleId): Promise<void> {
  const { watchLedger } = repositories;
  const some = (): number => store.writes.recomputable(() => watchLedger.unsettle(ruleId, rowsPerTurn));
  while (some() > 0) await nextTurn();
}

/** A person decides about copies that wait for it. Returns how many of these did. */
export function decideCopies(
  { store, repositories: { watchFiles, watchLedger } }: Context,
  ruleId: WatchRuleId,
  entryIds: readonly number[],
  decision: 'send' | 'skip',
): number {
  const held = watchFiles
    .byIds(entryIds)
    .filter((file) => file.ruleId === ruleId && file.state === 'held' && file.batchId === null)
    .map(({ id }) => id);
  store.writes.transaction(() =>
    decision === 'send' ? watchLedger.releaseHeld(held) : watchLedger.skipHeld(held),
  );
  return held.length;
}

async function changeAll(
  { store, repositories }: Context,
  ruleId: WatchRuleId,
  change: (range: LedgerRange) => void,
): Promise<void> {
  for (let after = 0; ; ) {
    const range = repositories.watchLedger.nextRange(ruleId, after, rowsPerTurn);
    if (range === null) return;
    store.writes.recomputable(() => change(range));
    after = range.to;
    await nextTurn();
  }
}
