/**
 * The bytes of a pack: a stored ZIP of whole small files (docs/packs.md). A local header says nothing about the place of
 * its member in the pack, and a part is a run of whole members. So the bytes of a part follow from its own members alone.
 *
 * Terms and fields: APPNOTE.TXT 6.3.10. The same members give the same bytes on every machine and in every time zone.
 */
import type { HashedMember, PackMember } from './pack-member.ts';

const localHeaderSize = 30;
/** Where the CRC-32 is in a local header: it is known only when the member was read. */
export const crcOffset = 14;
const centralHeaderSize = 46;
const endSize = 22;
const zip64EndSize = 56 + 20;
const zip64ExtraSize = 4 + 8;
/** From these on, ZIP64 fields say it. */
const zip64From = { bytes: 0xffffffff, entries: 0xffff } as const;

const storedVersion = 10;
const zip64Version = 45;
/** Unix, so that programs make of a member an ordinary file that its owner can read and write. */
const madeBy = (3 << 8) | zip64Version;
const regularFile = 0o100644;
const utf8Flag = 1 << 11;

/** Header and content. */
export function memberBytes(member: PackMember): number {
  return localHeaderBytes(member) + member.sizeBytes;
}

export function localHeaderBytes(member: PackMember): number {
  return localHeaderSize + Buffer.byteLength(member.path) + timestampBytes(secondsOf(member.mtimeNs));
}

export function packLocalHeader(member: PackMember, crc32: number): Buffer {
  const header = Buffer.alloc(localHeaderBytes(member));
  writeLocalHeader(header, 0, member, crc32);
  return header;
}

/**
 * CRC-32 and size are in it, because readers of streams refuse stored members that have them afterwards. Returns where it
 * ends.
 */
export function writeLocalHeader(into: Buffer, at: number, member: PackMember, crc32: number): number {
  into.writeUInt32LE(0x04034b50, at);
  into.writeUInt16LE(storedVersion, at + 4);
  const seconds = secondsOf(member.mtimeNs);
  const pathBytes = into.write(member.path, at + localHeaderSize);
  writeCommonFields(into, at + 6, { sizeBytes: member.sizeBytes, crc32, seconds, pathBytes }, 0);
  return writeTimestamp(into, at + localHeaderSize + pathBytes, seconds);
}

interface CommonFields {
  readonly sizeBytes: number;
  readonly crc32: number;
  /** Since 1970, UTC. */
  readonly seconds: number;
  readonly pathBytes: number;
}

/** What the local and the central header both have: from the flags to the length of the extra fields, 24 bytes. */
function writeCommonFields(
  into: Buffer,
  at: number,
  { sizeBytes, crc32, seconds, pathBytes }: CommonFields,
  moreExtraBytes: number,
): void {
  const { date, time } = dosTime(seconds);
  into.writeUInt16LE(utf8Flag, at);
  into.writeUInt16LE(0, at + 2); // method: stored
  into.writeUInt16LE(time, at + 4);
  into.writeUInt16LE(date, at + 6);
  into.writeUInt32LE(crc32, at + 8);
  into.writeUInt32LE(sizeBytes, at + 12);
  into.writeUInt32LE(sizeBytes, at + 16);
  into.writeUInt16LE(pathBytes, at + 20);
  into.writeUInt16LE(timestampBytes(seconds) + moreExtraBytes, at + 22);
}

/** The central directory and the records that end it. */
export function directoryBytes(members: Iterable<PackMember>): number {
  let [offset, bytes, entries] = [0, 0, 0];
  for (const member of members) {
    bytes += centralHeaderBytes(member, offset);
    offset += memberBytes(member);
    entries += 1;
  }
  const endBytes = (needsZip64End(offset, bytes, entries) ? zip64EndSize : 0) + endSize;
  return bytes + endBytes;
}

const chunkBytes = 256 * 1024;
const maxCentralHeaderBytes = centralHeaderSize + 0xffff + 9 + zip64ExtraSize;

/** The central directory of exactly these members, in their order, and the records that end it. In chunks of some 256 KiB. */
export function* centralDirectory(members: Iterable<HashedMember>): Generator<Buffer, undefined> {
  let [offset, bytes, entries] = [0, 0, 0];
  let chunk = Buffer.alloc(chunkBytes);
  let used = 0;
  for (const member of members) {
    if (used + maxCentralHeaderBytes > chunkBytes) {
      yield chunk.subarray(0, used);
      chunk = Buffer.alloc(chunkBytes);
      used = 0;
    }
    const end = writeCentralHeader(chunk, used, member, offset);
    bytes += end - used;
    used = end;
    offset += memberBytes(member);
    entries += 1;
  }
  yield Buffer.concat([chunk.subarray(0, used), endOfDirectory(offset, bytes, entries)]);
}

