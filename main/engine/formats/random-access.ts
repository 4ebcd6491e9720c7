import { readSync } from 'node:fs';

/** A file that is read at any position. Synchronous: containers are inspected in worker threads. */
export interface RandomAccess {
  readonly sizeBytes: number;
  /** Fewer bytes only at the end of the file. Throws only what the file system throws. */
  read(position: number, length: number): Uint8Array;
}

export interface OpenedFileOptions {
  /** Room for the first bytes, which are read at once: nearly always they are all that is asked for. */
  readonly head?: Buffer;
  /** Runs each call to the file system, which may hang. */
  readonly call?: (run: () => number) => number;
}

export function openedFile(
  fd: number,
  sizeBytes: number,
  { head = Buffer.alloc(0), call = (run) => run() }: OpenedFileOptions = {},
): RandomAccess {
  const fill = (into: Buffer, position: number): Buffer => {
    let filled = 0;
    while (filled < into.length) {
      const count = call(() => readSync(fd, into, filled, into.length - filled, position + filled));
      if (count === 0) break;
      filled += count;
    }
    return into.subarray(0, filled);
  };
  const start = fill(head.subarray(0, Math.min(head.length, sizeBytes)), 0);
  return {
    sizeBytes,
    read(position, length) {
      const end = Math.min(position + length, sizeBytes);
      if (end <= start.length) return start.subarray(position, end);
      return fill(Buffer.allocUnsafe(Math.max(0, end - position)), position);
    },
  };
}

/** As a Buffer, without a copy. Positions and lengths from a hostile file may be anything: they are clamped. */
export function readAt(file: RandomAccess, position: number, length: number): Buffer {
  if (!(position >= 0) || !(length > 0) || position >= file.sizeBytes) return Buffer.alloc(0);
  const bytes = file.read(position, Math.min(length, file.sizeBytes - position));
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** All bytes at a position; null where the file has fewer. */
export function bytesAt(file: RandomAccess, position: number, length: number): Buffer | null {
  const isWithin =
    Number.isSafeInteger(position) &&
    Number.isSafeInteger(length) &&
    position >= 0 &&
    length >= 0 &&
    position + length <= file.sizeBytes;
  if (!isWithin) return null;
  const bytes = file.read(position, length);
  return bytes.length < length ? null : Buffer.from(bytes.buffer, bytes.byteOffset, length);
}

const chunkBytes = 1_048_576;

/** From `position` on, in chunks. Ends early where the file does. */
export function* chunksOf(file: RandomAccess, position: number, length: number): Generator<Buffer> {
  for (let done = 0; done < length; ) {
    const bytes = bytesAt(file, position + done, Math.min(chunkBytes, length - done));
    if (bytes === null) return;
    yield bytes;
    done += bytes.length;
  }
}
