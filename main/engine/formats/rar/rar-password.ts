/** RAR 5 (its check value) and RAR 2.9 to 4 (encrypted headers, and stored files). */
import { createDecipheriv, createHash, pbkdf2Sync } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { TrialLimits } from '../limits.ts';
import { cannotTry, type PasswordCheck } from '../password-check.ts';
import { textForms } from '../password-forms.ts';
import type { RandomAccess } from '../random-access.ts';
import { bytesAt, chunksOf } from '../random-access.ts';

const signature4 = Buffer.from('526172211a0700', 'hex');
const signature5 = Buffer.from('526172211a070100', 'hex');
/** Blocks in front of the first encrypted one. */
const maxBlocks = 10_000;

export function rarPasswordCheck(file: RandomAccess, limits: TrialLimits): PasswordCheck {
  const head = bytesAt(file, 0, Math.min(8, file.sizeBytes));
  if (head === null) return cannotTry('damaged');
  if (head.equals(signature5)) return rar5Check(file, limits);
  return head.subarray(0, 7).equals(signature4) ? rar4Check(file) : cannotTry('damaged');
}

const checkIterations = 32;

interface Rar5Encryption {
  readonly iterationsPower: number;
  readonly salt: Buffer;
  /** Null where the archive was made without one. */
  readonly checkValue: Buffer | null;
}

function rar5Check(file: RandomAccess, { rar5Power }: TrialLimits): PasswordCheck {
  const encryption = findRar5Encryption(file);
  if (encryption === null) return cannotTry('damaged');
  const { iterationsPower, salt, checkValue } = encryption;
  if (checkValue === null) return cannotTry('unsupported');
  if (iterationsPower > rar5Power) return cannotTry('too-slow');
  return {
    kind: 'check',
    fits: (password) =>
      textForms(password).some((form) => {
        const iterations = 2 ** iterationsPower + checkIterations;
        const value = pbkdf2Sync(Buffer.from(form, 'utf8'), salt, iterations, 32, 'sha256');
        return checkValue.every(
          (byte, index) =>
            byte ===
            ((value[index] ?? 0) ^
              (value[index + 8] ?? 0) ^
              (value[index + 16] ?? 0) ^
              (value[index + 24] ?? 0)),
        );
      }),
  };
}

const maxRar5HeaderBytes = 2 * 1_048_576;

function findRar5Encryption(file: RandomAccess): Rar5Encryption | null {
  let position = signature5.length;
  for (let block = 0; block < maxBlocks; block += 1) {
    const start = bytesAt(file, position, Math.min(16, file.sizeBytes - position));
    const size = start === null ? null : vint(start, 4);
    if (size === null || size.value > maxRar5HeaderBytes) return null;
    const header = bytesAt(file, position + size.next, size.value);
    if (header === null) return null;
    const fields = new Rar5Fields(header);
    const type = fields.number();
    const flags = fields.number();
    if (type === 4) {
      fields.number();
      const hasCheck = (fields.number() & 1) !== 0;
      return readRar5Encryption(fields, hasCheck, 0);
    }
    const extraBytes = (flags & 1) === 0 ? 0 : fields.number();
    const dataBytes = (flags & 2) === 0 ? 0 : fields.number();
    const encryption =
      type === 2 || type === 3
        ? findFileEncryption(header.subarray(Math.max(0, header.length - extraBytes)))
        : null;
    if (encryption !== null) return encryption;
    position += size.next + size.value + dataBytes;
  }
  return null;
}

function findFileEncryption(extra: Buffer): Rar5Encryption | null {
  for (let at = 0; at < extra.length; ) {
    const size = vint(extra, at);
    if (size === null || size.value === 0) return null;
    const fields = new Rar5Fields(extra.subarray(size.next, size.next + size.value));
    if (fields.number() === 1) {
      fields.number();
      const hasCheck = (fields.number() & 1) !== 0;
      return readRar5Encryption(fields, hasCheck, 16);
    }
    at = size.next + size.value;
  }
  return null;
}

function readRar5Encryption(fields: Rar5Fields, hasCheck: boolean, ivBytes: number): Rar5Encryption | null {
  const iterationsPower = fields.take(1)[0];
  const salt = fields.take(16);
  fields.take(ivBytes);
  const checkValue = hasCheck ? fields.take(8) : null;
  if (iterationsPower === undefined || salt.length < 16) return null;
  if (checkValue !== null && checkValue.length < 8) return null;
  return { iterationsPower, salt, checkValue };
}

