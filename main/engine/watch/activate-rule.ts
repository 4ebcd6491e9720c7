import { type Result, success } from '../../../preload/contract/failures/failure.ts';
import { refusedTargets } from '../../../preload/contract/failures/refused-for-good.ts';
import { isNameTold } from '../platform/find-database.ts';
import type { StoredWatchRule } from '../store/watch/watch-rule-repository.ts';
import type { WatchRuleId } from '../types/ids.ts';
import { closeUnsentItems } from '../uploads/context/close-items.ts';
import type { EngineContext } from '../uploads/context/engine-context.ts';
import { recordEnd } from '../uploads/run/record-end.ts';
import { refuseInnerPasswords } from './check-rule.ts';
import { refuseOverlap } from './folder-overlap.ts';
import { requeueRefused, unsettle } from './ledger/change-ledger.ts';
import { confirmRuleDatabase, type DatabaseRule, isSameTarget } from './rule-database.ts';
import { releaseOpenBatches } from './runner/close-batch.ts';
import { recordBatches } from './runner/record-batches.ts';

/**
 * The name of the database, if the rule can be activated with what a person typed beside the others. Fails as confirming the
 * database does, and with watch-rule-invalid.
 */
export async function checkActivation(
  context: Parameters<typeof confirmRuleDatabase>[0],
  { rule, others }: { readonly rule: DatabaseRule; readonly others: readonly StoredWatchRule[] },
  typed: string | null,
  signal: AbortSignal,
): Promise<Result<string>> {
  const alone = await refuseOverlap({ id: null, rule: rule.rule }, others, context.sources, signal);
  if (!alone.ok) return alone;
  const outside = await refuseInnerPasswords(rule.rule, context.sources);
  return outside.ok ? confirmRuleDatabase(context, rule, typed, signal) : outside;
}

export interface Activation {
  /** As it was when its database was confirmed. */
  readonly stored: StoredWatchRule;
  readonly databaseName: string;
}

/** The rule is stopped, and `checkActivation` passed; one at a time. Fails with watch-rule-invalid. */
export async function activateRule(
  context: EngineContext,
  { stored, databaseName }: Activation,
  signal: AbortSignal,
): Promise<Result<undefined>> {
  const { watchRules } = context.repositories;
  await endRefusedUploads(context, stored.id, signal);
  // What was refused is in the ledger before it is queued again.
  await recordBatches(context, stored, signal);
  await requeueRefused(context, stored.id);
  const now = watchRules.get(stored.id);
  // It was given another database meanwhile, which nobody confirmed.
  if (now === null || !isSameTarget(now, stored)) return success(undefined);
  // Another rule may have been activated meanwhile.
  const alone = await refuseOverlap(now, watchRules.all(), context.sources, signal);
  if (!alone.ok) return alone;
  // While it was paused, another one may have sent what it had settled.
  await releaseOpenBatches(context, stored.id);
  if (now.state === 'paused') await unsettle(context, stored.id);
  const name = isNameTold(now.rule.database, databaseName) ? databaseName : now.databaseName;
  context.store.writes.transaction(() => {
    watchRules.setDatabase(stored.id, name, new Date().toISOString());
    watchRules.setState(stored.id, 'active');
  });
  return success(undefined);
}

/** An upload whose rest can't be sent to its dataset ends. What it didn't send fails, so that the next one gets it. */
async function endRefusedUploads(
  context: EngineContext,
  ruleId: WatchRuleId,
  signal: AbortSignal,
): Promise<void> {
  const { watchBatches, uploads } = context.repositories;
  for (const { uploadId } of watchBatches.unrecorded(ruleId)) {
    const upload = uploadId === null ? null : uploads.get(uploadId);
    // Before its scan has ended, an upload has no files that could fail.
    if (upload?.state !== 'paused' || upload.stoppedBy === null) continue;
    const { id, stoppedBy } = upload;
    // Its database was found just now.
    if (stoppedBy.code === 'database-not-found' || !refusedTargets.includes(stoppedBy.code)) continue;
    await closeUnsentItems(context, id, stoppedBy, signal);
    if (!signal.aborted) recordEnd(context, id, 'finished', stoppedBy);
  }
}

/** Stops uploads of the rule that a person resumed while it didn't run. */
export async function stopUploads({ repositories, runs }: EngineContext, id: WatchRuleId): Promise<void> {
  for (const { uploadId } of repositories.watchBatches.unrecorded(id))
    if (uploadId !== null) await runs.stopSending(uploadId);
}
