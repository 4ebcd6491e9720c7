/** Files that the disk refused are tried again a few times without a person. */
import type { Upload } from '../../store/uploads/upload-repository.ts';
import type { WatchBatch } from '../../store/watch/watch-batch-repository.ts';
import type { WatchRuleId } from '../../types/ids.ts';
import type { EngineContext } from '../../uploads/context/engine-context.ts';
import { requeueFailedItems } from '../../uploads/run/requeue-items.ts';
import { diskReasons } from '../../uploads/run/retry-in-place.ts';
import { longestDelayMs, nextRetryAt } from './disk-retries.ts';

/** Call when the outcome of a batch is in the ledger. */
export function planRetry(
  { repositories }: Pick<EngineContext, 'repositories'>,
  { id, retries }: WatchBatch,
  { state, finishedAt }: Upload,
): void {
  const { watchBatches, watchLedger } = repositories;
  const isWanted = state === 'finished' && finishedAt !== null && watchLedger.hasFailed(id, diskReasons);
  const at = isWanted ? nextRetryAt(new Date(finishedAt), retries) : null;
  watchBatches.setRetry(id, retries, at?.toISOString() ?? null);
}

/**
 * Queues the failed files of a batch again if it is time: its upload is then unfinished. Returns in how many milliseconds
 * the next batch is; 0 if files may have been queued, null without any.
 */
export async function retryFailed(
  context: EngineContext,
  ruleId: WatchRuleId,
  now: Date,
): Promise<number | null> {
  const { repositories, store } = context;
  const next = repositories.watchBatches.nextRetry(ruleId);
  if (next === null || next.uploadId === null || next.retryAt === null) return null;
  const inMs = Date.parse(next.retryAt) - now.getTime();
  // Longer only if the clock was ahead when it was planned.
  if (inMs > 0 && inMs <= longestDelayMs) return inMs;
  // Counted first: a crash in between costs an attempt, and never makes one more.
  const retries = next.retries + 1;
  store.writes.transaction(() =>
    repositories.watchBatches.setRetry(next.id, retries, nextRetryAt(now, retries)?.toISOString() ?? null),
  );
  await requeueFailedItems(context, next.uploadId, { by: 'watched-folder', reasons: new Set(diskReasons) });
  return 0;
}
