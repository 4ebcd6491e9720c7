/** Files that the rule of a watched folder keeps for a person, because of what was found in them. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { failure } from '../../../preload/contract/failures/failure.ts';
import type { HoldableIssue } from '../../../preload/contract/views/exception.ts';
import type { UploadId } from '../types/ids.ts';
import { afterEvent } from '../types/item-states.ts';
import type { EngineContext } from './engine-context.ts';

/** A transaction of so many rows takes some milliseconds. */
const filesPerTurn = 500;

/** Call before the inventory is recorded: the log then has them as they are. False after `signal`. */
export async function withholdFound(
  { repositories: { items }, store }: Pick<EngineContext, 'repositories' | 'store'>,
  id: UploadId,
  hold: readonly HoldableIssue[],
  signal: AbortSignal,
): Promise<boolean> {
  const to = afterEvent('queued', 'withheld');
  if (to === null) throw new Error('Queued files can be withheld');
  for (const issue of hold) {
    const { failure: reason } = failure('held-by-rule', { issue });
    for (let after = 0; ; ) {
      const found = items.queuedWithIssue(id, issue, after, filesPerTurn);
      const last = found.at(-1);
      if (last === undefined) break;
      after = last.id;
      store.writes.recomputable(() => {
        for (const item of found) items.transition(item, 'queued', to, reason);
      });
      await nextTurn();
      if (signal.aborted) return false;
    }
  }
  return true;
}
