/**
 * The entries of a ZIP archive's central directory, one after the other (APPNOTE 4.3.12). Not by yauzl: it reads
 * asynchronously, twice for each entry (ten times as long), and gives up where an archive contradicts itself, is split, or
 * has bytes in front, while a check has to say what is wrong, and list what is there.
 */
import { inflateRawSync } from 'node:zlib';
import { type RandomAccess, readAt } from '../random-access.ts';
import type { CentralDirectory } from './zip-end-record.ts';

export interface ZipEntry {
  readonly flags: number;
  readonly method: number;
  /** DOS time of day. */
  readonly time: number;
  readonly crc32: number;
  readonly packedBytes: number;
  readonly expandedBytes: number;
  /** Without the bytes in front of the archive. */
  readonly localPosition: number;
  /** Valid until the next entry is asked for, like `extra`. */
  readonly name: Buffer;
  readonly extra: Buffer;
}

const headerBytes = 46;
/** Larger than the largest entry: 46 bytes and three times 65,535. */
const chunkBytes = 1_048_576;

export const zipFlags = { encrypted: 1, strongEncryption: 0x40, utf8: 0x800, maskedHeaders: 0x2000 } as const;

/** Ends at the first record that isn't an entry; `onEnd` gets the position there. */
export function* zipEntries(
  file: RandomAccess,
  directory: CentralDirectory,
  onEnd: (position: number) => void = () => undefined,
): Generator<ZipEntry> {
  const end = directory.position + directory.sizeBytes;
  let position = directory.position;
  let chunk: Buffer = Buffer.alloc(0);
  let at = 0;
  for (;;) {
    const left = end - position;
    if (chunk.length - at < headerBytes || chunk.length - at < entryBytes(chunk, at)) {
      chunk = readAt(file, position, Math.min(left, chunkBytes));
      at = 0;
    }
    if (chunk.length - at < headerBytes || chunk.readUInt32LE(at) !== 0x02014b50) break;
    const length = entryBytes(chunk, at);
    if (chunk.length - at < length) break;
    yield readEntry(chunk, at);
    at += length;
    position += length;
  }
  onEnd(position);
}

function entryBytes(chunk: Buffer, at: number): number {
  return (
    headerBytes + chunk.readUInt16LE(at + 28) + chunk.readUInt16LE(at + 30) + chunk.readUInt16LE(at + 32)
  );
}

function readEntry(chunk: Buffer, at: number): ZipEntry {
  const nameEnd = at + headerBytes + chunk.readUInt16LE(at + 28);
  const extra = chunk.subarray(nameEnd, nameEnd + chunk.readUInt16LE(at + 30));
  const packed = chunk.readUInt32LE(at + 20);
  const expanded = chunk.readUInt32LE(at + 24);
  const local = chunk.readUInt32LE(at + 42);
  const saturated = 0xffffffff;
  const isZip64 = packed === saturated || expanded === saturated || local === saturated;
  const zip64 = isZip64 ? extraField(extra, 0x0001) : null;
  // The field has only those values that don't fit 32 bits, in this order.
  let next = 0;
  const value = (short: number): number => {
    if (short !== saturated || zip64 === null || next + 8 > zip64.length) return short;
    next += 8;
    return Number(zip64.readBigUInt64LE(next - 8));
  };
  const expandedBytes = value(expanded);
  const packedBytes = value(packed);
  return {
    flags: chunk.readUInt16LE(at + 8),
    method: chunk.readUInt16LE(at + 10),
    time: chunk.readUInt16LE(at + 12),
    crc32: chunk.readUInt32LE(at + 16),
    packedBytes,
    expandedBytes,
    localPosition: value(local),
    name: chunk.subarray(at + headerBytes, nameEnd),
    extra,
  };
}

interface LocalHeader {
  /** Whether the entry is where the directory says. */
  readonly isSound: boolean;
  readonly dataPosition: number;
}

/** It is null where the file ends before. */
export function localHeader(
  file: RandomAccess,
  { prefixBytes }: CentralDirectory,
  localPosition: number,
): LocalHeader | null {
  const position = localPosition + prefixBytes;
  const header = readAt(file, position, 30);
  if (header.length < 30) return null;
  return {
    isSound: header.readUInt32LE(0) === 0x04034b50,
    dataPosition: position + 30 + header.readUInt16LE(26) + header.readUInt16LE(28),
  };
}

const maxPartBytes = 1_048_576;

/** A small part of a document. Empty if it is encrypted, damaged, or larger than any such part. */
export function entryContent(
  file: RandomAccess,
  directory: CentralDirectory,
  { method, packedBytes, localPosition }: Pick<ZipEntry, 'method' | 'packedBytes' | 'localPosition'>,
): Buffer {
  const header = localHeader(file, directory, localPosition);
  if (header === null || packedBytes > maxPartBytes) return Buffer.alloc(0);
  const packed = readAt(file, header.dataPosition, packedBytes);
  if (method !== 8) return packed;
  try {
    return inflateRawSync(packed, { maxOutputLength: 8 * maxPartBytes });
  } catch {
    return Buffer.alloc(0);
  }
}

/** It is null if the entry doesn't have the field. */
export function extraField(extra: Buffer, id: number): Buffer | null {
  for (let at = 0; at + 4 <= extra.length; ) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (end > extra.length) return null;
    if (extra.readUInt16LE(at) === id) return extra.subarray(at + 4, end);
    at = end;
  }
  return null;
}
