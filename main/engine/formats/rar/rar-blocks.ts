/** RAR 4 and 5: a chain of blocks, each with its length. Nothing is expanded. */
import { crc32 } from 'node:zlib';
import type { ContentDamage } from '../../../../preload/contract/views/content-check.ts';
import { shorterThan } from '../content-check.ts';
import { type RandomAccess, readAt } from '../random-access.ts';

/** A read per block. Longer archives are read up to here. */
const maxBlocks = 20_000;
/** Headers hold a name and times. RAR itself takes no more. */
const maxHeaderBytes = 2 * 1_048_576;

interface Block {
  readonly kind: 'file' | 'encryption' | 'end' | 'other';
  readonly position: number;
  readonly header: Buffer;
  /** Whether the header has the checksum that it states. */
  readonly isSound: boolean;
  /** Whether it is a file that RAR 2 packed, which ended archives without a mark. */
  readonly isOld: boolean;
  /** Where the next block is. */
  readonly next: number;
}

export interface Rar4Block extends Block {
  readonly flags: number;
  readonly isEncrypted: boolean;
}

export interface Rar5Block extends Block {
  /** What follows the lengths in the header. */
  readonly fields: RarFields;
  /** How a file, or what belongs to one, is encrypted; null if it isn't. */
  readonly encryption: RarFields | null;
}

/** Up to the mark of the end. Returns the damage that ends it before. */
export const rar4Blocks = (file: RandomAccess) => blocks(file, 7, rar4Block);
export const rar5Blocks = (file: RandomAccess) => blocks(file, 8, rar5Block);

function* blocks<B extends Block>(
  file: RandomAccess,
  start: number,
  blockAt: (file: RandomAccess, position: number) => B | ContentDamage,
): Generator<B, ContentDamage | null> {
  let position = start;
  let isOld = false;
  for (let count = 0; count < maxBlocks; count += 1) {
    if (position === file.sizeBytes && isOld) return null;
    if (position >= file.sizeBytes) return endMissing;
    const block = blockAt(file, position);
    if (!('next' in block)) return block;
    yield block;
    if (block.kind === 'end') return null;
    const damage = shorterThan(file, block.next);
    if (damage !== null) return damage;
    if (block.kind === 'file') isOld = block.isOld;
    position = block.next;
  }
  return null;
}

const endMissing: ContentDamage = { kind: 'end-missing', part: 'end-record' };

function invalid(position: number): ContentDamage {
  return { kind: 'invalid', part: 'entry', position };
}

/** CRC, type, flags, length; then four bytes of data length where a flag says so. */
function rar4Block(file: RandomAccess, position: number): Rar4Block | ContentDamage {
  const start = readAt(file, position, 7);
  if (start.length < 7) return endMissing;
  const type = start[2] ?? 0;
  const flags = start.readUInt16LE(3);
  const length = start.readUInt16LE(5);
  if (type < 0x72 || type > 0x7b || length < 7) return invalid(position);
  const header = readAt(file, position, length);
  if (header.length < length)
    return { kind: 'cut-short', expectedBytes: position + length, foundBytes: file.sizeBytes };
  const hasData = (flags & 0x8000) !== 0 || type === 0x74 || type === 0x7a;
  const low = hasData && length >= 11 ? header.readUInt32LE(7) : 0;
  const isLarge = (type === 0x74 || type === 0x7a) && (flags & 0x100) !== 0 && length >= 36;
  const dataBytes = low + (isLarge ? header.readUInt32LE(32) * 2 ** 32 : 0);
  const isEncryption = type === 0x73 && (flags & 0x80) !== 0;
  return {
    kind: isEncryption ? 'encryption' : type === 0x74 ? 'file' : type === 0x7b ? 'end' : 'other',
    position,
    header,
    flags,
    isEncrypted: (flags & 4) !== 0,
    isSound: (crc32(header.subarray(2)) & 0xffff) === header.readUInt16LE(0) || hasOldChecksum(type),
    isOld: (header[24] ?? 0) < 29,
    next: position + length + dataBytes,
  };
}

/** Comments and other blocks of RAR 2 sum only a part of their header. */
function hasOldChecksum(type: number): boolean {
  return type !== 0x73 && type !== 0x74 && type !== 0x7a && type !== 0x7b;
}

/** CRC-32; then numbers of seven bits per byte: length, type, flags, and lengths of what follows. */
function rar5Block(file: RandomAccess, position: number): Rar5Block | ContentDamage {
  const start = new RarFields(readAt(file, position, 7).subarray(4));
  const bodyBytes = start.number();
  if (start.isBroken) return endMissing;
  const bodyStart = 4 + start.at;
  const length = bodyStart + bodyBytes;
  if (bodyBytes === 0 || length > maxHeaderBytes) return invalid(position);
  const header = readAt(file, position, length);
  if (header.length < length)
    return { kind: 'cut-short', expectedBytes: position + length, foundBytes: file.sizeBytes };
  const fields = new RarFields(header.subarray(bodyStart));
  const type = fields.number();
  const flags = fields.number();
  const extraBytes = (flags & 1) === 0 ? 0 : fields.number();
  const dataBytes = (flags & 2) === 0 ? 0 : fields.number();
  const next = position + length + dataBytes;
  const isSound = crc32(header.subarray(4)) === header.readUInt32LE(0);
  // What isn't sound may say anything, and has no next one.
  if (isSound && (!Number.isSafeInteger(next) || fields.isBroken)) return invalid(position);
  const extra = header.subarray(Math.max(bodyStart, length - extraBytes));
  return {
    kind: type === 2 ? 'file' : type === 4 ? 'encryption' : type === 5 ? 'end' : 'other',
    position,
    header,
    fields,
    encryption: type === 2 || type === 3 ? encryptionRecord(extra) : null,
    isSound,
    isOld: false,
    next,
  };
}

/** Records of the extra area: length, type. Type 1 is encryption. */
function encryptionRecord(extra: Buffer): RarFields | null {
  for (let at = 0; at < extra.length; ) {
    const record = new RarFields(extra.subarray(at));
    const bytes = record.number();
    const end = record.at + bytes;
    const type = record.number();
    if (record.isBroken || bytes === 0) return null;
    if (type === 1) return record;
    at += end;
  }
  return null;
}

/** Numbers of seven bits per byte, the lowest first, and bytes. */
export class RarFields {
  /** Whether a number was missing. It counts as 0. */
  isBroken = false;
  at = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  number(): number {
    let value = 0;
    for (let index = 0; index < 10; index += 1) {
      const byte = this.#bytes[this.at + index];
      if (byte === undefined) break;
      value += (byte & 0x7f) * 2 ** (7 * index);
      if (byte >= 0x80) continue;
      this.at += index + 1;
      return value;
    }
    this.isBroken = true;
    return 0;
  }

  /** Fewer bytes where the header ends before. */
  take(length: number): Buffer {
    const taken = this.#bytes.subarray(this.at, this.at + length);
    this.at += length;
    return taken;
  }
}
