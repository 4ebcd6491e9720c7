/** Where a ZIP archive's central directory is (APPNOTE 4.3.14 to 4.3.16). */
import type { ContentDamage } from '../../../../preload/contract/views/content-check.ts';
import { type RandomAccess, readAt } from '../random-access.ts';

export interface CentralDirectory {
  readonly position: number;
  readonly sizeBytes: number;
  /** As recorded. Archives of more than 65,535 entries without ZIP64 record the count modulo 65,536. */
  readonly entries: number;
  readonly isZip64: boolean;
  /** Bytes in front of the archive: a program that expands it, or anything else. Offsets don't count them. */
  readonly prefixBytes: number;
  /** Its entries are in other files too. */
  readonly isSplit: boolean;
  /** The directory itself is encrypted or compressed (APPNOTE 7.3). */
  readonly isEncrypted: boolean;
}

export type FoundDirectory = { readonly directory: CentralDirectory } | { readonly damage: ContentDamage };

const endRecordBytes = 22;
const maxCommentBytes = 65_535;
const zip64LocatorBytes = 20;
const zip64RecordBytes = 56;
const maxCandidates = 100;
const endRecord = Buffer.from('PK\x05\x06', 'latin1');

/** The last end record that a central directory fits. Comments may hold anything, other end records too. */
export function findCentralDirectory(file: RandomAccess): FoundDirectory {
  const length = Math.min(file.sizeBytes, endRecordBytes + maxCommentBytes + zip64LocatorBytes);
  const tailPosition = file.sizeBytes - length;
  const tail = readAt(file, tailPosition, length);
  let damage: ContentDamage | null = null;
  let candidates = 0;
  let empty: FoundDirectory | null = null;
  for (
    let at = tail.lastIndexOf(endRecord);
    at >= 0;
    at = at === 0 ? -1 : tail.lastIndexOf(endRecord, at - 1)
  ) {
    if (at + endRecordBytes > tail.length) continue;
    const found = directoryBefore(file, tail, at, tailPosition + at);
    if ('damage' in found) damage ??= found.damage;
    // An empty directory fits everywhere, so another one is better.
    else if (found.directory.sizeBytes === 0) empty ??= found;
    else return found;
    // Each candidate costs reads. No honest comment has so many end records.
    candidates += 1;
    if (candidates === maxCandidates) break;
  }
  return empty ?? { damage: damage ?? { kind: 'end-missing', part: 'table-of-contents' } };
}

function directoryBefore(file: RandomAccess, tail: Buffer, at: number, position: number): FoundDirectory {
  const commentEnd = position + endRecordBytes + tail.readUInt16LE(at + 20);
  if (commentEnd > file.sizeBytes)
    return { damage: { kind: 'cut-short', expectedBytes: commentEnd, foundBytes: file.sizeBytes } };
  const fields = {
    disk: tail.readUInt16LE(at + 4),
    directoryDisk: tail.readUInt16LE(at + 6),
    entries: tail.readUInt16LE(at + 10),
    sizeBytes: tail.readUInt32LE(at + 12),
    offset: tail.readUInt32LE(at + 16),
  };
  const zip64 = readZip64Record(file, position);
  const end = zip64?.position ?? position;
  const offset = fields.offset === 0xffffffff && zip64 !== null ? zip64.offset : fields.offset;
  const sizeBytes = fields.sizeBytes === 0xffffffff && zip64 !== null ? zip64.sizeBytes : fields.sizeBytes;
  const entries = fields.entries === 0xffff && zip64 !== null ? zip64.entries : fields.entries;
  // With 0xffff, ZIP64 says the number.
  const disk = fields.disk === 0xffff ? (zip64?.disk ?? 0) : fields.disk;
  const isSplit = disk > 0;
  const known = {
    sizeBytes,
    entries,
    isZip64: zip64 !== null,
    isSplit,
    isEncrypted: zip64?.isEncrypted ?? false,
  };
  if (known.isEncrypted) return { directory: { ...known, position: offset, prefixBytes: 0 } };
  if (startsDirectory(file, offset, sizeBytes, end))
    return { directory: { ...known, position: offset, prefixBytes: 0 } };
  // Right before its end record, whatever the offset says: bytes were put in front of the archive.
  const actual = end - sizeBytes;
  if (actual > offset && startsDirectory(file, actual, sizeBytes, end))
    return { directory: { ...known, position: actual, prefixBytes: isSplit ? 0 : actual - offset } };
  if (actual < offset && !isSplit)
    return {
      damage: {
        kind: 'cut-short',
        expectedBytes: file.sizeBytes + offset - actual,
        foundBytes: file.sizeBytes,
      },
    };
  return {
    damage: { kind: 'invalid', part: 'table-of-contents', position: Math.max(0, Math.min(offset, end)) },
  };
}

function startsDirectory(file: RandomAccess, position: number, sizeBytes: number, end: number): boolean {
  if (position + sizeBytes > end) return false;
  if (sizeBytes === 0) return position <= end;
  return readAt(file, position, 4).toString('latin1') === 'PK\x01\x02';
}

interface Zip64Record {
  readonly position: number;
  readonly disk: number;
  readonly entries: number;
  readonly sizeBytes: number;
  readonly offset: number;
  readonly isEncrypted: boolean;
}

function readZip64Record(file: RandomAccess, endRecordPosition: number): Zip64Record | null {
  const locatorPosition = endRecordPosition - zip64LocatorBytes;
  const locator = readAt(file, locatorPosition, zip64LocatorBytes);
  if (locator.length < zip64LocatorBytes || locator.toString('latin1', 0, 4) !== 'PK\x06\x07') return null;
  const stated = Number(locator.readBigUInt64LE(8));
  // With bytes in front, it is right before its locator.
  for (const position of [stated, locatorPosition - zip64RecordBytes]) {
    const record = readAt(file, position, zip64RecordBytes);
    if (record.length < zip64RecordBytes || record.toString('latin1', 0, 4) !== 'PK\x06\x06') continue;
    return {
      position,
      disk: record.readUInt32LE(16),
      entries: Number(record.readBigUInt64LE(32)),
      sizeBytes: Number(record.readBigUInt64LE(40)),
      offset: Number(record.readBigUInt64LE(48)),
      // Version 2 of the record describes how the directory is encrypted. Its size doesn't count the first 12 bytes.
      isEncrypted:
        record.readUInt16LE(14) >= 62 && Number(record.readBigUInt64LE(4)) >= zip64RecordBytes - 12 + 28,
    };
  }
  return null;
}
