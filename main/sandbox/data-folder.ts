/** What the sandbox keeps on disk: a copy of everything that was uploaded to it. */
import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../../preload/contract/errno.ts';
import { failure, type Result, success } from '../../preload/contract/failure.ts';
import { databaseFileName } from './store/database-file.ts';

/** Bytes on disk. What vanishes meanwhile counts nothing. */
export async function sandboxDataBytes(dataDir: string): Promise<number> {
  let bytes = 0;
  const folders = [dataDir];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else bytes += await allocatedBytes(path);
    }
  }
  return bytes;
}

/** Parts of sparse files take less room than their size. Windows reports no blocks. */
async function allocatedBytes(path: string): Promise<number> {
  const stats = await stat(path).catch(() => null);
  if (stats === null) return 0;
  return process.platform === 'win32' ? stats.size : stats.blocks * 512;
}

/** Deletes everything that the sandbox received, and its keys. Fails with sandbox-data-in-use or write-failed. */
export async function deleteSandboxData(dataDir: string): Promise<Result<undefined>> {
  if (await isInUse(join(dataDir, databaseFileName)))
    return failure('sandbox-data-in-use', { path: dataDir });
  try {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
    return success(undefined);
  } catch (error) {
    return failure('write-failed', { path: dataDir, reason: 'other', errno: errnoOf(error) });
  }
}

/** A running sandbox holds its database locked. Its own process may have been started on the command line. */
async function isInUse(database: string): Promise<boolean> {
  if (!existsSync(database)) return false;
  // Main needs SQLite for this only.
  const { default: Database } = await import('better-sqlite3');
  try {
    const db = new Database(database, { timeout: 0 });
    try {
      db.exec('BEGIN EXCLUSIVE; ROLLBACK;');
    } finally {
      db.close();
    }
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
  }
}
