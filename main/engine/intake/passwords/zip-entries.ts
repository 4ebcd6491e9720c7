import type { RandomAccess } from '../containers/random-access.ts';
import { bytesAt } from './file-bytes.ts';

/** An encrypted entry of a ZIP archive, as its central directory has it. */
export interface EncryptedEntry {
  /** 99 for AES. */
  readonly method: number;
  readonly crc32: number;
  /** With the headers of its encryption. */
  readonly compressedBytes: number;
  readonly sizeBytes: number;
  readonly dataPosition: number;
  /** What the last byte of a decrypted traditional header has to be. */
  readonly checkByte: number;
  /** 1, 2 or 3 for 128, 192 or 256 bits; null without AES. */
  readonly aesStrength: number | null;
}

const endBytes = 22;
const maxCommentBytes = 65_535;
const headBytes = 46;
/** Of the central directory. An archive has an encrypted entry among its first ones. */
const maxDirectoryBytes = 4 * 1_048_576;

/** Null where there is no directory or no encrypted entry in it. `unsupported` for PKWARE's strong encryption. */
export function smallestEncrypted(file: RandomAccess): EncryptedEntry | 'unsupported' | null {
  const directory = findDirectory(file);
  if (directory === null) return null;
  const bytes = bytesAt(file, directory.position, Math.min(directory.sizeBytes, maxDirectoryBytes));
  if (bytes === null) return null;
  let best: DirectoryEntry | null = null;
  let isStrong = false;
  for (const entry of entriesOf(bytes)) {
    if ((entry.flags & 0x0041) === 0x0041 || (entry.flags & 0x2000) !== 0) isStrong = true;
    else if ((entry.flags & 1) !== 0 && (best === null || isBetter(entry, best))) best = entry;
  }
  if (best === null) return isStrong ? 'unsupported' : null;
  const local = bytesAt(file, directory.start + best.localPosition, 30);
  if (local === null || local.readUInt32LE(0) !== 0x04034b50) return null;
  const nameAndExtra = local.readUInt16LE(26) + local.readUInt16LE(28);
  const { localPosition, flags, time, ...entry } = best;
  return {
    ...entry,
    dataPosition: directory.start + localPosition + 30 + nameAndExtra,
    // With a data descriptor the CRC wasn't known yet, and the time stands in for it.
    checkByte: (flags & 8) !== 0 ? time >>> 8 : entry.crc32 >>> 24,
  };
}

/** Hardly anything in a shorter content could differ. */
const tellingBytes = 16;

function isBetter(entry: DirectoryEntry, best: DirectoryEntry): boolean {
  if (best.sizeBytes < tellingBytes) return entry.sizeBytes > best.sizeBytes;
  return entry.sizeBytes >= tellingBytes && entry.compressedBytes < best.compressedBytes;
}

interface Directory {
  readonly position: number;
  readonly sizeBytes: number;
  /** Of the archive: something may stand before it, such as the program that unpacks it. */
  readonly start: number;
}

function findDirectory(file: RandomAccess): Directory | null {
  const tailBytes = Math.min(file.sizeBytes, endBytes + maxCommentBytes);
  const tailPosition = file.sizeBytes - tailBytes;
  const tail = bytesAt(file, tailPosition, tailBytes);
  if (tail === null) return null;
  const at = tail.lastIndexOf('PK\x05\x06', tail.length - endBytes, 'latin1');
  if (at < 0) return null;
  const end = tailPosition + at;
  const locator = bytesAt(file, end - 20, 20);
  if (locator === null || locator.readUInt32LE(0) !== 0x07064b50)
    return directoryBefore(end, tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16));
  // What stands before the archive is not known yet. The record usually comes just before its locator.
  for (const position of [Number(locator.readBigUInt64LE(8)), end - 20 - 56]) {
    const record = bytesAt(file, position, 56);
    if (record !== null && record.readUInt32LE(0) === 0x06064b50)
      return directoryBefore(
        position,
        Number(record.readBigUInt64LE(40)),
        Number(record.readBigUInt64LE(48)),
      );
  }
  return null;
}

function directoryBefore(end: number, sizeBytes: number, offset: number): Directory | null {
  const position = end - sizeBytes;
  const start = position - offset;
  return start >= 0 ? { position, sizeBytes, start } : null;
}

interface DirectoryEntry extends Omit<EncryptedEntry, 'dataPosition' | 'checkByte'> {
  readonly flags: number;
  /** DOS time of day. */
  readonly time: number;
  readonly localPosition: number;
}

function* entriesOf(directory: Buffer): Generator<DirectoryEntry> {
  for (let at = 0; at + headBytes <= directory.length && directory.readUInt32LE(at) === 0x02014b50; ) {
    const nameBytes = directory.readUInt16LE(at + 28);
    const extraBytes = directory.readUInt16LE(at + 30);
    const extra = directory.subarray(at + headBytes + nameBytes, at + headBytes + nameBytes + extraBytes);
    const wide = extraField(extra, 0x0001);
    const aesField = extraField(extra, 0x9901);
    let wideAt = 0;
    const wideOr = (narrow: number): number => {
      if (narrow !== 0xffffffff || wide === null || wide.length < wideAt + 8) return narrow;
      wideAt += 8;
      return Number(wide.readBigUInt64LE(wideAt - 8));
    };
    // In this order in the ZIP64 field.
    const sizeBytes = wideOr(directory.readUInt32LE(at + 24));
    const compressedBytes = wideOr(directory.readUInt32LE(at + 20));
    const localPosition = wideOr(directory.readUInt32LE(at + 42));
    yield {
      flags: directory.readUInt16LE(at + 8),
      method: directory.readUInt16LE(at + 10),
      time: directory.readUInt16LE(at + 12),
      crc32: directory.readUInt32LE(at + 16),
      sizeBytes,
      compressedBytes,
      localPosition,
      aesStrength: aesField === null || aesField.length < 7 ? null : (aesField[4] ?? null),
    };
    at += headBytes + nameBytes + extraBytes + directory.readUInt16LE(at + 32);
  }
}

function extraField(extra: Buffer, id: number): Buffer | null {
  for (let at = 0; at + 4 <= extra.length; ) {
    const length = extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === id) return extra.subarray(at + 4, at + 4 + length);
    at += 4 + length;
  }
  return null;
}
