/** The data folder is its owner's alone: its files name clients' evidence, and say where it goes. */
import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, lstatSync, openSync, readdirSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join, sep, win32 } from 'node:path';
import { errnoOf } from '../../../preload/contract/errno.ts';
import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import { makeFolder } from './make-folder.ts';

export const storeFileName = 'lading.db';

const ownerOnly = 0o700;
const ownerOnlyFile = 0o600;
const othersBits = 0o077;
const othersWriteBits = 0o022;
/** Set where several people share a folder on purpose, as in /tmp and in a group's folder. */
const sharedBits = 0o3000;

/** What makes a folder Lading's own. Another one, such as a person's documents, keeps its permissions. */
const ownFile = /^(lading\.db|sandbox\.db|engine\.lock|signing-key\.pem|rate-limit-.*\.db)$/;
/** Folders in the data folder whose files are tightened too. */
const ownFolders = ['logs', 'window', 'requests'];

export interface FolderAccess {
  /** This user's, or root's, who can change everything anyway. */
  readonly isMine: boolean;
  readonly mode: number;
  /** Empty, or with Lading's files in it. */
  readonly isOwn: boolean;
}

/** What to do about the permissions of a data folder on systems that have them. Pure. */
export function decideAccess({
  isMine,
  mode,
  isOwn,
}: FolderAccess): 'keep' | 'tighten' | 'foreign' | 'shared' {
  if (!isMine) return 'foreign';
  const isWritable = (mode & othersWriteBits) !== 0;
  if (isWritable && (mode & sharedBits) !== 0) return 'shared';
  if ((mode & othersBits) === 0) return 'keep';
  if (isOwn) return 'tighten';
  return isWritable ? 'shared' : 'keep';
}

/**
 * Makes a folder that only this user can read, or tightens one that is there. A symbolic link to a folder will do: the
 * folder that it leads to counts.
 *
 * Fails with folder-foreign, folder-shared, store-read-only, store-cannot-open or disk-full.
 */
export function makePrivateFolder(path: string): Result<string> {
  try {
    makeFolder(path, ownerOnly);
    return process.platform === 'win32' ? restrictOnWindows(path) : restrict(path);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOSPC') return failure('disk-full', { path });
    if (errno === 'EROFS' || errno === 'EACCES' || errno === 'EPERM') {
      return failure('store-read-only', { path, errno });
    }
    return failure('store-cannot-open', { path, errno });
  }
}

function restrict(path: string): Result<string> {
  const { mode, uid } = statSync(path);
  const names = readdirSync(path);
  const isOwn = holdsOwnFiles(names);
  const decision = decideAccess({ isMine: isMine(uid), mode, isOwn });
  if (decision === 'foreign') return failure('folder-foreign', { path, uid });
  if (decision === 'shared') return failure('folder-shared', { path });
  if (decision === 'tighten' && !tighten(path, mode, ownerOnly)) return failure('folder-shared', { path });
  return isOwn ? restrictFiles(path, names) : success(path);
}

/** A file of another user in it was planted there while the folder was open to others. */
function restrictFiles(folder: string, names: readonly string[]): Result<string> {
  for (const name of names) {
    const path = join(folder, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) continue;
    if (!isMine(stats.uid)) return failure('folder-foreign', { path, uid: stats.uid });
    if (stats.isFile()) tighten(path, stats.mode, ownerOnlyFile);
    if (!stats.isDirectory() || !ownFolders.includes(name)) continue;
    tighten(path, stats.mode, ownerOnly);
    const inner = restrictFiles(path, readdirSync(path));
    if (!inner.ok) return inner;
  }
  return success(folder);
}

/** Returns false if others can still write. Some file systems have no permissions: what all may read stays so there. */
function tighten(path: string, before: number, mode: number): boolean {
  if ((before & othersBits) === 0) return true;
  try {
    chmodSync(path, mode);
  } catch (error) {
    if (!['EPERM', 'EACCES', 'ENOTSUP', 'EROFS', 'ENOENT'].includes(errnoOf(error))) throw error;
  }
  const after = statSync(path, { throwIfNoEntry: false });
  return after === undefined || (after.mode & othersWriteBits) === 0;
}

function isMine(uid: number): boolean {
  return uid === 0 || uid === process.geteuid?.();
}

function holdsOwnFiles(names: readonly string[]): boolean {
  return names.length === 0 || names.some((name) => ownFile.test(name));
}

/** SQLite creates its files as readable as the umask allows, and its write-ahead log as readable as the database. */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'a', ownerOnlyFile));
  } catch {
    // SQLite is about to report it.
  }
}

/**
 * The arguments of icacls that leave a folder to the user, the system, and administrators, without what it inherits.
 * Null below the user's profile, which is private already. Pure.
 */
export function icaclsArguments(path: string, user: string, profile: string): readonly string[] | null {
  const inside = win32.relative(profile, path);
  if (!inside.startsWith('..') && !win32.isAbsolute(inside)) return null;
  // Well-known groups by SID: their names are translated.
  const grants = [user, '*S-1-5-18', '*S-1-5-32-544'].flatMap((who) => ['/grant:r', `${who}:(OI)(CI)F`]);
  return [path, '/inheritance:r', ...grants, '/q'];
}

function restrictOnWindows(path: string): Result<string> {
  const names = readdirSync(path);
  const isOwn = holdsOwnFiles(names);
  const { USERDOMAIN, SystemRoot = 'C:\\Windows' } = process.env;
  const { username } = userInfo();
  const user = USERDOMAIN === undefined ? username : `${USERDOMAIN}\\${username}`;
  const args = isOwn ? icaclsArguments(path, user, homedir()) : null;
  if (args === null) return success(path);
  try {
    execFileSync([SystemRoot, 'System32', 'icacls.exe'].join(sep), args, {
      stdio: 'ignore',
      windowsHide: true,
    });
    return success(path);
  } catch {
    return failure('folder-shared', { path });
  }
}
