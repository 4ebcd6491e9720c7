/** The database check of a watched folder: a person confirms it once, for all batches that follow. */
import type { DatabaseCheck } from '../../../preload/contract/database-check.ts';
import { isSameName } from '../../../preload/contract/database-check-text.ts';
import { type Failed, failure, type Result, success } from '../../../preload/contract/failure.ts';
import { findDatabase } from '../platform/find-database.ts';
import type { StoredWatchRule } from '../store/watch-rule-repository.ts';
import { checkRequestDatabase } from '../uploads/confirm-database.ts';
import type { EngineContext } from '../uploads/engine-context.ts';
import { readCustodians } from './check-rule.ts';
import { watchRequest } from './watch-request.ts';

const lookupMs = 60_000;

/**
 * Whether the database's name must be typed to activate the rule, and why. Fails with server-not-connected, and as reading
 * the database and the CSV of custodians does.
 */
export async function checkRuleDatabase(
  { sessions, repositories, sources }: Pick<EngineContext, 'sessions' | 'repositories' | 'sources'>,
  stored: StoredWatchRule,
  signal: AbortSignal,
): Promise<Result<DatabaseCheck>> {
  const { rule, serverUrl, isSandbox } = stored;
  const session = sessions.find(stored);
  if (session === null) return failure('server-not-connected', { serverUrl });
  const custodians = await readCustodians(rule, sources, signal);
  if (!custodians.ok) return custodians;
  const database = await sessions.use(session, (ended) =>
    findDatabase(session.platform, rule.database, {
      signal: AbortSignal.any([ended, signal]),
      giveUpAfterMs: lookupMs,
      priority: 'interactive',
    }),
  );
  if (!database.ok) return database;
  const databaseName = database.value.name;
  const renamed = checkRenamed(stored, databaseName);
  // A person confirmed it before, and it is still the same.
  const isConfirmed = stored.databaseCheckedAt !== null;
  if (renamed !== null) return success(renamed);
  const check = checkRequestDatabase(
    repositories,
    { serverUrl, isSandbox, databaseId: rule.database, databaseName },
    watchRequest(stored, custodians.value, { name: rule.dataset }),
  );
  return success(isConfirmed ? { ...check, reason: null } : check);
}

/** Fails with database-unconfirmed if the confirmed database has another name by now. */
export function refuseRenamed(stored: StoredWatchRule, databaseName: string): Failed | null {
  const check = checkRenamed(stored, databaseName);
  return check === null ? null : failure('database-unconfirmed', { ...check, typed: null });
}

function checkRenamed(
  { databaseName: confirmed, databaseCheckedAt, rule }: StoredWatchRule,
  databaseName: string,
): (DatabaseCheck & { readonly reason: 'renamed' }) | null {
  if (databaseCheckedAt === null || confirmed === null || isSameName(confirmed, databaseName)) return null;
  const databaseId = rule.database;
  return { reason: 'renamed', databaseId, databaseName, subject: null, usedBefore: [confirmed] };
}
