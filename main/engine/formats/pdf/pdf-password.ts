/** PDF: the standard security handler, revisions 2 to 6 (ISO 32000-2, 7.6.4), with user and owner passwords. */
import { createCipheriv, createHash } from 'node:crypto';
import { cannotTry, type PasswordCheck } from '../password-check.ts';
import { byteForms, textForms } from '../password-forms.ts';
import type { RandomAccess } from '../random-access.ts';
import { rc4 } from '../rc4.ts';
import { findEncryption, type PdfEncryption } from './pdf-encryption.ts';
import { readPdfTrailers } from './pdf-trailer.ts';

export function pdfPasswordCheck(file: RandomAccess): PasswordCheck {
  const { encryption } = readPdfTrailers(file);
  return encryption === null ? cannotTry('damaged') : encryptionPasswordCheck(file, encryption);
}

/** `trailer`: what has /Encrypt in it. */
export function encryptionPasswordCheck(file: RandomAccess, trailer: string): PasswordCheck {
  const found = findEncryption(file, trailer);
  if (found === null) return cannotTry('damaged');
  if (found === 'unsupported') return cannotTry('unsupported');
  const { revision } = found;
  if (revision >= 2 && revision <= 4)
    return {
      kind: 'check',
      fits: (password) =>
        byteForms(password).some((form) => isUserPassword(form, found) || isOwnerPassword(form, found)),
    };
  if (revision === 5 || revision === 6)
    return {
      kind: 'check',
      fits: (password) =>
        textForms(password.normalize('NFKC'))
          .concat(textForms(password))
          .some((form) => isUnicodePassword(Buffer.from(form, 'utf8').subarray(0, 127), found)),
    };
  return cannotTry('unsupported');
}

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

function padded(password: Buffer): Buffer {
  return Buffer.concat([password, padding]).subarray(0, 32);
}

function md5(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** The key with every byte changed by the round's number. */
function roundKey(key: Buffer, round: number): Buffer {
  return Buffer.from(key.map((byte) => byte ^ round));
}

/** Algorithms 2, 4, 5 and 6. */
function isUserPassword(password: Buffer, encryption: PdfEncryption): boolean {
  const { revision, ownerValue, userValue, permissions, fileId, keyBytes, encryptsMetadata } = encryption;
  const flags = Buffer.alloc(4);
  flags.writeInt32LE(permissions);
  const open = revision >= 4 && !encryptsMetadata ? Buffer.alloc(4, 0xff) : Buffer.alloc(0);
  let key: Buffer = md5(padded(password), ownerValue.subarray(0, 32), flags, fileId, open).subarray(
    0,
    keyBytes,
  );
  if (revision === 2) return rc4(key, padding).equals(userValue.subarray(0, 32));
  for (let round = 0; round < 50; round += 1) key = md5(key).subarray(0, keyBytes);
  let value: Buffer = rc4(key, md5(padding, fileId));
  for (let round = 1; round <= 19; round += 1) value = rc4(roundKey(key, round), value);
  return value.equals(userValue.subarray(0, 16));
}

/** Algorithm 7: an owner's password opens the user's. */
function isOwnerPassword(password: Buffer, encryption: PdfEncryption): boolean {
  const { revision, ownerValue, keyBytes } = encryption;
  let key = md5(padded(password));
  if (revision >= 3) for (let round = 0; round < 50; round += 1) key = md5(key);
  key = key.subarray(0, keyBytes);
  let user: Buffer = Buffer.from(ownerValue.subarray(0, 32));
  for (let round = revision === 2 ? 0 : 19; round >= 0; round -= 1) user = rc4(roundKey(key, round), user);
  return isUserPassword(user, encryption);
}

/** Algorithms 11 and 12. Both values are a hash of 32 bytes, a validation salt and a key salt of 8 each. */
function isUnicodePassword(password: Buffer, { revision, ownerValue, userValue }: PdfEncryption): boolean {
  const hash = revision === 5 ? hashRevision5 : hashRevision6;
  const user = userValue.subarray(0, 48);
  return (
    hash(password, userValue.subarray(32, 40), Buffer.alloc(0)).equals(userValue.subarray(0, 32)) ||
    hash(password, ownerValue.subarray(32, 40), user).equals(ownerValue.subarray(0, 32))
  );
}

function hashRevision5(password: Buffer, salt: Buffer, user: Buffer): Buffer {
  return createHash('sha256').update(password).update(salt).update(user).digest();
}

/** Algorithm 2.B. The number of rounds is random: about 70, and never more than 1,000 in practice. */
function hashRevision6(password: Buffer, salt: Buffer, user: Buffer): Buffer {
  let key: Buffer = hashRevision5(password, salt, user);
  for (let round = 0; round < 1000; round += 1) {
    const once = Buffer.concat([password, key, user]);
    const input = Buffer.concat(Array.from({ length: 64 }, () => once));
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32));
    const encrypted = cipher.setAutoPadding(false).update(input);
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = createHash(['sha256', 'sha384', 'sha512'][remainder] ?? 'sha256')
      .update(encrypted)
      .digest();
    if (round >= 63 && (encrypted.at(-1) ?? 0) <= round - 31) break;
  }
  return key.subarray(0, 32);
}
