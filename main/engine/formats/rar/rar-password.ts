/** RAR 5 (its check value) and RAR 2.9 to 4 (encrypted headers, and stored files). */
import { createDecipheriv, createHash, pbkdf2Sync } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { TrialLimits } from '../limits.ts';
import { cannotTry, type PasswordCheck } from '../password-check.ts';
import { textForms } from '../password-forms.ts';
import { bytesAt, chunksOf, type RandomAccess } from '../random-access.ts';
import { type Rar4Block, type RarFields, rar4Blocks, rar5Blocks } from './rar-blocks.ts';

const checkIterations = 32;

interface Rar5Encryption {
  readonly iterationsPower: number;
  readonly salt: Buffer;
  /** It is null where the archive was made without one. */
  readonly checkValue: Buffer | null;
}

export function rar5PasswordCheck(file: RandomAccess, { rar5Power }: TrialLimits): PasswordCheck {
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

function findRar5Encryption(file: RandomAccess): Rar5Encryption | null {
  for (const { kind, fields, encryption } of rar5Blocks(file)) {
    if (kind === 'encryption') return readRar5Encryption(fields, 0);
    if (encryption !== null) return readRar5Encryption(encryption, 16);
  }
  return null;
}

function readRar5Encryption(fields: RarFields, ivBytes: number): Rar5Encryption | null {
  // The version.
  fields.number();
  const hasCheck = (fields.number() & 1) !== 0;
  const iterationsPower = fields.take(1)[0];
  const salt = fields.take(16);
  fields.take(ivBytes);
  const checkValue = hasCheck ? fields.take(8) : null;
  if (iterationsPower === undefined || salt.length < 16) return null;
  if (checkValue !== null && checkValue.length < 8) return null;
  return { iterationsPower, salt, checkValue };
}

const fileBlock = 0x74;
const storedMethod = 0x30;
/** RAR hashes longer passwords in a way of its own, a mistake that it keeps. */
const maxRar4Length = 27;

export function rar4PasswordCheck(file: RandomAccess): PasswordCheck {
  const blocks = rar4Blocks(file);
  for (;;) {
    const { done, value: block } = blocks.next();
    if (done) return cannotTry(block === null ? 'unsupported' : 'damaged');
    if (block.kind === 'encryption') return rar4HeaderCheck(file, block.next);
    if (block.kind !== 'file') continue;
    if (block.header.length < 32) return cannotTry('damaged');
    const check = block.isEncrypted ? rar4FileCheck(file, block) : null;
    if (check !== null) return check;
  }
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

/** It is null where the file is compressed: its checksum is that of the content. */
function rar4FileCheck(file: RandomAccess, { position, header, flags }: Rar4Block): PasswordCheck | null {
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
