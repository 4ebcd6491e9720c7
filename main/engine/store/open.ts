import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import { acquireLock } from './lock.ts';
import { checkVersion, migrate } from './migrate.ts';
import { sqliteResult } from './sqlite-failure.ts';
import { WriteBatcher } from './write-batcher.ts';

export interface Store {
  readonly path: string;
  readonly db: Database;
  readonly writes: WriteBatcher;
  close(): void;
}

export const storeFileName = 'lading.db';

/**
 * Opens the store for its one engine, creating and migrating it as needed.
 *
 * Fails with store-locked, store-newer, store-read-only, store-damaged or disk-full.
 */
export function openStore(
  stateDir: string,
  command: string,
  now: () => Date = () => new Date(),
): Result<Store> {
  const path = join(stateDir, storeFileName);
  try {
    mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    return failure(
      'store-read-only',
      `The folder ${stateDir} cannot be made (${reasonOf(error)}). Choose another with --state.`,
      { path: stateDir },
    );
  }
  const opened = sqliteResult(path, (): Result<Store> => {
    const lock = acquireLock(stateDir, command, now);
    if (!lock.ok) return lock;
    let db: Database | null = null;
    const release = (): void => {
      db?.close();
      lock.value.release();
    };
    try {
      db = new Sqlite(path);
      db.pragma('journal_mode = WAL');
      db.pragma('synchronous = FULL'); // an acknowledged part is never forgotten, a power cut included
      db.pragma('foreign_keys = ON');
      const migrated = migrate(db);
      if (!migrated.ok) {
        release();
        return migrated;
      }
      return success({ path, db, writes: new WriteBatcher(db, path), close: release });
    } catch (error) {
      release();
      throw error;
    }
  });
  return opened.ok ? opened.value : opened;
}

/** Opens the store for looking only; works beside a running engine. Null when there is none yet. */
export function openReadOnly(stateDir: string): Result<Database | null> {
  const path = join(stateDir, storeFileName);
  if (!existsSync(path)) return success(null);
  const opened = sqliteResult(path, (): Result<Database> => {
    const db = new Sqlite(path, { readonly: true });
    const current = checkVersion(db);
    if (!current.ok) db.close();
    return current.ok ? success(db) : current;
  });
  return opened.ok ? opened.value : opened;
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
