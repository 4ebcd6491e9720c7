import Sqlite from 'better-sqlite3';
import { type Failure, type Result, success } from '../../../preload/contract/failure.ts';

/** What SQLite's refusal means to a person, or null when the error is a bug of ours. */
export function sqliteFailure(error: unknown, path: string): Failure | null {
  if (!(error instanceof Sqlite.SqliteError)) return null;
  const code = error.code;
  if (code.startsWith('SQLITE_FULL') || code === 'SQLITE_IOERR_WRITE' || code === 'SQLITE_IOERR_FSYNC')
    return {
      code: 'disk-full',
      path,
      message: `The disk that holds ${path} is full or does not take writes. Free some space, then resume: nothing acknowledged is lost.`,
    };
  if (code.startsWith('SQLITE_READONLY') || code === 'SQLITE_PERM')
    return {
      code: 'store-read-only',
      path,
      message: `Lading may not write to ${path}. Make the folder writable for this user, or choose another with --state.`,
    };
  if (code.startsWith('SQLITE_CANTOPEN'))
    return {
      code: 'store-read-only',
      path,
      message: `Lading cannot open ${path}. Check that the folder exists and may be written by this user, or choose another with --state.`,
    };
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
    return {
      code: 'store-locked',
      path,
      message: `${path} is in use by another program. Close it and try again.`,
    };
  if (
    code.startsWith('SQLITE_NOTADB') ||
    code.startsWith('SQLITE_CORRUPT') ||
    code.startsWith('SQLITE_IOERR')
  )
    return {
      code: 'store-damaged',
      path,
      message: `${path} is not a readable Lading store (${error.message}). Restore it from a backup, or choose another folder with --state.`,
    };
  return null;
}

/** Runs something that touches the store; what SQLite refuses comes back as a value. */
export function sqliteResult<T>(path: string, work: () => T): Result<T> {
  try {
    return success(work());
  } catch (error) {
    const known = sqliteFailure(error, path);
    if (known === null) throw error;
    return { ok: false, failure: known };
  }
}

/** A store that refused a write in the middle of a run: carried as an exception to where the run ends, never further. */
export class StoreError extends Error {
  readonly failure: Failure;
  constructor(refused: Failure) {
    super(refused.message);
    this.failure = refused;
  }
}
