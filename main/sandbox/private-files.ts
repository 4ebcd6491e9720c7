/** Files and folders that nobody but this user may read or replace. Windows already guards the user's own folders. */
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  type Stats,
} from 'node:fs';

function isOwn({ uid }: Stats): boolean {
  return process.getuid === undefined || uid === process.getuid();
}

/** Missing, or a folder or file of this user's: never a link, which may lead to evidence. */
export function isOwnOrMissing(path: string, kind: 'folder' | 'file'): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return true;
  return isOwn(stats) && (kind === 'folder' ? stats.isDirectory() : stats.isFile());
}

/** Undefined if there is none. Throws if it is a link, somebody else's, or larger than the limit. */
export function readPrivateFile(path: string, maxBytes: number): string | undefined {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  // Non-blocking: a named pipe must not hang.
  const handle = openSync(
    path,
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  );
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) throw new Error('it is not a file');
    if (!isOwn(stats)) throw new Error('it belongs to another user');
    if (stats.size > maxBytes) throw new Error('it is too large');
    if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0) fchmodSync(handle, 0o600);
    const buffer = Buffer.alloc(maxBytes);
    return buffer.toString('utf8', 0, readSync(handle, buffer, 0, maxBytes, 0));
  } finally {
    closeSync(handle);
  }
}
