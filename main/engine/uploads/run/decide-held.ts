import { type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { StoreError } from '../../store/sqlite-failure.ts';
import type { UploadId } from '../../types/ids.ts';
import type { RunOptions } from '../../types/run-options.ts';
import type { EngineContext } from '../context/engine-context.ts';
import { endUpload, reopen } from './end-upload.ts';
import { resolveHeldItems } from './requeue-items.ts';
import { checkRunnable, runUpload } from './run-upload.ts';

type Decision = Pick<RunOptions, 'held' | 'heldItems'>;

/**
 * Records what a person decided about files of an upload that need review, whatever keeps it from being sent. What is queued is
 * sent by the run that the upload has, or by its rule: in its hours, within its limits, and not while it is paused. Everything
 * else is sent at once. Fails as `checkRunnable`, or if the store refuses it.
 */
export function decideHeld(
  context: EngineContext,
  id: UploadId,
  { held, heldItems, ...options }: RunOptions,
  reportBug: (error: unknown) => void,
): Result<undefined> {
  const decision: Decision = heldItems === undefined ? { held } : { held, heldItems };
  const upload = checkRunnable(context, id, decision);
  if (!upload.ok) return upload;
  const { runs, repositories, progress } = context;
  // Someone else decided before.
  if (upload.value.totals.held.items === 0) return success(undefined);
  const recorded = recordDecision(context, id, decision);
  if (!recorded.ok) return recorded;
  const { watch } = upload.value.request;
  if (runs.isRunning(id)) return success(undefined);
  // Its rule hears of both.
  if (!recorded.value.isLeft) endUpload(context, id, 'finished', null);
  else if (watch !== undefined && repositories.watchRules.find(watch.ruleId) !== null)
    progress.emit(id, 'paused', 0);
  else runUpload(context, id, { ...options, held: 'ask' }).catch(reportBug);
  return success(undefined);
}

function recordDecision(
  { repositories, store }: EngineContext,
  id: UploadId,
  decision: Decision,
): Result<{ readonly isLeft: boolean }> {
  try {
    return store.writes.transaction(() => {
      resolveHeldItems(repositories, id, decision, new Date().toISOString());
      const { queued, uploading } = repositories.uploads.totals(id);
      const isLeft = queued.items + uploading.items > 0;
      if (isLeft) reopen(repositories, id);
      return success({ isLeft });
    });
  } catch (error) {
    if (error instanceof StoreError) return { ok: false, failure: error.failure };
    throw error;
  }
}
