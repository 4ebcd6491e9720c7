/** 7z: AES-256 with a key from SHA-256 (coder 06F10701), of the header or of the files. */
import { createDecipheriv, createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { BudgetedFile } from '../budgeted-file.ts';
import { maxOtherBytes, maxOthers, type TrialLimits } from '../limits.ts';
import { cannotTry, type PasswordCheck } from '../password-check.ts';
import { textForms } from '../password-forms.ts';
import { bytesAt, type RandomAccess } from '../random-access.ts';
import { LzmaDecoder, NotLzma } from './lzma-decoder.ts';
import { NotSevenZip } from './seven-zip-bytes.ts';
import {
  aesCoder,
  isEncryptedFolder,
  readFolders,
  readStartHeader,
  startHeaderBytes,
} from './seven-zip-folders.ts';
import type { Coder, SevenZipFolder } from './seven-zip-header.ts';

const storedCoder = '00';
/** More need not be decrypted: no other key gives a valid stream of that length. */
const maxPackedBytes = 262_144;
const maxUnpackedBytes = 1_048_576;
/** A stored file has nothing but its CRC. */
const maxStoredBytes = 64 * 1_048_576;
const noHashing = 0x3f;
/** A longer line of a password file is none, and hashing it would take all memory. */
const maxPasswordLength = 1_000;
/** Too many wrong keys have the CRC of a shorter stored file. */
const minStoredBytes = 3;

export function sevenZipPasswordCheck(file: BudgetedFile, limits: TrialLimits): PasswordCheck {
  try {
    const start = readStartHeader(file);
    if (start === null) return cannotTry('damaged');
    const { folders } = readFolders(file, start);
    const encrypted = folders.filter(isEncryptedFolder);
    const [folder, ...larger] = encrypted
      .filter((each) => each.packedBytes > 0)
      .sort((a, b) => a.packedBytes - b.packedBytes);
    if (folder === undefined) return cannotTry('damaged');
    const check = folderCheck(file, folder, limits);
    if (check.kind === 'cannot-try') return check;
    const small = larger.filter(({ packedBytes }) => packedBytes <= maxOtherBytes);
    const every = Math.max(1, Math.ceil(small.length / maxOthers));
    const others = small
      .filter((_, index) => index % every === 0)
      .map((other) => folderCheck(file, other, limits));
    return { ...check, others: others.flatMap((other) => (other.kind === 'check' ? [other.fits] : [])) };
  } catch (error) {
    if (error instanceof NotSevenZip || error instanceof NotLzma) return cannotTry('damaged');
    throw error;
  }
}

interface Encryption {
  readonly cyclesPower: number;
  readonly salt: Buffer;
  readonly iv: Buffer;
}

function folderCheck(
  file: RandomAccess,
  folder: SevenZipFolder,
  { sevenZipPower }: TrialLimits,
): PasswordCheck {
  const [first, second] = folder.coders;
  if (!folder.isChain || first?.id !== aesCoder) return cannotTry('unsupported');
  const encryption = encryptionOf(first);
  const looksRight = contentTest(second, folder.coders.length > 2, folder);
  if (encryption === null) return cannotTry('damaged');
  if (encryption.cyclesPower > sevenZipPower && encryption.cyclesPower !== noHashing)
    return cannotTry('too-slow');
  const isStored = second === undefined || second.id === storedCoder;
  if (looksRight === null) {
    const isShort = isStored && (folder.firstFile?.sizeBytes ?? minStoredBytes) < minStoredBytes;
    return cannotTry(isShort ? 'too-short' : 'unsupported');
  }
  const length = Math.min(folder.packedBytes, isStored ? maxStoredBytes + 16 : maxPackedBytes) & ~15;
  const packed = bytesAt(file, startHeaderBytes + folder.packedPosition, length);
  if (packed === null || length === 0) return cannotTry('damaged');
  return {
    kind: 'check',
    fits: (password) =>
      textForms(password).some((form) => {
        if (form.length > maxPasswordLength) return false;
        const key = deriveKey(form, encryption);
        const cipher = createDecipheriv('aes-256-cbc', key, encryption.iv).setAutoPadding(false);
        return looksRight(cipher.update(packed));
      }),
  };
}

function encryptionOf({ properties }: Coder): Encryption | null {
  const first = properties[0] ?? 0;
  const second = properties[1] ?? 0;
  const saltBytes = ((first >> 7) & 1) + (second >> 4);
  const ivBytes = ((first >> 6) & 1) + (second & 15);
  if (properties.length < 2 + saltBytes + ivBytes) return null;
  const iv = Buffer.alloc(16);
  properties.copy(iv, 0, 2 + saltBytes, 2 + saltBytes + ivBytes);
  return { cyclesPower: first & 0x3f, salt: properties.subarray(2, 2 + saltBytes), iv };
}

/** SHA-256 over salt, password and counter, 2^cyclesPower times. */
function deriveKey(password: string, { cyclesPower, salt }: Encryption): Buffer {
  const secret = Buffer.concat([salt, Buffer.from(password, 'utf16le')]);
  if (cyclesPower === noHashing) {
    const key = Buffer.alloc(32);
    secret.copy(key);
    return key;
  }
  const rounds = 2 ** cyclesPower;
  const roundsPerBlock = Math.min(rounds, 4096);
  const stride = secret.length + 8;
  const block = Buffer.alloc(stride * roundsPerBlock);
  for (let round = 0; round < roundsPerBlock; round += 1) secret.copy(block, round * stride);
  const hash = createHash('sha256');
  for (let done = 0; done < rounds; done += roundsPerBlock) {
    for (let round = 0; round < roundsPerBlock; round += 1)
      block.writeUInt32LE(done + round, round * stride + secret.length);
    hash.update(block);
  }
  return hash.digest();
}

type ContentTest = (decrypted: Buffer) => boolean;

/** Whether decrypted bytes are what the next coder reads; null where that can't be told. */
function contentTest(
  next: Coder | undefined,
  isFiltered: boolean,
  folder: SevenZipFolder,
): ContentTest | null {
  const { firstFile, unpackedBytes } = folder;
  // A filter changes the content, so its CRC says nothing about what is decoded here.
  const known = isFiltered ? null : firstFile;
  const isKnownContent = (content: Buffer): boolean =>
    known === null ||
    content.length < known.sizeBytes ||
    crc32(content.subarray(0, known.sizeBytes)) === known.crc32;
  switch (next?.id) {
    // Stored: the CRC alone decides.
    case undefined:
    case storedCoder:
      return known === null || known.sizeBytes < minStoredBytes || known.sizeBytes > maxStoredBytes
        ? null
        : (content) => crc32(content.subarray(0, known.sizeBytes)) === known.crc32;
    case '030101': {
      const [properties] = next.properties;
      if (properties === undefined) return null;
      const mustEnd = known === null || known.sizeBytes < minStoredBytes;
      return (packed) => {
        const decoded = decodeLzma(packed, properties, unpackedBytes, mustEnd);
        return decoded !== null && isKnownContent(decoded);
      };
    }
    case '21':
      return (packed) => {
        const decoded = decodeLzma2(packed, unpackedBytes);
        return decoded !== null && isKnownContent(decoded);
      };
    // BZip2 begins with ten bytes that are always the same but for one.
    case '040202':
      return (packed) => /^BZh[1-9]1AY&SY/.test(packed.toString('latin1', 0, 10));
    default:
      return null;
  }
}

/** It is null where the bytes are no LZMA stream. At its end, or where only its beginning was read, what is there counts. */
function decodeLzma(
  packed: Buffer,
  properties: number,
  unpackedBytes: number,
  mustEnd: boolean,
): Buffer | null {
  const decoder = new LzmaDecoder(Math.min(unpackedBytes, maxUnpackedBytes));
  try {
    decoder.setProperties(properties);
    const hasEnded = decoder.decode(packed, 0, packed.length, unpackedBytes);
    // Without a CRC, little content comes from many keys; that the stream ends with it comes from hardly any.
    if (mustEnd && !hasEnded && decoder.written < minCertainBytes) return null;
  } catch (error) {
    if (!(error instanceof NotLzma)) throw error;
    if (packed.length < maxPackedBytes || decoder.written < minCertainBytes) return null;
  }
  return decoder.output;
}

/** Random bytes make no valid stream of this length: a match soon reaches behind its beginning. */
const minCertainBytes = 65_536;

function decodeLzma2(packed: Buffer, unpackedBytes: number): Buffer | null {
  const decoder = new LzmaDecoder(Math.min(unpackedBytes, maxUnpackedBytes));
  let hasEnded = false;
  let chunks = 0;
  let compressedChunks = 0;
  try {
    for (let at = 0; decoder.written < decoder.maxBytes && !hasEnded; chunks += 1) {
      const control = packed[at] ?? 0;
      if (control === 0) hasEnded = true;
      else if (control < 0x80) {
        if (control > 2 || (chunks === 0 && control !== 1)) return null;
        const length = chunkNumber(packed, at + 1) + 1;
        if (at + 3 + length > packed.length) break;
        decoder.copy(packed.subarray(at + 3, at + 3 + length));
        at += 3 + length;
      } else {
        const reset = (control >> 5) & 3;
        if (chunks === 0 && reset !== 3) return null;
        const unpacked = ((control & 0x1f) << 16) + chunkNumber(packed, at + 1) + 1;
        const length = chunkNumber(packed, at + 3) + 1;
        const start = at + (reset >= 2 ? 6 : 5);
        if (start + length > packed.length) break;
        const properties = packed[at + 5] ?? 0;
        if (reset >= 2 && !areLzma2Properties(properties)) return null;
        if (reset >= 2) decoder.setProperties(properties);
        else if (reset === 1) decoder.resetState();
        const isWhole = decoder.decode(packed, start, start + length, unpacked);
        // Where only the beginning is decoded, the last chunk stops somewhere.
        const isCut = decoder.written === decoder.maxBytes && decoder.maxBytes < unpackedBytes;
        if (!isWhole && !isCut) return null;
        compressedChunks += 1;
        at = start + length;
      }
    }
  } catch (error) {
    if (error instanceof NotLzma) return null;
    throw error;
  }
  // A wrong key may give one stored chunk by chance. The CRC tells, or else several chunks in a row.
  const isCertain = compressedChunks > 0 || chunks >= 4 || decoder.written === unpackedBytes;
  return decoder.written === 0 || !isCertain ? null : decoder.output;
}

/** LZMA2 allows lc + lp of at most 4. More would have each chunk ask for megabytes. */
function areLzma2Properties(byte: number): boolean {
  return (byte % 9) + (Math.floor(byte / 9) % 5) <= 4;
}

function chunkNumber(bytes: Buffer, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}
