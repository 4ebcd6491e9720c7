import type { Database } from 'better-sqlite3';
import { type Failed, failure, type Result, success } from '../../../preload/contract/failure.ts';
import { sql as initial } from './migrations/0001-initial.ts';

/** In order. Once released, a migration never changes. */
export const migrations: readonly { readonly number: number; readonly sql: string }[] = [
  { number: 1, sql: initial },
];

function version(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}

function newer(db: Database, supported: number): Failed {
  return failure('store-newer', { path: db.name, version: version(db), supported });
}

/** Checks that a database that is only read has this version's schema. Fails with store-newer or store-outdated. */
export function checkVersion(db: Database): Result<void> {
  const supported = migrations.at(-1)?.number ?? 0;
  const found = version(db);
  if (found > supported) return newer(db, supported);
  return found === supported ? success(undefined) : failure('store-outdated', { path: db.name });
}

/**
 * Brings a database to this version, one transaction per migration, so that a kill leaves it at a whole number.
 *
 * Fails with store-newer if a later version of Lading wrote it.
 */
export function migrate(db: Database, steps = migrations): Result<number> {
  const newest = steps.at(-1)?.number ?? 0;
  const found = version(db);
  if (found > newest) return newer(db, newest);
  for (const step of steps) {
    if (step.number <= found) continue;
    db.transaction(() => {
      db.exec(step.sql);
      db.pragma(`user_version = ${step.number}`);
    }).immediate();
  }
  return success(newest);
}
