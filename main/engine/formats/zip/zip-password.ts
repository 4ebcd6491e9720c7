/** ZIP: traditional encryption (APPNOTE 6.1) and AES (WinZip AE-1 and AE-2). */
import { createHmac, pbkdf2Sync } from 'node:crypto';
import { constants, crc32, inflateRawSync } from 'node:zlib';
import { cannotTry, type PasswordCheck } from '../password-check.ts';
import { byteForms } from '../password-forms.ts';
import { bytesAt, chunksOf, type RandomAccess } from '../random-access.ts';
import { type EncryptedEntry, encryptedEntries } from './encrypted-entries.ts';
import { ZipCrypto } from './zip-crypto.ts';

const stored = 0;
const deflated = 8;
const aes = 99;
/** An entry up to this size is decrypted whole and its CRC compared. */
const maxWholeBytes = 16 * 1_048_576;
const maxExpandedBytes = 64 * 1_048_576;
/** So much of a larger one that is deflated: no other key makes a valid stream of that length. */
const prefixBytes = 65_536;
/** Deflate makes at most 1,032 bytes of one. */
const maxPrefixExpandedBytes = 1_032 * prefixBytes;
/** One byte of the header says nearly all of a shorter content: some wrong passwords would fit. */
const minContentBytes = 3;
/** A stored entry has nothing but its CRC. */
const maxStoredBytes = 2 ** 32;

/** A password fits if it opens the smallest encrypted entry. The others are a sample: each may have its own password. */
export function zipPasswordCheck(file: RandomAccess): PasswordCheck {
  const entries = encryptedEntries(file);
  if (typeof entries === 'string') return cannotTry(entries);
  const checks = entries.map((entry) =>
    entry.method === aes ? aesCheck(file, entry) : traditionalCheck(file, entry),
  );
  const [check, ...others] = checks.filter((each) => each.kind === 'check');
  if (check === undefined) return checks[0] ?? cannotTry('damaged');
  return { ...check, others: others.map(({ fits }) => fits) };
}

function traditionalCheck(file: RandomAccess, entry: EncryptedEntry): PasswordCheck {
  const { method, dataPosition, packedBytes, expandedBytes, checkBytes } = entry;
  const isKnown = method === deflated || (method === stored && packedBytes <= maxStoredBytes);
  if (!isKnown) return cannotTry('unsupported');
  if (expandedBytes < minContentBytes) return cannotTry('too-short');
  const header = bytesAt(file, dataPosition, Math.min(12, packedBytes));
  if (header === null || header.length < 12) return cannotTry('damaged');
  const contentBytes = packedBytes - 12;
  const isWhole = contentBytes <= maxWholeBytes && expandedBytes <= maxExpandedBytes;
  const decryptsContent = (cipher: ZipCrypto): boolean => {
    if (method === stored) {
      let crc = 0;
      for (const chunk of chunksOf(file, dataPosition + 12, contentBytes))
        crc = crc32(cipher.decrypt(chunk), crc);
      return crc === entry.crc32;
    }
    const bytes = bytesAt(
      file,
      dataPosition + 12,
      isWhole ? contentBytes : Math.min(contentBytes, prefixBytes),
    );
    return bytes !== null && isDeflated(cipher.decrypt(bytes), isWhole ? entry : null);
  };
  return {
    kind: 'check',
    fits: (password) =>
      byteForms(password).some((form) => {
        const cipher = new ZipCrypto(form);
        const checkByte = cipher.decrypt(header)[11] ?? -1;
        // One in 256 wrong passwords passes this.
        return checkBytes.includes(checkByte) && decryptsContent(cipher);
      }),
  };
}

/** `whole` is null for a prefix of an entry, whose CRC can't be compared. */
function isDeflated(bytes: Buffer, whole: EncryptedEntry | null): boolean {
  try {
    if (whole === null) {
      inflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxPrefixExpandedBytes });
      return true;
    }
    const content = inflateRawSync(bytes, { maxOutputLength: Math.max(1, whole.expandedBytes) });
    return content.length === whole.expandedBytes && crc32(content) === whole.crc32;
  } catch {
    // Not the stream that the right key gives.
    return false;
  }
}

const pbkdf2Iterations = 1000;
const verifierBytes = 2;
const authenticationBytes = 10;

function aesCheck(file: RandomAccess, entry: EncryptedEntry): PasswordCheck {
  const { dataPosition, packedBytes, aesStrength } = entry;
  const keyBytes = { 1: 16, 2: 24, 3: 32 }[aesStrength ?? 0];
  if (keyBytes === undefined) return cannotTry('unsupported');
  const saltBytes = keyBytes / 2;
  const contentBytes = packedBytes - saltBytes - verifierBytes - authenticationBytes;
  if (contentBytes < 0) return cannotTry('damaged');
  const head = bytesAt(file, dataPosition, saltBytes + verifierBytes);
  const contentPosition = dataPosition + saltBytes + verifierBytes;
  const authentication = bytesAt(file, contentPosition + contentBytes, authenticationBytes);
  if (head === null || authentication === null) return cannotTry('damaged');
  const salt = head.subarray(0, saltBytes);
  const verifier = head.subarray(saltBytes);
  return {
    kind: 'check',
    fits: (password) =>
      byteForms(password).some((form) => {
        const keys = pbkdf2Sync(form, salt, pbkdf2Iterations, 2 * keyBytes + verifierBytes, 'sha1');
        if (!keys.subarray(2 * keyBytes).equals(verifier)) return false;
        const hmac = createHmac('sha1', keys.subarray(keyBytes, 2 * keyBytes));
        for (const chunk of chunksOf(file, contentPosition, contentBytes)) hmac.update(chunk);
        return hmac.digest().subarray(0, authenticationBytes).equals(authentication);
      }),
  };
}