class Rar5Fields {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** 0 where the header ends before it. */
  number(): number {
    const read = vint(this.#bytes, this.#at);
    if (read === null) return 0;
    this.#at = read.next;
    return read.value;
  }

  /** Fewer bytes where the header ends before. */
  take(length: number): Buffer {
    const taken = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    return taken;
  }
}

/** Seven bits per byte, the lowest first. Null where it doesn't end or is larger than any position. */
function vint(bytes: Buffer, start: number): { readonly value: number; readonly next: number } | null {
  let value = 0;
  for (let index = 0; index < 7; index += 1) {
    const byte = bytes[start + index];
    if (byte === undefined) return null;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if ((byte & 0x80) === 0) return { value, next: start + index + 1 };
  }
  return null;
}

const mainBlock = 0x73;
const fileBlock = 0x74;
const storedMethod = 0x30;
/** RAR hashes longer passwords in a way of its own, a mistake that it keeps. */
const maxRar4Length = 27;

function rar4Check(file: RandomAccess): PasswordCheck {
  let position = signature4.length;
  for (let block = 0; block < maxBlocks; block += 1) {
    const head = bytesAt(file, position, 7);
    if (head === null) return cannotTry('damaged');
    const type = head[2];
    const flags = head.readUInt16LE(3);
    const headerBytes = head.readUInt16LE(5);
    if (headerBytes < 7) return cannotTry('damaged');
    if (type === mainBlock && (flags & 0x80) !== 0) return rar4HeaderCheck(file, position + headerBytes);
    const header = bytesAt(file, position, headerBytes);
    if (header === null) return cannotTry('damaged');
    if (type === fileBlock && headerBytes < 32) return cannotTry('damaged');
    if (type === fileBlock && (flags & 4) !== 0) {
      const check = rar4FileCheck(file, position, header, flags);
      if (check !== null) return check;
    }
    const dataBytes = (flags & 0x8000) !== 0 && headerBytes >= 11 ? header.readUInt32LE(7) : 0;
    if (type === 0x7b) break;
    position += headerBytes + dataBytes;
  }
  return cannotTry('unsupported');
}

/** The first encrypted header has its own checksum. */
function rar4HeaderCheck(file: RandomAccess, position: number): PasswordCheck {
  const salt = bytesAt(file, position, 8);
  const available = Math.min(65_536, file.sizeBytes - position - 8) & ~15;
  const encrypted = bytesAt(file, position + 8, available);
  if (salt === null || encrypted === null || available === 0) return cannotTry('damaged');
  return rar4Passwords(salt, (decrypt) => {
    const header = decrypt(encrypted);
    const length = header.readUInt16LE(5);
    if (length < 7 || length > header.length || !isPlausible(header.subarray(0, length))) return false;
    return (crc32(header.subarray(2, length)) & 0xffff) === header.readUInt16LE(0);
  });
}

const serviceBlock = 0x7a;
const endBlock = 0x7b;
const maxEndBytes = 32;

/** The checksum has 16 bits, so one wrong password in 65,536 has it: the header's fields have to make sense too. */
function isPlausible(header: Buffer): boolean {
  const type = header[2];
  if (type === endBlock) return header.length <= maxEndBytes;
  if ((type !== fileBlock && type !== serviceBlock) || header.length < 32) return false;
  const method = header[25] ?? 0;
  return (
    method >= storedMethod && method <= storedMethod + 5 && 32 + header.readUInt16LE(26) <= header.length
  );
}

/** Null where the file is compressed: its checksum is that of the content. */
function rar4FileCheck(
  file: RandomAccess,
  position: number,
  header: Buffer,
  flags: number,
): PasswordCheck | null {
  const hasSalt = (flags & 0x400) !== 0;
  const isSplit = (flags & 3) !== 0;
  const isLarge = (flags & 0x100) !== 0;
  if (header[25] !== storedMethod || !hasSalt || isSplit || isLarge) return null;
  const packedBytes = header.readUInt32LE(7);
  const sizeBytes = header.readUInt32LE(11);
  const contentCrc = header.readUInt32LE(16);
  const saltAt = 32 + header.readUInt16LE(26);
  const salt = header.subarray(saltAt, saltAt + 8);
  if (salt.length < 8 || sizeBytes > packedBytes || sizeBytes === 0) return null;
  return rar4Passwords(salt, (decrypt) => {
    let crc = 0;
    let left = sizeBytes;
    for (const chunk of chunksOf(file, position + header.length, packedBytes & ~15)) {
      const content = decrypt(chunk).subarray(0, left);
      left -= content.length;
      crc = crc32(content, crc);
    }
    return left === 0 && crc === contentCrc;
  });
}

function rar4Passwords(salt: Buffer, opens: (decrypt: (bytes: Buffer) => Buffer) => boolean): PasswordCheck {
  return {
    kind: 'check',
    fits: (password) =>
      textForms(password).some((form) => {
        if (form.length > maxRar4Length) return false;
        const { key, iv } = deriveRar4Key(form, salt);
        const cipher = createDecipheriv('aes-128-cbc', key, iv).setAutoPadding(false);
        return opens((bytes) => cipher.update(bytes));
      }),
  };
}

const rar4Rounds = 0x40000;

/** SHA-1 over password, salt and a counter of three bytes; the IV comes from sixteen states on the way. */
function deriveRar4Key(password: string, salt: Buffer) {
  const secret = Buffer.concat([Buffer.from(password, 'utf16le'), salt]);
  const hash = createHash('sha1');
  const iv = Buffer.alloc(16);
  const roundsPerByte = rar4Rounds / 16;
  const stride = secret.length + 3;
  const block = Buffer.alloc(stride * roundsPerByte);
  for (let round = 0; round < roundsPerByte; round += 1) secret.copy(block, round * stride);
  for (let part = 0; part < 16; part += 1) {
    for (let round = 0; round < roundsPerByte; round += 1)
      block.writeUIntLE(part * roundsPerByte + round, round * stride + secret.length, 3);
    hash.update(block.subarray(0, stride));
    iv[part] = hash.copy().digest()[19] ?? 0;
    hash.update(block.subarray(stride));
  }
  const digest = hash.digest();
  const key = Buffer.alloc(16);
  for (let word = 0; word < 4; word += 1) key.writeUInt32LE(digest.readUInt32BE(word * 4), word * 4);
  return { key, iv };
}
