import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The first bytes of a regular file. Returns null where there is none, or it can't be read; a link isn't followed. */
export function readStart(path: string, maxBytes: number): Buffer | null {
  try {
    const file = openSync(path, flags);
    try {
      const { size } = fstatSync(file);
      if (!fstatSync(file).isFile()) return null;
      const buffer = Buffer.alloc(Math.min(size, maxBytes));
      return buffer.subarray(0, readSync(file, buffer, 0, buffer.length, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}
