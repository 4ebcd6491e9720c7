/** Reads small text files that a person named or that may have been edited. Main uses it too: it must not import SQLite. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Like an error of the operating system, so that callers report one kind of failure. */
class SmallFileError extends Error {
  readonly code: 'EFBIG' | 'ENOTFILE';

  constructor(code: 'EFBIG' | 'ENOTFILE', path: string) {
    super(`${code}: ${path}`);
    this.code = code;
  }
}

/**
 * The text of a regular file of at most `maxBytes`. Never waits for a pipe and never reads a device.
 *
 * Throws the system's error, EFBIG for a file that is longer, or ENOTFILE.
 */
export async function readSmallFile(path: string, maxBytes: number): Promise<string> {
  // Non-blocking: opening a named pipe would otherwise wait for a writer.
  await using file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const stat = await file.stat();
  if (!stat.isFile() && !stat.isDirectory()) throw new SmallFileError('ENOTFILE', path);
  // The size isn't trusted: files below /proc have none, and a file may grow.
  const buffer = Buffer.allocUnsafe(maxBytes + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
    length += bytesRead;
    if (length === buffer.length) throw new SmallFileError('EFBIG', path);
    if (bytesRead === 0) return buffer.toString('utf8', 0, length);
  }
}
