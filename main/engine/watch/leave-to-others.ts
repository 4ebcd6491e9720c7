/** What becomes of the files that a rule gives up: another rule over the same folder may send them. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WatchRuleId } from '../types/ids.ts';
import type { EngineContext } from '../uploads/engine-context.ts';
import { releaseOpenBatches } from './close-batch.ts';

type Context = Pick<EngineContext, 'store' | 'repositories'>;

/** A transaction of so many rows takes some milliseconds. */
const filesPerTurn = 1_000;

/** Of a rule that is paused: what it has settled, because nobody knows whether it will resume. */
export async function leaveSettledFiles(context: Context, id: WatchRuleId): Promise<void> {
  const { store, repositories } = context;
  const { watchLedger } = repositories;
  // A kill may have come before they were released.
  await releaseOpenBatches(context, id);
  const leave = () => store.writes.transaction(() => watchLedger.unsettle(id, filesPerTurn));
  while (leave() > 0) await nextTurn();
}

/** Of a rule that was removed: everything that it didn't send. */
export async function leaveUnsentFiles(context: Context, id: WatchRuleId): Promise<void> {
  const { store, repositories } = context;
  const { watchLedger } = repositories;
  await releaseOpenBatches(context, id);
  for (let after = 0; ; ) {
    const ids = watchLedger.unsentIds(id, after, filesPerTurn);
    store.writes.transaction(() => watchLedger.leaveToOthers(ids));
    if (ids.length < filesPerTurn) return;
    after = ids.at(-1) ?? after;
    await nextTurn();
  }
}
