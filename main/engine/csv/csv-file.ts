/** Reads the bytes of a CSV file as text, in the encodings that Excel writes. The file is never written. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { TextDecoder } from 'node:util';
import { errnoOf } from '../../../preload/contract/failures/errno.ts';
import { type Failed, failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type { DirectoryCheck } from '../../../preload/contract/views/directory.ts';
import { unicodeEncodingOf } from '../types/text-encoding.ts';

export type Encoding = DirectoryCheck['encoding'];

export interface TextEncoding {
  readonly encoding: Encoding;
  /** Some bytes are no text in this encoding; each is read as U+FFFD. */
  readonly isDamaged: boolean;
}

/** An open file. */
export interface CsvFile {
  readonly sizeBytes: number;
  /** The next bytes, at most a block; none at the end. The memory is new, so it may be kept. */
  read(position: number): Promise<Buffer>;
  /** Whether it is as it was when it was opened, by its size and times. */
  isUnchanged(): Promise<boolean>;
  close(): Promise<void>;
}

export const csvBlockBytes = 262_144;
/** At the end of a file, which may have grown since it was opened. */
const leastBlockBytes = 4096;
const nonAscii = /[^\0-\x7f\ufffd]/g;

/** Fails with source-missing, path-unreadable or path-not-a-file. */
export async function openCsv(path: string): Promise<Result<CsvFile>> {
  try {
    // Non-blocking: opening a named pipe would otherwise wait for a writer.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = await file.stat({ bigint: true });
    const sizeBytes = Number(stat.size);
    if (stat.isFile())
      return success({
        sizeBytes,
        async read(position) {
          const left = Math.max(sizeBytes - position, leastBlockBytes);
          const block = Buffer.allocUnsafe(Math.min(left, csvBlockBytes));
          const { bytesRead } = await file.read(block, 0, block.length, position);
          return block.subarray(0, bytesRead);
        },
        async isUnchanged() {
          const now = await file.stat({ bigint: true });
          return now.size === stat.size && now.mtimeNs === stat.mtimeNs && now.ctimeNs === stat.ctimeNs;
        },
        close: () => file.close(),
      });
    await file.close();
    return failure('path-not-a-file', { path, found: stat.isDirectory() ? 'folder' : 'special-file' });
  } catch (error) {
    return unreadable(path, error);
  }
}

/** An error that isn't the file system's is a bug and is thrown again. */
export function unreadable(path: string, error: unknown): Failed {
  const errno = errnoOf(error);
  return errno === 'ENOENT'
    ? failure('source-missing', { path })
    : failure('path-unreadable', { path, errno });
}

/** From the start. */
export async function* blocksOf(file: CsvFile, signal?: AbortSignal): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    signal?.throwIfAborted();
    const block = await file.read(position);
    if (block.byteLength === 0) return;
    position += block.byteLength;
    yield block;
  }
}

/** `digest`: of what was read last from the start to the end, in hexadecimal. The rows of that pass are the hash's own. */
export function hashedFile(
  file: CsvFile,
  algorithm: 'sha1' | 'sha256',
): CsvFile & { readonly digest: () => string } {
  let hash = createHash(algorithm);
  return {
    ...file,
    async read(position) {
      const block = await file.read(position);
      if (position === 0) hash = createHash(algorithm);
      hash.update(block);
      return block;
    },
    digest: () => hash.copy().digest('hex'),
  };
}

/**
 * A byte order mark or the zeros of UTF-16 decide. Without them, a file that is valid UTF-8 is UTF-8. Otherwise it is UTF-8 with damage if more
 * of its characters beyond ASCII are valid than not, and else Windows-1252, which is what Excel's "CSV" is in the West.
 */
export async function detectEncoding(file: CsvFile, signal?: AbortSignal): Promise<TextEncoding> {
  const marked = unicodeEncodingOf(await file.read(0));
  const encoding = marked ?? 'utf-8';
  if (await isValid(file, encoding, signal)) return { encoding, isDamaged: false };
  if (marked !== null || (await isMostlyUtf8(file, signal))) return { encoding, isDamaged: true };
  return { encoding: 'windows-1252', isDamaged: false };
}

async function isValid(file: CsvFile, encoding: Encoding, signal?: AbortSignal): Promise<boolean> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const block of blocksOf(file, signal)) decoder.decode(block, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

async function isMostlyUtf8(file: CsvFile, signal?: AbortSignal): Promise<boolean> {
  let [valid, invalid] = [0, 0];
  for await (const text of csvText(file, 'utf-8', signal)) {
    valid += text.match(nonAscii)?.length ?? 0;
    invalid += text.match(/\ufffd/g)?.length ?? 0;
  }
  return valid > invalid;
}

/** Without its byte order mark. */
export async function* csvText(
  file: CsvFile,
  encoding: Encoding,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const block of blocksOf(file, signal)) yield decoder.decode(block, { stream: true });
  yield decoder.decode();
}
