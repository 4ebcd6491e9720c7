/** The database check of a watched folder: a person confirms it once, for all batches that follow. */

import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type { DatabaseCheck } from '../../../preload/contract/views/database-check.ts';
import type { NamedWatchRule } from '../../../preload/contract/watch/watched-folder.ts';
import { findDatabase, isNameTold } from '../platform/find-database.ts';
import type { SessionKey } from '../platform/session-pool.ts';
import { sqliteResult } from '../store/sqlite-failure.ts';
import type { StoredWatchRule } from '../store/watch/watch-rule-repository.ts';
import type { EngineContext } from '../uploads/context/engine-context.ts';
import { checkRequestDatabase, refusal } from '../uploads/prepare/confirm-database.ts';
import { rehearseRule } from './rehearse.ts';
import { readCustodians } from './runner/read-custodians.ts';
import { checkRenamed, lookupMs } from './runner/refuse-renamed.ts';
import { watchRequest } from './runner/watch-request.ts';

/** What the check needs of a rule, stored or not. */
export type DatabaseRule = Pick<
  StoredWatchRule,
  'rule' | 'serverUrl' | 'keyId' | 'databaseName' | 'databaseCheckedAt'
>;

type Context = Pick<EngineContext, 'earlier' | 'repositories' | 'sessions' | 'sources' | 'stallMs' | 'store'>;

/**
 * Whether the database's name must be typed to activate the rule, and why. Fails with server-not-connected, and as reading
 * the database and the CSV of custodians does.
 */
export async function checkRuleDatabase(
  context: Context,
  rule: DatabaseRule,
  signal: AbortSignal,
): Promise<Result<DatabaseCheck>> {
  const { sessions, sources } = context;
  const { serverUrl } = rule;
  const { database: databaseId, dataset } = rule.rule;
  const session = sessions.find(rule);
  if (session === null) return failure('server-not-connected', { serverUrl });
  const custodians = await readCustodians(rule.rule, sources, signal);
  if (!custodians.ok) return custodians;
  const database = await sessions.use(session, (ended) =>
    findDatabase(session.platform, databaseId, {
      signal: AbortSignal.any([ended, signal]),
      giveUpAfterMs: lookupMs,
      priority: 'interactive',
    }),
  );
  if (!database.ok) return database;
  const databaseName = database.value.name;
  const renamed = checkRenamed(rule, databaseName);
  // A person confirmed it before, and it is still the same.
  const isConfirmed = rule.databaseCheckedAt !== null;
  if (renamed !== null) return success(renamed);
  const { isSandbox } = session;
  const target = { serverUrl, isSandbox, databaseId, databaseName };
  const request = watchRequest(rule, custodians.value, { name: dataset });
  const check = (found: readonly string[]) => checkRequestDatabase(context, target, request, found);
  const known = check([]);
  if (isConfirmed) return success({ ...known, reason: null });
  if (known.reason !== null || custodians.value.rules.length === 0) return success(known);
  // As the scan of an upload does, it finds whose files they are. A folder that is away is waited for once the rule is active.
  const rehearsed = await rehearseRule(context, { rule: rule.rule, ruleId: null }, signal);
  const found = rehearsed.ok ? rehearsed.value.custodians : [];
  return success(check(found.flatMap(({ custodian }) => custodian ?? [])));
}

/**
 * The database's name, if the rule may be activated with what a person typed. Fails as the check, with database-unconfirmed,
 * and with database-name-differs.
 */
export async function confirmRuleDatabase(
  context: Context,
  rule: DatabaseRule,
  typed: string | null,
  signal: AbortSignal,
): Promise<Result<string>> {
  const check = await checkRuleDatabase(context, rule, signal);
  if (!check.ok) return check;
  return refusal(check.value, typed) ?? success(check.value.databaseName);
}

type Target = Pick<StoredWatchRule, 'rule' | 'serverUrl'>;

/** Whether two rules, or one before and after a change, send to the same database. */
export function isSameTarget(one: Target, other: Target): boolean {
  return one.rule.database === other.rule.database && one.serverUrl === other.serverUrl;
}

/** For the view of a rule whose database nobody has confirmed yet. Returns whether it has another name than before. */
export function keepDatabaseName(
  { repositories, store, stateDir }: Pick<EngineContext, 'repositories' | 'store' | 'stateDir'>,
  checked: StoredWatchRule,
  { databaseName }: DatabaseCheck,
): boolean {
  const { watchRules } = repositories;
  const { id } = checked;
  const now = watchRules.get(id);
  // It may have been given another database meanwhile.
  if (now === null || !isSameTarget(now, checked)) return false;
  if (now.databaseCheckedAt !== null || now.databaseName === databaseName) return false;
  if (!isNameTold(now.rule.database, databaseName)) return false;
  const write = () => store.writes.recomputable(() => watchRules.setDatabase(id, databaseName, null));
  return sqliteResult(stateDir, write).ok;
}

/** A rule as it would be stored: what was confirmed for the stored one counts if it sends to the same database. */
export function databaseRule(
  rule: NamedWatchRule,
  { serverUrl, keyId }: SessionKey,
  stored: StoredWatchRule | null,
): DatabaseRule {
  const { databaseName, databaseCheckedAt } =
    stored !== null && isSameTarget(stored, { rule, serverUrl })
      ? stored
      : { databaseName: null, databaseCheckedAt: null };
  return { rule, serverUrl, keyId, databaseName, databaseCheckedAt };
}
