import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { isSameName } from '../../../preload/contract/texts/same-name.ts';
import type { NamedWatchRule, WatchRule } from '../../../preload/contract/watch/watched-folder.ts';
import type { SessionKey } from '../platform/session-pool.ts';
import { sqliteResult } from '../store/sqlite-failure.ts';
import type { StoredWatchRule, WatchRuleTarget } from '../store/watch/watch-rule-repository.ts';
import type { WatchRuleId } from '../types/ids.ts';
import type { EngineContext } from '../uploads/context/engine-context.ts';
import { checkRule } from './check-rule.ts';
import { refuseOverlap } from './folder-overlap.ts';
import { decideUntakenAgain, requeueRefused } from './ledger/change-ledger.ts';
import type { FolderState } from './ledger/folder-watcher.ts';
import { isSameTarget } from './rule-database.ts';
import { releaseOpenBatches } from './runner/close-batch.ts';

export interface SaveRule {
  /** The rule that is saved; null for a new one, which is a draft. */
  readonly ruleId: number | null;
  /** The account of the connection that it sends over. */
  readonly account: SessionKey;
  /** The saved connection. Null on the command line. */
  readonly connectionId: string | null;
  readonly rule: WatchRule;
}

/** A rule that can be stored. */
export interface CheckedSave {
  /** As it is stored now. Null for a new one. */
  readonly before: StoredWatchRule | null;
  readonly rule: NamedWatchRule;
  readonly target: WatchRuleTarget;
}

/** Fails as checking the rule does, and with server-not-connected, watch-rule-not-found, watch-name-taken and watch-folder-fixed. */
export async function checkSave(
  context: EngineContext,
  given: SaveRule,
  signal: AbortSignal,
): Promise<Result<CheckedSave>> {
  const { stateDir, sources, sessions } = context;
  const { account, connectionId, rule } = given;
  const { serverUrl } = account;
  const session = sessions.find(account);
  if (session === null) return failure('server-not-connected', { serverUrl });
  const checked = await checkRule(rule, { stateDir, sources, platform: session.platform, signal });
  if (!checked.ok) return checked;
  const before = await checkBesideStored(context, given.ruleId, checked.value, signal);
  if (!before.ok) return before;
  const { isSandbox, profilePath } = session;
  const target = { serverUrl, keyId: session.account.keyId, isSandbox, profilePath, connectionId };
  return success({ before: before.value, rule: checked.value, target });
}

/** The rule as it is stored now, if it can be saved beside the others as they are now. Null for a new one. */
async function checkBesideStored(
  { repositories: { watchRules }, sources }: EngineContext,
  ruleId: number | null,
  named: NamedWatchRule,
  signal: AbortSignal,
): Promise<Result<StoredWatchRule | null>> {
  const before = ruleId === null ? null : watchRules.find(ruleId);
  if (ruleId !== null && before === null) return failure('watch-rule-not-found', { ruleId });
  // Its ledger is that of a folder that isn't known any more.
  if (before !== null && before.damaged !== null) return { ok: false, failure: before.damaged };
  if (watchRules.all().some(({ id, rule: other }) => id !== ruleId && isSameName(other.name, named.name)))
    return failure('watch-name-taken', { name: named.name });
  if (before !== null && before.state !== 'draft' && before.rule.path !== named.path)
    return failure('watch-folder-fixed', { name: before.rule.name });
  const alone = await refuseOverlap({ id: ruleId, rule: named }, watchRules.all(), sources, signal);
  return alone.ok ? success(before) : alone;
}

/**
 * Saves what `checkSave` passed, one at a time, while the rule is stopped. It is compared with the stored rules again: since
 * then, this one may have been activated or removed, and others may have been saved or activated.
 */
export async function saveRule(
  context: EngineContext,
  { ruleId }: Pick<SaveRule, 'ruleId'>,
  checked: CheckedSave,
  signal: AbortSignal,
): Promise<Result<WatchRuleId>> {
  const before = await checkBesideStored(context, ruleId, checked.rule, signal);
  if (!before.ok) return before;
  if (before.value === null) return success(addRule(context, checked));
  await updateRule(context, before.value, checked);
  return success(before.value.id);
}

function addRule({ store, repositories }: EngineContext, { rule, target }: CheckedSave): WatchRuleId {
  return store.writes.transaction(() =>
    repositories.watchRules.insert(rule, target, new Date().toISOString()),
  );
}

/**
 * Saves a rule that is stopped. One that sends elsewhere has to be activated again: a person confirms the database. A kill
 * leaves the rule as it was, and then it decides about the same files again.
 */
async function updateRule(
  context: EngineContext,
  before: StoredWatchRule,
  { rule, target }: CheckedSave,
): Promise<void> {
  const { watchRules, watchBatches } = context.repositories;
  const sendsElsewhere = !isSameTarget(before, { rule, serverUrl: target.serverUrl });
  // A kill leaves batches open: what was in one without an upload isn't taken yet.
  await releaseOpenBatches(context, before.id);
  // Nothing is sent to a database, or a dataset in it, that is gone.
  if (sendsElsewhere) await requeueRefused(context, before.id);
  // A copy is one of a file in the same database.
  if (sendsElsewhere || choiceOf(before.rule) !== choiceOf(rule))
    await decideUntakenAgain(context, before.id);
  context.store.writes.transaction(() => {
    watchRules.update(before.id, rule, target);
    if (sendsElsewhere) watchRules.setDatabase(before.id, null, null);
    if (sendsElsewhere && (before.state === 'active' || before.state === 'broken'))
      watchRules.setState(before.id, 'paused');
    if (sendsElsewhere || before.rule.dataset !== rule.dataset || before.rule.datasetPer !== rule.datasetPer)
      watchBatches.forgetDatasets(before.id);
  });
}

/** A name is no part of what a rule does: it runs on. */
export function renameRules(
  { store, stateDir, repositories: { watchRules } }: EngineContext,
  names: ReadonlyMap<WatchRuleId, string>,
): Result<undefined> {
  const all = watchRules.all();
  const nameOf = ({ id, rule }: StoredWatchRule): string => names.get(id) ?? rule.name;
  for (const [id, name] of names)
    if (all.some((one) => one.id !== id && isSameName(nameOf(one), name)))
      return failure('watch-name-taken', { name });
  const written = sqliteResult(stateDir, () =>
    store.writes.transaction(() => {
      for (const one of all)
        if (names.has(one.id) && one.damaged === null)
          watchRules.update(one.id, { ...one.rule, name: nameOf(one) }, one);
    }),
  );
  return written.ok ? success(undefined) : written;
}

/** What decides which files are taken. */
function choiceOf({ include, exclude, sameContent, marker }: NamedWatchRule): string {
  return JSON.stringify([include, exclude, sameContent, marker]);
}

/** For the view of a rule that isn't running, and for its next watcher, also after a kill. On a full disk, an earlier scan stays. */
export function keepScan(
  { repositories: { watchRules }, store, stateDir }: EngineContext,
  id: WatchRuleId,
  { lastScan, root }: Pick<FolderState, 'lastScan' | 'root'>,
): void {
  if (lastScan === null) return;
  const { at, files, durationMs } = lastScan;
  sqliteResult(stateDir, () =>
    store.writes.recomputable(() => {
      watchRules.setScan(id, at, files, durationMs);
      watchRules.setRoot(id, root);
    }),
  );
}
