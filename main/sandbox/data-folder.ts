/** What the sandbox keeps on disk: a copy of everything that was uploaded to it. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { lstat, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../../preload/contract/failures/errno.ts';
import { failure, type Result, success } from '../../preload/contract/failures/failure.ts';
import { databaseMark, databaseNames, dataNames, ownNames } from './store/data-names.ts';

/** A folder of the sandbox's, and which names in it are its own. `inside` describes the folders in it. */
interface OwnFolder {
  readonly path: string;
  readonly names: RegExp;
  readonly inside?: RegExp;
}

function ownFolders(dataDir: string): readonly OwnFolder[] {
  return [
    { path: join(dataDir, dataNames.temporary), names: ownNames.temporary },
    { path: join(dataDir, dataNames.unfinished), names: ownNames.sourceFile },
    { path: join(dataDir, dataNames.parts), names: ownNames.sourceFile, inside: ownNames.part },
    { path: join(dataDir, dataNames.files), names: ownNames.sourceFile },
  ];
}

/** The database last: it shows that the rest is a sandbox's. */
const ownFiles = [
  dataNames.running,
  dataNames.secrets,
  dataNames.authority,
  dataNames.authorityKey,
  ...databaseNames.toReversed(),
];

/** Bytes on disk; 0 if no sandbox ever had the folder. What vanishes meanwhile counts nothing. */
export async function sandboxDataBytes(dataDir: string): Promise<number> {
  if (!hasSandboxData(dataDir)) return 0;
  let bytes = 0;
  for (const name of ownFiles) bytes += await allocatedBytes(join(dataDir, name));
  for (const folder of ownFolders(dataDir)) {
    for await (const path of ownPaths(folder)) bytes += await allocatedBytes(path);
  }
  return bytes;
}

/** The sandbox's own files in a folder. Links are not followed: their targets are not the sandbox's. */
async function* ownPaths({ path, names, inside }: OwnFolder): AsyncGenerator<string> {
  const isFolder = (await lstat(path).catch(() => null))?.isDirectory() === true;
  const entries = isFolder ? await readdir(path, { withFileTypes: true }).catch(() => []) : [];
  for (const entry of entries) {
    if (!names.test(entry.name)) continue;
    const child = join(path, entry.name);
    if (entry.isFile()) yield child;
    else if (entry.isDirectory() && inside !== undefined) yield* ownPaths({ path: child, names: inside });
  }
}

/** Parts of sparse files take less room than their size. Windows reports no blocks. */
async function allocatedBytes(path: string): Promise<number> {
  const stats = await lstat(path).catch(() => null);
  if (stats === null) return 0;
  return process.platform === 'win32' ? stats.size : stats.blocks * 512;
}

/**
 * Whether a sandbox ever had the folder. Neither a link nor another program's database of that name is the sandbox's. SQLite
 * isn't asked, which might write beside it.
 */
export function hasSandboxData(dataDir: string): boolean {
  const path = join(dataDir, dataNames.database);
  const database = readStart(path);
  if (!database?.toString('latin1', 0, sqliteStart.length).startsWith(sqliteStart)) return false;
  // A sandbox that was killed may have left everything in the write-ahead log.
  return database.includes(databaseMark) || readStart(`${path}-wal`)?.includes(databaseMark) === true;
}

const sqliteStart = 'SQLite format 3\0';
/** The first schema is in the first pages. */
const searchedBytes = 1_048_576;

/** The first bytes of a regular file; null where there is none. A link isn't followed, and a pipe isn't waited for. */
function readStart(path: string): Buffer | null {
  try {
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    const file = openSync(path, flags);
    try {
      const stats = fstatSync(file);
      if (!stats.isFile()) return null;
      const buffer = Buffer.alloc(Math.min(stats.size, searchedBytes));
      return buffer.subarray(0, readSync(file, buffer, 0, buffer.length, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}

/** A running sandbox holds its database locked. */
export async function isDataInUse(dataDir: string): Promise<boolean> {
  return hasSandboxData(dataDir) && (await isLocked(join(dataDir, dataNames.database)));
}

/**
 * Deletes everything that the sandbox received, and its keys. A person may have chosen the folder, so whatever else is in
 * it stays. Fails with sandbox-data-in-use or write-failed.
 */
export async function deleteSandboxData(dataDir: string): Promise<Result<undefined>> {
  if (!hasSandboxData(dataDir)) return success(undefined);
  if (await isDataInUse(dataDir)) return failure('sandbox-data-in-use', { path: dataDir });
  try {
    for (const folder of ownFolders(dataDir)) await deleteOwnFolder(folder);
    for (const name of ownFiles) await rm(join(dataDir, name), { force: true, maxRetries: 3 });
    await rmdir(dataDir).catch(() => undefined); // it holds other files too
    return success(undefined);
  } catch (error) {
    return failure('write-failed', { path: dataDir, reason: 'other', errno: errnoOf(error) });
  }
}

/** Folders that hold other files too stay, as do links. */
async function deleteOwnFolder(folder: OwnFolder): Promise<void> {
  for await (const path of ownPaths(folder)) await rm(path, { force: true, maxRetries: 3 });
  if (folder.inside !== undefined) {
    for (const entry of await readdir(folder.path, { withFileTypes: true }).catch(() => [])) {
      if (entry.isDirectory()) await rmdir(join(folder.path, entry.name)).catch(() => undefined);
    }
  }
  await rmdir(folder.path).catch(() => undefined);
}

/** Its process may have been started on the command line. */
async function isLocked(database: string): Promise<boolean> {
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
