/** RAR 4 and 5: a chain of blocks, each with its length. Nothing is expanded. */
import { crc32 } from 'node:zlib';
import type { ContentDamage } from '../../../../preload/contract/views/content-check.ts';
import { type ContentCheck, shorterThan } from '../content-check.ts';
import { type RandomAccess, readAt } from '../random-access.ts';

/** A read per block. Of longer archives, only these blocks are checked. */
const maxBlocks = 20_000;
/** Headers hold a name and times. */
const maxHeaderBytes = 65_536;

interface Block {
  readonly kind: 'file' | 'encryption' | 'end' | 'other';
  readonly isEncrypted: boolean;
  /** Of a file that was packed by RAR 2, which ends archives without a mark. */
  readonly isOld?: boolean;
  /** Of the next block. */
  readonly next: number;
}

type ReadBlock = (file: RandomAccess, position: number) => Block | ContentDamage;

export const checkRar4 = (file: RandomAccess): ContentCheck => walk(file, 7, rar4Block);
export const checkRar5 = (file: RandomAccess): ContentCheck => walk(file, 8, rar5Block);

function walk(file: RandomAccess, start: number, readBlock: ReadBlock): ContentCheck {
  let files = 0;
  let encrypted = 0;
  let isOld = false;
  const result = (damage: ContentDamage | null): ContentCheck => ({
    isEncrypted: encrypted > 0,
    locked: encrypted === 0 ? null : encrypted === files ? 'file' : 'entries',
    damage,
    listing: null,
  });
  let position = start;
  for (let count = 0; count < maxBlocks; count += 1) {
    if (position === file.sizeBytes && isOld) return result(null);
    if (position >= file.sizeBytes) return result({ kind: 'end-missing', part: 'end-record' });
    const block = readBlock(file, position);
    if (!('next' in block)) return result(block);
    // What follows, the names too, can't be read without the password.
    if (block.kind === 'encryption') return { ...result(null), isEncrypted: true, locked: 'file' };
    if (block.kind === 'end') return result(null);
    if (block.kind === 'file') {
      files += 1;
      isOld = block.isOld ?? false;
      if (block.isEncrypted) encrypted += 1;
    }
    const damage = shorterThan(file, block.next);
    if (damage !== null) return result(damage);
    position = block.next;
  }
  return result(null);
}

function invalid(position: number): ContentDamage {
  return { kind: 'invalid', part: 'entry', position };
}

/** CRC, type, flags, length; then four bytes of data length where a flag says so. */
function rar4Block(file: RandomAccess, position: number): Block | ContentDamage {
  const start = readAt(file, position, 7);
  if (start.length < 7) return { kind: 'end-missing', part: 'end-record' };
  const type = start[2] ?? 0;
  const flags = start.readUInt16LE(3);
  const length = start.readUInt16LE(5);
  if (type < 0x72 || type > 0x7b || length < 7) return invalid(position);
  const header = readAt(file, position, length);
  if (header.length < length)
    return { kind: 'cut-short', expectedBytes: position + length, foundBytes: file.sizeBytes };
  if ((crc32(header.subarray(2)) & 0xffff) !== header.readUInt16LE(0) && !hasOldChecksum(type))
    return { kind: 'checksum-mismatch', part: 'entry' };
  if (type === 0x7b) return { kind: 'end', isEncrypted: false, next: position + length };
  if (type === 0x73 && (flags & 0x80) !== 0) return { kind: 'encryption', isEncrypted: true, next: position };
  const hasData = (flags & 0x8000) !== 0 || type === 0x74 || type === 0x7a;
  const low = hasData && length >= 11 ? header.readUInt32LE(7) : 0;
  const isLarge = (type === 0x74 || type === 0x7a) && (flags & 0x100) !== 0 && length >= 36;
  const dataBytes = low + (isLarge ? header.readUInt32LE(32) * 2 ** 32 : 0);
  return {
    kind: type === 0x74 ? 'file' : 'other',
    isEncrypted: (flags & 4) !== 0,
    isOld: (header[24] ?? 0) < 29,
    next: position + length + dataBytes,
  };
}

/** Comments and other blocks of RAR 2 sum only a part of their header. */
function hasOldChecksum(type: number): boolean {
  return type !== 0x73 && type !== 0x74 && type !== 0x7a && type !== 0x7b;
}

/** CRC-32; then numbers of seven bits per byte: length, type, flags, and lengths of what follows. */
function rar5Block(file: RandomAccess, position: number): Block | ContentDamage {
  const start = readAt(file, position, 7);
  const size = start.length < 5 ? null : readNumber(start, 4);
  if (size === null) return { kind: 'end-missing', part: 'end-record' };
  if (size.value === 0 || size.value > 2 * 1_048_576) return invalid(position);
  const bodyStart = size.next;
  const length = bodyStart + size.value;
  if (length > maxHeaderBytes * 32) return invalid(position);
  const header = readAt(file, position, length);
  if (header.length < length)
    return { kind: 'cut-short', expectedBytes: position + length, foundBytes: file.sizeBytes };
  if (crc32(header.subarray(4)) !== header.readUInt32LE(0))
    return { kind: 'checksum-mismatch', part: 'entry' };
  const numbers = new NumberReader(header, bodyStart);
  const type = numbers.next();
  const flags = numbers.next();
  const extraBytes = (flags & 1) === 0 ? 0 : numbers.next();
  const dataBytes = (flags & 2) === 0 ? 0 : numbers.next();
  const next = position + length + dataBytes;
  if (!Number.isSafeInteger(next) || numbers.isBroken) return invalid(position);
  const isFile = type === 2;
  const kind = isFile ? 'file' : type === 4 ? 'encryption' : type === 5 ? 'end' : 'other';
  return {
    kind,
    isEncrypted: isFile && hasEncryptionRecord(header.subarray(Math.max(bodyStart, length - extraBytes))),
    next,
  };
}

/** Records of the extra area: length, type. Type 1 is encryption. */
function hasEncryptionRecord(extra: Buffer): boolean {
  for (let at = 0; at < extra.length; ) {
    const size = readNumber(extra, at);
    const type = size === null ? null : readNumber(extra, size.next);
    if (size === null || type === null || size.value === 0) return false;
    if (type.value === 1) return true;
    at = size.next + size.value;
  }
  return false;
}

class NumberReader {
  isBroken = false;
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  next(): number {
    const number = readNumber(this.#bytes, this.#at);
    if (number === null) this.isBroken = true;
    this.#at = number?.next ?? this.#at;
    return number?.value ?? 0;
  }
}

function readNumber(bytes: Buffer, at: number): { readonly value: number; readonly next: number } | null {
  let value = 0;
  for (let index = 0; index < 10; index += 1) {
    const byte = bytes[at + index];
    if (byte === undefined) return null;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, next: at + index + 1 };
  }
  return null;
}
