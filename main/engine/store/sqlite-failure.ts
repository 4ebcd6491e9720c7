import { accessSync, constants, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { errnoOf, isFull } from '../../../preload/contract/failures/errno.ts';
import { type Failure, failure, type Result, success } from '../../../preload/contract/failures/failure.ts';

/** Returns null if the error isn't SQLite's, or is one that only a bug of ours causes. */
export function sqliteFailure(error: unknown, path: string): Failure | null {
  if (!(error instanceof Sqlite.SqliteError)) return null;
  const { code } = error;
  const is = (...prefixes: readonly string[]): boolean => prefixes.some((prefix) => code.startsWith(prefix));
  // SHMSIZE: the index of the write-ahead log, which readers need too, could not be given its size.
  if (is('SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_FSYNC', 'SQLITE_IOERR_SHMSIZE'))
    return writeRefusal(path);
  if (is('SQLITE_READONLY', 'SQLITE_PERM')) return failure('store-read-only', { path }).failure;
  // Readers, too, need a file beside it.
  if (is('SQLITE_CANTOPEN')) {
    const errno = unwritableErrno(dirname(path));
    return errno !== undefined && isFull(errno)
      ? failure('disk-full', { path }).failure
      : failure('store-cannot-open', { path, errno }).failure;
  }
  if (is('SQLITE_BUSY', 'SQLITE_LOCKED')) return failure('store-locked', { path }).failure;
  // It comes from a JSON function of a query of ours, whose syntax tests cover.
  const isBadJson = code === 'SQLITE_ERROR' && error.message === 'malformed JSON';
  if (isBadJson || is('SQLITE_NOTADB', 'SQLITE_CORRUPT', 'SQLITE_IOERR'))
    return failure('store-damaged', { path, detail: error.message }).failure;
  return null;
}

/** SQLite says the same where the file system became read-only, as after an error of its disk. */
function writeRefusal(path: string): Failure {
  const errno = unwritableErrno(path);
  return errno === 'EROFS'
    ? failure('store-read-only', { path, errno }).failure
    : failure('disk-full', { path }).failure;
}

/** Why nothing can be written there. Undefined where something can. */
function unwritableErrno(path: string): string | undefined {
  try {
    accessSync(path, constants.W_OK);
    return statfsSync(path).bavail === 0 ? 'ENOSPC' : undefined;
  } catch (error) {
    return errnoOf(error);
  }
}

/** Returns null for anything but what the store refused. */
export function storeFailure(error: unknown, path: string): Failure | null {
  return error instanceof StoreError ? error.failure : sqliteFailure(error, path);
}

/** Runs work on the store and returns what SQLite refuses as a value. */
export function sqliteResult<T>(path: string, work: () => T): Result<T> {
  try {
    return success(work());
  } catch (error) {
    const known = storeFailure(error, path);
    if (known === null) throw error;
    return { ok: false, failure: known };
  }
}

/** A write that the store refused, or a value in it that can't be read. Thrown through the code of a run and caught where the run ends. */
export class StoreError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.code);
    this.failure = failure;
  }
}

export function isDiskFull(error: unknown): boolean {
  return error instanceof StoreError && error.failure.code === 'disk-full';
}

/** Runs work that may throw a StoreError, and returns what the store refused as a value. */
export async function storeResult<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreError) return { ok: false, failure: error.failure };
    throw error;
  }
}
