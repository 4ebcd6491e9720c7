/** A file that is read at any position. Synchronous: containers are inspected in worker threads. */
export interface RandomAccess {
  readonly sizeBytes: number;
  /** Fewer bytes only at the end of the file. Throws only what the file system throws. */
  read(position: number, length: number): Uint8Array;
}

/** As a Buffer, without a copy. Positions and lengths from a hostile file may be anything: they are clamped. */
export function readAt(file: RandomAccess, position: number, length: number): Buffer {
  if (!(position >= 0) || !(length > 0) || position >= file.sizeBytes) return Buffer.alloc(0);
  const bytes = file.read(position, Math.min(length, file.sizeBytes - position));
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A file in memory, for tests and for what was read before. */
export function memoryFile(bytes: Uint8Array): RandomAccess {
  return {
    sizeBytes: bytes.byteLength,
    read: (position, length) => bytes.subarray(position, Math.max(position, position + length)),
  };
}
