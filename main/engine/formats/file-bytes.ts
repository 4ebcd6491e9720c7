import type { RandomAccess } from './random-access.ts';

/** The bytes at a position as a Buffer; null where the file has fewer. */
export function bytesAt(file: RandomAccess, position: number, length: number): Buffer | null {
  if (!isWithin(file, position, length)) return null;
  const bytes = file.read(position, length);
  return bytes.length < length ? null : Buffer.from(bytes.buffer, bytes.byteOffset, length);
}

export function isWithin({ sizeBytes }: RandomAccess, position: number, length: number): boolean {
  return (
    Number.isSafeInteger(position) &&
    Number.isSafeInteger(length) &&
    position >= 0 &&
    length >= 0 &&
    position + length <= sizeBytes
  );
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
