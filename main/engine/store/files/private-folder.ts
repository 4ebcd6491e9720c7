/** The data folder is its owner's alone: its files name clients' evidence, and say where it goes. */
import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, lstatSync, openSync, readdirSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join, sep, win32 } from 'node:path';
import { errnoOf } from '../../../../preload/contract/failures/errno.ts';
import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { isOwnFile, isOwnFolder } from './own-names.ts';

/** What Lading writes for itself is this user's alone: it names clients' evidence. */
export const ownerOnly = 0o700;
export const ownerOnlyFile = 0o600;
const othersBits = 0o077;
const othersWriteBits = 0o022;
/** Set where several people share a folder on purpose, as in /tmp and in a group's folder. */
const sharedBits = 0o3000;

export interface FolderAccess {
  /** This user's, or root's, who can change everything anyway. */
  readonly isMine: boolean;
  readonly mode: number;
}

/** Whose a data folder is on systems with permissions. Pure. */
export function decideAccess({ isMine, mode }: FolderAccess): 'mine' | 'foreign' | 'shared' {
  if (!isMine) return 'foreign';
  return (mode & othersWriteBits) !== 0 && (mode & sharedBits) !== 0 ? 'shared' : 'mine';
}

/**
 * Whether a data folder with these names in it may be restricted, without doing so. Fails with folder-foreign or
 * folder-shared; throws the system's error.
 */
export function checkPrivate(path: string, names: readonly string[]): Result<string> {
  // Only changing the permissions tells there.
  if (process.platform === 'win32') return success(path);
  const access = checkAccess(path);
  return access.ok ? checkPlanted(path, names) : access;
}

/**
 * Leaves a data folder to this user. `names` are those in it: files of other names keep their permissions. Fails as
 * `checkPrivate`, and with folder-shared where permissions can't be changed; throws the system's error.
 */
export function restrict(path: string, names: readonly string[]): Result<string> {
  if (process.platform === 'win32') return restrictOnWindows(path);
  const mode = checkAccess(path);
  if (!mode.ok) return mode;
  // Whoever was let in by the folder only is kept out by it. Before, its files may have been others' to read.
  if (!tighten(path, mode.value, ownerOnly)) return failure('folder-shared', { path });
  const checked = checkPlanted(path, names);
  if (!checked.ok) return checked;
  for (const name of names) {
    const file = join(path, name);
    const stats = isOwnFile(name) ? lstatSync(file, { throwIfNoEntry: false }) : undefined;
    if (stats?.isFile() === true) tighten(file, stats.mode, ownerOnlyFile);
  }
  return success(path);
}

/** The folder's mode. */
function checkAccess(path: string): Result<number> {
  const { mode, uid } = statSync(path);
  const access = decideAccess({ isMine: isMine(uid), mode });
  if (access === 'mine') return success(mode);
  return access === 'foreign' ? failure('folder-foreign', { path, uid }) : failure('folder-shared', { path });
}

function checkPlanted(path: string, names: readonly string[]): Result<string> {
  const planted = findPlanted(path, names);
  return planted === null ? success(path) : failure('folder-foreign', planted);
}

/** A file of another user in it was planted there while the folder was open to others. */
function findPlanted(
  folder: string,
  names: readonly string[],
): { readonly path: string; readonly uid: number } | null {
  for (const name of names) {
    const path = join(folder, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) continue;
    if (!isMine(stats.uid)) return { path, uid: stats.uid };
    const inner = stats.isDirectory() && isOwnFolder(name) ? findPlanted(path, readdirSync(path)) : null;
    if (inner !== null) return inner;
  }
  return null;
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

/** This user's, or the administrator's, who can change everything anyway. */
export function isMine(uid: number): boolean {
  return uid === 0 || uid === process.geteuid?.();
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
 * Returns null below the user's profile, which is private already. Pure.
 */
export function icaclsArguments(path: string, user: string, profile: string): readonly string[] | null {
  const inside = win32.relative(profile, path);
  if (!inside.startsWith('..') && !win32.isAbsolute(inside)) return null;
  // Well-known groups by SID: their names are translated.
  const grants = [user, '*S-1-5-18', '*S-1-5-32-544'].flatMap((who) => ['/grant:r', `${who}:(OI)(CI)F`]);
  return [path, '/inheritance:r', ...grants, '/q'];
}

function restrictOnWindows(path: string): Result<string> {
  const { USERDOMAIN, SystemRoot = 'C:\\Windows' } = process.env;
  const { username } = userInfo();
  const user = USERDOMAIN === undefined ? username : `${USERDOMAIN}\\${username}`;
  const args = icaclsArguments(path, user, homedir());
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
