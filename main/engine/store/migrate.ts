import type { Database } from 'better-sqlite3';
import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import { sql as uploads } from './migrations/0001-uploads.ts';
import { sql as window } from './migrations/0002-window.ts';
import { sql as folderSums } from './migrations/0003-folder-sums.ts';

/** In order; a number, once released, never changes its text. */
export const migrations: readonly { readonly number: number; readonly sql: string }[] = [
  { number: 1, sql: uploads },
  { number: 2, sql: window },
  { number: 3, sql: folderSums },
];

function version(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}

function newer(db: Database, newest: number): ReturnType<typeof failure> {
  return failure(
    'store-newer',
    `${db.name} was written by a later version of Lading (store version ${version(db)}; this one knows ${newest}). Install that version, or choose another folder with --state.`,
    { path: db.name },
  );
}

/** Whether a database opened for reading alone has the shape this version reads. */
export function checkVersion(db: Database): Result<void> {
  const newest = migrations.at(-1)?.number ?? 0;
  const found = version(db);
  if (found > newest) return newer(db, newest);
  if (found === newest) return success(undefined);
  return failure(
    'store-damaged',
    `${db.name} was written by an earlier version of Lading. Run “lading resume” once, which brings it up to date.`,
    { path: db.name },
  );
}

/**
 * Brings a database to this version, one transaction per migration, so that a kill leaves it at a whole number.
 *
 * Fails with store-newer for a database that a later Lading wrote.
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
