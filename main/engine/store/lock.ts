import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { type FailureOf, failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { lockFileName } from './files/own-names.ts';
import { createPrivateFile } from './files/private-folder.ts';

export interface StoreLock {
  release(): void;
}

type Holder = NonNullable<FailureOf<'store-locked'>['holder']>;

/** Between two looks at who holds the lock. */
const lookAgainMs = 50;
/** Engines that start together write their names one after the other, which takes as long as their disk. */
const settleMs = 3000;

/**
 * One engine per store. The engine holds an open write transaction on a small database beside the store. The operating
 * system releases it when the process ends for any reason, and others can still read who holds it.
 *
 * A name can only be read once it is committed, which releases the lock for a moment. So the lock counts as taken only
 * where the name is still one's own, and as somebody else's only where two looks find the same name.
 */
export function acquireLock(stateDir: string, command: string, now: () => Date): Result<StoreLock> {
  const path = join(stateDir, lockFileName);
  createPrivateFile(path);
  const db = new Sqlite(path, { timeout: 0 });
  const own: Holder = { pid: process.pid, host: hostname(), command, since: now().toISOString() };
  try {
    let seen: Holder | null = null;
    for (const endMs = performance.now() + settleMs; ; sleep(lookAgainMs)) {
      if (take(db, own)) return success({ release: () => db.close() });
      const holder = readHolder(db);
      const isOther = holder !== null && !isSame(holder, own);
      if ((isOther && isSame(holder, seen)) || performance.now() > endMs) {
        db.close();
        return failure('store-locked', { path: stateDir, ...(isOther ? { holder } : {}) });
      }
      seen = holder;
    }
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Fails with store-locked while an engine has the store. Changes nothing: an engine that starts at that moment looks again
 * before it counts the lock as somebody else's.
 */
export function checkUnlocked(stateDir: string): Result<undefined> {
  const path = join(stateDir, lockFileName);
  if (!existsSync(path)) return success(undefined);
  const db = new Sqlite(path, { timeout: 0, fileMustExist: true });
  try {
    const isFree = unlessBusy(() => {
      db.exec('BEGIN IMMEDIATE; ROLLBACK');
      return true;
    }, false);
    if (isFree) return success(undefined);
    const holder = readHolder(db);
    return failure('store-locked', { path: stateDir, ...(holder === null ? {} : { holder }) });
  } finally {
    db.close();
  }
}

/** Returns false where another one has the lock, or is about to take it. */
function take(db: Sqlite.Database, own: Holder): boolean {
  return unlessBusy(() => {
    db.exec('CREATE TABLE IF NOT EXISTS holder (pid INTEGER, host TEXT, command TEXT, since TEXT) STRICT');
    db.transaction((holder: Holder) => {
      db.exec('DELETE FROM holder');
      db.prepare('INSERT INTO holder VALUES (@pid, @host, @command, @since)').run(holder);
    }).immediate(own);
    db.exec('BEGIN IMMEDIATE');
    if (isSame(own, selectHolder(db))) return true;
    db.exec('ROLLBACK');
    return false;
  }, false);
}

/** Returns null while the first holder ever writes its name. */
function readHolder(db: Sqlite.Database): Holder | null {
  try {
    return selectHolder(db);
  } catch {
    return null;
  }
}

function selectHolder(db: Sqlite.Database): Holder | null {
  return db.prepare<[], Holder>('SELECT pid, host, command, since FROM holder').get() ?? null;
}

function isSame(one: Holder, other: Holder | null): boolean {
  return other !== null && one.pid === other.pid && one.host === other.host && one.since === other.since;
}

function unlessBusy<T>(work: () => T, busy: T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return busy;
    throw error;
  }
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
