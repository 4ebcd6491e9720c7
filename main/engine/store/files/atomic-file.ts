/**
 * Files that are written as a whole or not at all, and are on disk when the promise resolves. Main uses this module
 * directly, without the engine: it must not import SQLite.
 */
import { createWriteStream } from 'node:fs';
import { access, constants, lstat, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errnoOf } from '../../../../preload/contract/failures/errno.ts';
import { type Failed, failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { isSaving, savingName } from './own-names.ts';
import { ownerOnlyFile } from './private-folder.ts';
import { writeFailure } from './write-failure.ts';

export interface WriteFileOptions {
  /** Whether an earlier file of that name is replaced. A symbolic link is replaced itself, never what it leads to. */
  readonly replace?: boolean;
}

/**
 * Writes a file under a temporary name in its folder, flushes it and then gives it its name, so that a file of that
 * name is always complete. The temporary name is random and is never one that exists, so nobody can have put a link
 * there. `write` must end the stream.
 *
 * Fails with disk-full or write-failed, naming `path`, or as `write` does. Nothing is left behind then.
 */
export async function writeFileAtomically<T>(
  path: string,
  write: (file: Writable) => Promise<Result<T>>,
  { replace = true }: WriteFileOptions = {},
): Promise<Result<T>> {
  const refused = await checkTarget(path, replace);
  if (refused !== null) return refused;
  const folder = dirname(path);
  const temporary = join(folder, savingName());
  const file = createWriteStream(temporary, { flags: 'wx', mode: ownerOnlyFile, flush: true });
  const closed = new Promise<void>((resolve) => file.once('close', resolve));
  // Errors are reported by `write`, or found in `errored`.
  file.on('error', () => undefined);
  try {
    const written = await write(file);
    if (!written.ok) return { ok: false, failure: withPath(written.failure, path) };
    await closed;
    if (file.errored !== null) return writeFailure(file.errored, path);
    if (replace) await rename(temporary, path);
    else await renameToNew(temporary, path);
    await syncFolder(folder);
    return written;
  } catch (error) {
    return writeFailure(error, path);
  } finally {
    file.destroy();
    await closed;
    // What can't be deleted was not written either: that failure is the one to report.
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** What is written gets its bytes sooner, and a time stamp takes seconds. */
const abandonedMs = 60 * 60_000;

/**
 * Removes what processes of this user that were killed left beside `path`, which was just written. Times are those of the
 * file system: another computer may be writing into a shared folder.
 */
export async function removeAbandoned(path: string): Promise<void> {
  const { uid, mtimeMs } = await lstat(path);
  const folder = dirname(path);
  for (const name of (await readdir(folder)).filter(isSaving)) {
    const found = await lstat(join(folder, name));
    const isOwn = found.isFile() && found.nlink === 1 && found.uid === uid;
    if (isOwn && mtimeMs - found.mtimeMs > abandonedMs) await rm(join(folder, name));
  }
}

export function replaceTextFile(path: string, text: string): Promise<Result<undefined>> {
  return writeFileAtomically(path, (file) => writeText(file, text));
}

/** Ends `file`. */
export async function writeText(file: Writable, text: string): Promise<Result<undefined>> {
  await pipeline(Readable.from([text]), file);
  return success(undefined);
}

/** Before anything is written: why a file can't be written under this name. It is write-failed, and names `path`. */
export async function checkTarget(path: string, replace: boolean): Promise<Failed | null> {
  try {
    const found = await lstat(path).catch(unlessMissing);
    const target = found?.isSymbolicLink() === true ? await stat(path).catch(() => found) : found;
    if (found?.isDirectory() === true)
      return failure('write-failed', { path, reason: 'is-a-folder', errno: 'EISDIR' });
    // A device such as /dev/null, a pipe or a socket: others rely on its name.
    if (target !== null && !target.isFile() && !target.isSymbolicLink() && !target.isDirectory())
      return failure('write-failed', { path, reason: 'special-file', errno: 'EEXIST' });
    if (found !== null && !replace)
      return failure('write-failed', { path, reason: 'exists', errno: 'EEXIST' });
    await access(dirname(path), constants.W_OK);
    return null;
  } catch (error) {
    return writeFailure(error, path);
  }
}

function unlessMissing(error: unknown): null {
  if (errnoOf(error) !== 'ENOENT') throw error;
  return null;
}

/** Takes the name first, which fails where it exists, even if somebody has only just made it. */
async function renameToNew(temporary: string, path: string): Promise<void> {
  await (await open(path, 'wx', ownerOnlyFile)).close();
  try {
    await rename(temporary, path);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** A stream's own failure doesn't know the file. */
function withPath<F extends { readonly code: string }>(failure: F, path: string): F {
  return failure.code === 'disk-full' || failure.code === 'write-failed' ? { ...failure, path } : failure;
}

/** Makes the new name durable. Windows and some network shares can't flush a folder, and need not. */
async function syncFolder(folder: string): Promise<void> {
  try {
    await using handle = await open(folder, 'r');
    await handle.sync();
  } catch {
    // The file itself is flushed.
  }
}
