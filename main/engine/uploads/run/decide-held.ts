import { type Result, success } from '../../../../preload/contract/failures/failure.ts';
import type { UploadId } from '../../types/ids.ts';
import type { RunOptions } from '../../types/run-options.ts';
import type { EngineContext } from '../context/engine-context.ts';
import { endUpload, reopen } from './end-upload.ts';
import { resolveHeldItems } from './requeue-items.ts';
import { checkRunnable, runUpload } from './run-upload.ts';

type Decision = Pick<RunOptions, 'held' | 'heldItems'>;

/**
 * What a person decided about files of an upload that need review. Those of a watched folder are queued, and its rule sends them:
 * in its hours, within its limits, and not while it is paused. Everything else is sent at once. Fails as `checkRunnable`.
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
  const { watch } = upload.value.request;
  const isOfRule = watch !== undefined && context.repositories.watchRules.find(watch.ruleId) !== null;
  if (isOfRule && !context.runs.isRunning(id)) queueForRule(context, id, decision);
  // Fails with upload-running where it is: then nothing is to be done.
  else runUpload(context, id, { ...options, ...decision }).catch(reportBug);
  return success(undefined);
}

function queueForRule(context: EngineContext, id: UploadId, decision: Decision): void {
  const { repositories, store, progress } = context;
  const isLeft = store.writes.transaction(() => {
    resolveHeldItems(repositories, id, decision, new Date().toISOString());
    const { queued, uploading } = repositories.uploads.totals(id);
    if (queued.items + uploading.items > 0) reopen(repositories, id);
    return queued.items + uploading.items > 0;
  });
  // The rule hears of both.
  if (isLeft) progress.emit(id, 'paused', 0);
  else endUpload(context, id, 'finished', null);
}
