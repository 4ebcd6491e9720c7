/**
 * Files that are written as a whole or not at all, and are on disk when the promise resolves. Main uses this module
 * directly, without the engine: it must not import SQLite.
 */
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Result, success } from '../../../preload/contract/failure.ts';
import { writeFailure } from './write-failure.ts';

/** Readable by this user only. */
const privateMode = 0o600;

/**
 * Writes a file under a temporary name in its folder, flushes it and then gives it its name, so that a file of that
 * name is always complete. `write` must end the stream.
 *
 * Fails with disk-full or write-failed, naming `path`, or as `write` does. Nothing is left behind then.
 */
export async function writeFileAtomically<T>(
  path: string,
  write: (file: Writable) => Promise<Result<T>>,
  mode = privateMode,
): Promise<Result<T>> {
  const folder = dirname(path);
  const temporary = join(folder, `.${basename(path)}.${randomBytes(6).toString('hex')}.part`);
  const file = createWriteStream(temporary, { flags: 'wx', mode, flush: true });
  const closed = new Promise<void>((resolve) => file.once('close', resolve));
  // Errors are reported by `write`, or found in `errored`.
  file.on('error', () => undefined);
  try {
    const written = await write(file);
    if (!written.ok) return { ok: false, failure: withPath(written.failure, path) };
    await closed;
    if (file.errored !== null) return writeFailure(file.errored, path);
    await rename(temporary, path);
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

export function replaceTextFile(path: string, text: string): Promise<Result<undefined>> {
  return writeFileAtomically(path, async (file) => {
    await pipeline(Readable.from([text]), file);
    return success(undefined);
  });
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