function centralHeaderBytes(member: PackMember, offset: number): number {
  const zip64Bytes = offset >= zip64From.bytes ? zip64ExtraSize : 0;
  return localHeaderBytes(member) - localHeaderSize + centralHeaderSize + zip64Bytes;
}

/** Into zeros. Returns where it ends. */
function writeCentralHeader(into: Buffer, at: number, member: HashedMember, offset: number): number {
  const isFar = offset >= zip64From.bytes;
  const { sizeBytes, crc32 } = member;
  const seconds = secondsOf(member.mtimeNs);
  const pathBytes = into.write(member.path, at + centralHeaderSize);
  into.writeUInt32LE(0x02014b50, at);
  into.writeUInt16LE(madeBy, at + 4);
  into.writeUInt16LE(isFar ? zip64Version : storedVersion, at + 6);
  writeCommonFields(into, at + 8, { sizeBytes, crc32, seconds, pathBytes }, isFar ? zip64ExtraSize : 0);
  // No comment, disk 0, no internal attributes.
  into.writeUInt32LE(regularFile * 0x10000, at + 38);
  into.writeUInt32LE(Math.min(offset, zip64From.bytes), at + 42);
  const end = writeTimestamp(into, at + centralHeaderSize + pathBytes, seconds);
  if (!isFar) return end;
  into.writeUInt16LE(0x0001, end);
  into.writeUInt16LE(8, end + 2);
  into.writeBigUInt64LE(BigInt(offset), end + 4);
  return end + zip64ExtraSize;
}

function needsZip64End(offset: number, bytes: number, entries: number): boolean {
  return offset >= zip64From.bytes || bytes >= zip64From.bytes || entries >= zip64From.entries;
}

/** `offset` is where the central directory begins, `bytes` how long it is. */
function endOfDirectory(offset: number, bytes: number, entries: number): Buffer {
  const isZip64 = needsZip64End(offset, bytes, entries);
  const records = Buffer.alloc((isZip64 ? zip64EndSize : 0) + endSize);
  if (isZip64) {
    records.writeUInt32LE(0x06064b50, 0);
    records.writeBigUInt64LE(44n, 4); // what follows in this record
    records.writeUInt16LE(madeBy, 12);
    records.writeUInt16LE(zip64Version, 14);
    records.writeBigUInt64LE(BigInt(entries), 24);
    records.writeBigUInt64LE(BigInt(entries), 32);
    records.writeBigUInt64LE(BigInt(bytes), 40);
    records.writeBigUInt64LE(BigInt(offset), 48);
    records.writeUInt32LE(0x07064b50, 56);
    records.writeBigUInt64LE(BigInt(offset + bytes), 64);
    records.writeUInt32LE(1, 72); // disks
  }
  const at = records.length - endSize;
  records.writeUInt32LE(0x06054b50, at);
  records.writeUInt16LE(Math.min(entries, zip64From.entries), at + 8);
  records.writeUInt16LE(Math.min(entries, zip64From.entries), at + 10);
  records.writeUInt32LE(Math.min(bytes, zip64From.bytes), at + 12);
  records.writeUInt32LE(Math.min(offset, zip64From.bytes), at + 16);
  return records;
}

const nsPerSecond = 1_000_000_000n;

function secondsOf(mtimeNs: bigint): number {
  const seconds = mtimeNs / nsPerSecond;
  return Number(mtimeNs % nsPerSecond < 0n ? seconds - 1n : seconds);
}

/** The extended timestamp has 32 bits, signed: from December 1901 to January 2038. Others have the DOS time alone. */
function timestampBytes(seconds: number): number {
  return seconds === (seconds | 0) ? 9 : 0;
}

function writeTimestamp(into: Buffer, at: number, seconds: number): number {
  if (timestampBytes(seconds) === 0) return at;
  into.writeUInt16LE(0x5455, at);
  into.writeUInt16LE(5, at + 2);
  into.writeUInt8(1, at + 4); // the modification time follows
  return into.writeInt32LE(seconds, at + 5);
}

const dosRange = { first: Date.UTC(1980) / 1000, last: Date.UTC(2108) / 1000 - 2 };

/** In UTC: a local time would depend on this machine. To two seconds, from 1980 to 2107. */
function dosTime(since1970: number): { readonly date: number; readonly time: number } {
  const seconds = Math.min(Math.max(since1970, dosRange.first), dosRange.last);
  const utc = new Date(seconds * 1000);
  return {
    date: ((utc.getUTCFullYear() - 1980) << 9) | ((utc.getUTCMonth() + 1) << 5) | utc.getUTCDate(),
    time: (utc.getUTCHours() << 11) | (utc.getUTCMinutes() << 5) | (utc.getUTCSeconds() >> 1),
  };
}
