import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import Sqlite from 'better-sqlite3';
import { type Result, success } from '../../../preload/contract/failures/failure.ts';
import { checkWritable, inspectDataFolder, openDataFolder } from './files/data-folder.ts';
import { storeFileName } from './files/own-names.ts';
import { createPrivateFile } from './files/private-folder.ts';
import { acquireLock, checkUnlocked } from './lock.ts';
import { checkVersion, migrate } from './migrate.ts';
import { sqliteResult } from './sqlite-failure.ts';
import { WriteBatcher } from './write-batcher.ts';

export interface Store {
  readonly path: string;
  readonly db: Database;
  readonly writes: WriteBatcher;
  close(): void;
}

/**
 * Opens the store for its one engine, creating and migrating it as needed.
 *
 * Fails with store-locked, store-newer, store-preview, store-read-only, store-damaged, disk-full, or as
 * `openDataFolder`.
 */
export function openStore(
  stateDir: string,
  command: string,
  now: () => Date = () => new Date(),
): Result<Store> {
  const path = join(stateDir, storeFileName);
  const folder = openDataFolder(stateDir);
  if (!folder.ok) return folder;
  // SQLite doesn't give the system's reason.
  const writable = checkWritable(stateDir);
  if (!writable.ok) return writable;
  const opened = sqliteResult(path, (): Result<Store> => {
    const lock = acquireLock(stateDir, command, now);
    if (!lock.ok) return lock;
    let db: Database | null = null;
    const release = (): void => {
      db?.close();
      lock.value.release();
    };
    try {
      createPrivateFile(path);
      db = new SqliteDatabase(path);
      db.pragma('journal_mode = WAL');
      db.pragma('synchronous = FULL'); // an acknowledged part survives even a power cut
      // On macOS, fsync leaves the drive's cache. Elsewhere these change nothing.
      db.pragma('fullfsync = ON');
      db.pragma('checkpoint_fullfsync = ON');
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

/** Fails with store-locked while an engine has the store, or as SQLite refuses to look. Changes nothing. */
export function checkStoreFree(stateDir: string): Result<undefined> {
  const checked = sqliteResult(join(stateDir, storeFileName), () => checkUnlocked(stateDir));
  return checked.ok ? checked.value : checked;
}

/** Opens the store for reading beside a running engine. Returns null if there is none yet. Fails as `inspectDataFolder`, too. */
export function openReadOnly(stateDir: string, check = checkVersion): Result<Database | null> {
  const folder = inspectDataFolder(stateDir);
  if (!folder.ok) return folder;
  const path = join(stateDir, storeFileName);
  if (!existsSync(path)) return success(null);
  const opened = sqliteResult(path, (): Result<Database | null> => {
    const db = new SqliteDatabase(path, { readonly: true });
    // A full disk or a kill came before its first table.
    if (db.prepare('SELECT 1 FROM sqlite_master').get() === undefined) {
      db.close();
      return success(null);
    }
    const current = check(db);
    if (!current.ok) db.close();
    return current.ok ? success(db) : current;
  });
  return opened.ok ? opened.value : opened;
}

/**
 * A database whose statements are compiled once. SQLite compiles a join again each time it runs with another value for a
 * parameter that it compares for equality: it takes -1, 0, and 1 for frequent values, and plans by that. Compiling takes 10
 * to 50 µs, and the statement itself often 2. A plus sign before the parameter keeps SQLite from looking at its value.
 */
export class SqliteDatabase extends Sqlite {
  override prepare<Bound extends unknown[] | object = unknown[], Row = unknown>(sql: string) {
    return super.prepare<Bound, Row>(hideParameters(sql));
  }
}

/** `= ?` becomes `= +?`, which is the same value, of whatever type. */
export function hideParameters(sql: string): string {
  return sql.replace(/((?<![<>!])=|\bIS)(\s*)(?=[?@])/g, '$1$2+');
}
