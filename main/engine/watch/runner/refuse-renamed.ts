import { type Failed, failure } from '../../../../preload/contract/failures/failure.ts';
import type { DatabaseCheck } from '../../../../preload/contract/views/database-check.ts';
import { isRenamed } from '../../platform/find-database.ts';
import type { StoredWatchRule } from '../../store/watch/watch-rule-repository.ts';

/** How long the platform is asked for the database's name. */
export const lookupMs = 60_000;

/** Fails with database-unconfirmed if the confirmed database has another name by now. */
export function refuseRenamed(stored: StoredWatchRule, databaseName: string): Failed | null {
  const check = checkRenamed(stored, databaseName);
  return check === null ? null : failure('database-unconfirmed', { ...check, typed: null });
}

/** Returns null if nobody confirmed the database, or it wasn't renamed since. */
export function checkRenamed(
  {
    databaseName: confirmed,
    databaseCheckedAt,
    rule,
  }: Pick<StoredWatchRule, 'databaseName' | 'databaseCheckedAt' | 'rule'>,
  databaseName: string,
): (DatabaseCheck & { readonly reason: 'renamed' }) | null {
  const databaseId = rule.database;
  if (databaseCheckedAt === null || confirmed === null) return null;
  if (!isRenamed(databaseId, confirmed, databaseName)) return null;
  return { reason: 'renamed', databaseId, databaseName, subject: null, usedBefore: [confirmed] };
}
