import { hostname } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { type FailureOf, failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { lockFileName } from './data-folder.ts';
import { createPrivateFile } from './private-folder.ts';

export interface StoreLock {
  release(): void;
}

type Holder = NonNullable<FailureOf<'store-locked'>['holder']>;

/**
 * One engine per store. The engine holds an open write transaction on a small database beside the store. The operating
 * system releases it when the process ends for any reason, and others can still read who holds it.
 */
export function acquireLock(stateDir: string, command: string, now: () => Date): Result<StoreLock> {
  const path = join(stateDir, lockFileName);
  createPrivateFile(path);
  const db = new Sqlite(path, { timeout: 0 });
  try {
    db.exec('CREATE TABLE IF NOT EXISTS holder (pid INTEGER, host TEXT, command TEXT, since TEXT) STRICT');
    db.transaction((holder: Holder) => {
      db.exec('DELETE FROM holder');
      db.prepare('INSERT INTO holder VALUES (@pid, @host, @command, @since)').run(holder);
    }).immediate({ pid: process.pid, host: hostname(), command, since: now().toISOString() });
    db.exec('BEGIN IMMEDIATE');
    return success({ release: () => db.close() });
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError) || !error.code.startsWith('SQLITE_BUSY')) {
      db.close();
      throw error;
    }
    const holder = readHolder(db);
    db.close();
    if (holder === null) return failure('store-locked', { path: stateDir });
    return failure('store-locked', { path: stateDir, holder });
  }
}

function readHolder(db: Sqlite.Database): Holder | null {
  try {
    return db.prepare<[], Holder>('SELECT pid, host, command, since FROM holder').get() ?? null;
  } catch {
    return null; // the first holder has not written its name yet
  }
}
