import { type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { nextOpenTime } from '../../../../preload/contract/views/bandwidth-schedule.ts';
import { StoreError } from '../../store/sqlite-failure.ts';
import type { Upload } from '../../store/uploads/upload-repository.ts';
import type { StoredWatchRule } from '../../store/watch/watch-rule-repository.ts';
import type { UploadId } from '../../types/ids.ts';
import type { RunOptions } from '../../types/run-options.ts';
import { type Decided, nothingDecided } from '../../types/uploads.ts';
import type { EngineContext } from '../context/engine-context.ts';
import { hasWorkLeft, recordEnd, reopen } from './record-end.ts';
import { resolveHeldItems } from './requeue-items.ts';
import { checkRunnable, runUpload } from './run-upload.ts';

type Decision = Pick<RunOptions, 'held' | 'heldItems'>;

/** The rule that sends what is left of an upload while it is active. */
export interface SendingRule extends Pick<StoredWatchRule, 'state'>, Pick<StoredWatchRule['rule'], 'name'> {
  /** The next time in its hours, and in those of the upload: now, or later. */
  readonly sendsAt: Date;
  readonly decided: Decided;
}

/**
 * A person resumes an upload, and may decide about its files that need review. Returns the rule that sends it, or null if
 * `run` is to send it. Fails as `checkRunnable`, or if the store refuses the decision.
 */
export function leaveToRule(
  context: EngineContext,
  id: UploadId,
  { unavailableSources, ...decision }: Decision & Pick<RunOptions, 'unavailableSources'>,
): Result<SendingRule | null> {
  const upload = checkRunnable(context, id, decision);
  if (!upload.ok) return upload;
  const stored = ruleOf(context, upload.value);
  if (stored === null) return success(null);
  const decides = decision.held !== 'ask' && upload.value.totals.held.items > 0;
  let decided = nothingDecided;
  if (decides) {
    const recorded = recordDecision(context, id, decision);
    if (!recorded.ok) return recorded;
    decided = recorded.value.decided;
    tellRule(context, id, recorded.value);
  }
  // A rule that doesn't run, or sends elsewhere by now, wouldn't send it. Nor would it fail what is on a source that is away.
  const { state, serverUrl, rule } = stored;
  const sends = state === 'active' && serverUrl === upload.value.serverUrl && unavailableSources !== 'fail';
  if (!decides && !sends) return success(null);
  const { plan } = context.bandwidth.ofUpload(upload.value.limits);
  const sendsAt = nextOpenTime(plan, new Date(), rule.schedule);
  return success({ state, name: rule.name, sendsAt, decided });
}

/** The rule of an upload that no run sends now. */
function ruleOf({ repositories, runs }: EngineContext, { id, request }: Upload): StoredWatchRule | null {
  if (request.watch === undefined || runs.isRunning(id)) return null;
  return repositories.watchRules.find(request.watch.ruleId);
}

/**
 * Records what a person decided about files of an upload that need review, whatever keeps it from being sent. What is queued is
 * sent by the run that the upload has, or by its rule: in its hours, within its limits, and not while it is paused. Everything
 * else is sent at once. Others may have decided before. Fails as `checkRunnable`, or if the store refuses it.
 */
export function decideHeld(
  context: EngineContext,
  id: UploadId,
  { held, heldItems, ...options }: RunOptions,
  reportBug: (error: unknown) => void,
): Result<Decided> {
  const decision: Decision = heldItems === undefined ? { held } : { held, heldItems };
  const upload = checkRunnable(context, id, decision);
  if (!upload.ok) return upload;
  if (upload.value.totals.held.items === 0) return success(nothingDecided);
  const isRunning = context.runs.isRunning(id);
  const recorded = recordDecision(context, id, decision);
  if (!recorded.ok) return recorded;
  const { decided } = recorded.value;
  if (isRunning) return success(decided);
  if (!recorded.value.isLeft || ruleOf(context, upload.value) !== null) tellRule(context, id, recorded.value);
  else runUpload(context, id, { ...options, held: 'ask' }).catch(reportBug);
  return success(decided);
}

/** Tells the rule of the upload that it may continue, or that it has ended. */
function tellRule(context: EngineContext, id: UploadId, { isLeft }: { readonly isLeft: boolean }): void {
  if (isLeft) context.progress.emit(id, 'paused', 0);
  else recordEnd(context, id, 'finished', null);
}

function recordDecision(
  { repositories, store }: EngineContext,
  id: UploadId,
  decision: Decision,
): Result<{ readonly decided: Decided; readonly isLeft: boolean }> {
  try {
    return store.writes.transaction(() => {
      const decided = resolveHeldItems(repositories, id, decision, new Date().toISOString());
      const isLeft = hasWorkLeft(repositories, id);
      if (isLeft) reopen(repositories, id);
      return success({ decided, isLeft });
    });
  } catch (error) {
    if (error instanceof StoreError) return { ok: false, failure: error.failure };
    throw error;
  }
}
