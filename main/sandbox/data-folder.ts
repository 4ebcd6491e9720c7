/** What the sandbox keeps on disk: a copy of everything that was uploaded to it. */
import { existsSync } from 'node:fs';
import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../../preload/contract/errno.ts';
import { failure, type Result, success } from '../../preload/contract/failure.ts';
import { dataNames } from './store/data-names.ts';

/** The database last: it shows that the rest is a sandbox's. */
const entries = [
  dataNames.temporary,
  dataNames.unfinished,
  dataNames.parts,
  dataNames.files,
  dataNames.secrets,
  `${dataNames.database}-shm`,
  `${dataNames.database}-wal`,
  dataNames.database,
];

/** Bytes on disk; 0 if no sandbox ever had the folder. What vanishes meanwhile counts nothing. */
export async function sandboxDataBytes(dataDir: string): Promise<number> {
  if (!existsSync(join(dataDir, dataNames.database))) return 0;
  let bytes = 0;
  const folders: string[] = [];
  for (const name of entries) {
    const path = join(dataDir, name);
    if ((await stat(path).catch(() => null))?.isDirectory() === true) folders.push(path);
    else bytes += await allocatedBytes(path);
  }
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of found) {
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

/**
 * Deletes everything that the sandbox received, and its keys. A person may have chosen the folder, so whatever else is in
 * it stays. Fails with sandbox-data-in-use or write-failed.
 */
export async function deleteSandboxData(dataDir: string): Promise<Result<undefined>> {
  const database = join(dataDir, dataNames.database);
  if (!existsSync(database)) return success(undefined);
  if (await isInUse(database)) return failure('sandbox-data-in-use', { path: dataDir });
  try {
    for (const name of entries)
      await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 3 });
    await rmdir(dataDir).catch(() => undefined); // it holds other files too
    return success(undefined);
  } catch (error) {
    return failure('write-failed', { path: dataDir, reason: 'other', errno: errnoOf(error) });
  }
}

/** A running sandbox holds its database locked. Its own process may have been started on the command line. */
async function isInUse(database: string): Promise<boolean> {
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
