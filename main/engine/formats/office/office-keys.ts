/** How Office makes keys of passwords, and verifies them ([MS-OFFCRYPTO] 2.3). */
import { createDecipheriv, createHash } from 'node:crypto';
import type { TrialLimits } from '../limits.ts';
import { cannotTry, type PasswordCheck } from '../password-check.ts';
import { textForms } from '../password-forms.ts';
import { rc4 } from '../rc4.ts';

/** Longer ones can't be entered in Office. */
const maxPasswordLength = 255;

function check(opens: (password: Buffer) => boolean): PasswordCheck {
  return {
    kind: 'check',
    fits: (password) =>
      textForms(password).some(
        (form) => form.length <= maxPasswordLength && opens(Buffer.from(form, 'utf16le')),
      ),
  };
}

function hashOf(algorithm: string, ...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** The hash of salt and password, hashed again with a counter in front. */
function spin(algorithm: string, salt: Buffer, password: Buffer, count: number): Buffer {
  let hash = hashOf(algorithm, salt, password);
  const input = Buffer.alloc(4 + hash.length);
  for (let round = 0; round < count; round += 1) {
    input.writeUInt32LE(round, 0);
    hash.copy(input, 4);
    hash = createHash(algorithm).update(input).digest();
  }
  return hash;
}

const hashes: Readonly<Record<string, { readonly name: string; readonly bytes: number }>> = {
  SHA1: { name: 'sha1', bytes: 20 },
  'SHA-1': { name: 'sha1', bytes: 20 },
  SHA256: { name: 'sha256', bytes: 32 },
  'SHA-256': { name: 'sha256', bytes: 32 },
  SHA384: { name: 'sha384', bytes: 48 },
  'SHA-384': { name: 'sha384', bytes: 48 },
  SHA512: { name: 'sha512', bytes: 64 },
  'SHA-512': { name: 'sha512', bytes: 64 },
};

const verifierInputBlock = Buffer.from('fea7d2763b4b9e79', 'hex');
const verifierValueBlock = Buffer.from('d7aa0f6d3061344e', 'hex');

/** 2.3.4.13: the password's key encryptor, in XML. */
export function agileCheck(xml: string, { officeSpins }: Pick<TrialLimits, 'officeSpins'>): PasswordCheck {
  const element = encryptedKeyElement(xml);
  const attribute = (name: string): string => attributeOf(element, name);
  const bytes = (name: string): Buffer => Buffer.from(attribute(name), 'base64');
  const hashName = attribute('hashAlgorithm');
  const algorithm = Object.hasOwn(hashes, hashName) ? hashes[hashName] : undefined;
  // Nothing but digits, as the check before trying looks for: Number takes 1e7 and 0x10, too.
  const spinCount = /^\d{1,10}$/.test(attribute('spinCount')) ? Number(attribute('spinCount')) : Number.NaN;
  const keyBytes = Number(attribute('keyBits')) / 8;
  const isAes = attribute('cipherAlgorithm') === 'AES' && [16, 24, 32].includes(keyBytes);
  const isChained = attribute('cipherChaining') === 'ChainingModeCBC';
  if (algorithm === undefined || !isAes || !isChained)
    return cannotTry(element === '' ? 'damaged' : 'unsupported');
  if (!Number.isSafeInteger(spinCount) || spinCount < 0) return cannotTry('damaged');
  if (spinCount > officeSpins) return cannotTry('too-slow');
  const salt = bytes('saltValue');
  const input = bytes('encryptedVerifierHashInput');
  const value = bytes('encryptedVerifierHashValue');
  const areWhole =
    salt.length > 0 && isBlocks(input) && isBlocks(value) && value.length >= Math.min(32, algorithm.bytes);
  if (!areWhole) return cannotTry('damaged');
  const iv = resized(salt, 16);
  return check((password) => {
    const spun = spin(algorithm.name, salt, password, spinCount);
    const decrypt = (block: Buffer, encrypted: Buffer): Buffer => {
      const key = resized(hashOf(algorithm.name, spun, block), keyBytes);
      return createDecipheriv(`aes-${keyBytes * 8}-cbc`, key, iv)
        .setAutoPadding(false)
        .update(encrypted);
    };
    const verifier = decrypt(verifierInputBlock, input).subarray(0, salt.length);
    const expected = decrypt(verifierValueBlock, value).subarray(0, algorithm.bytes);
    return hashOf(algorithm.name, verifier).subarray(0, expected.length).equals(expected);
  });
}

/** Office writes 600 characters. */
const maxElementLength = 4_096;

/** The first element encryptedKey, in any namespace, that has a spinCount: those of certificates have none. */
function encryptedKeyElement(xml: string): string {
  const name = 'encryptedKey';
  for (let at = xml.indexOf(name); at >= 0; at = xml.indexOf(name, at + name.length)) {
    const before = xml.slice(Math.max(0, at - 100), at);
    const prefix = before.slice(before.lastIndexOf('<') + 1);
    if (!before.includes('<') || !/^(?:\w+:)?$/.test(prefix)) continue;
    const rest = xml.slice(at + name.length, at + maxElementLength);
    const end = rest.indexOf('>');
    const attributes = rest.slice(0, Math.max(0, end));
    if (attributeOf(attributes, 'spinCount') !== '') return attributes;
  }
  return '';
}

function attributeOf(attributes: string, name: string): string {
  const start = `${name}="`;
  for (let at = attributes.indexOf(start); at >= 0; at = attributes.indexOf(start, at + start.length)) {
    if (!/^\s$/.test(attributes[at - 1] ?? '')) continue;
    const end = attributes.indexOf('"', at + start.length);
    return end < 0 ? '' : attributes.slice(at + start.length, end);
  }
  return '';
}

function isBlocks(bytes: Buffer): boolean {
  return bytes.length > 0 && bytes.length % 16 === 0;
}

function resized(bytes: Buffer, length: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(length, 0x36)]).subarray(0, length);
}

interface Verifier {
  readonly keyBytes: number;
  readonly salt: Buffer;
  readonly verifier: Buffer;
  readonly verifierHash: Buffer;
}

/** EncryptionHeader and EncryptionVerifier (2.3.2, 2.3.3). */
function readVerifier(info: Buffer, hashBytes: number): Verifier | null {
  const headerBytes = info.length < 4 ? 0 : info.readUInt32LE(0);
  const at = 4 + headerBytes;
  if (headerBytes < 32 || at + 40 + hashBytes > info.length) return null;
  return {
    keyBytes: info.readUInt32LE(4 + 16) / 8,
    salt: info.subarray(at + 4, at + 20),
    verifier: info.subarray(at + 20, at + 36),
    verifierHash: info.subarray(at + 40, at + 40 + hashBytes),
  };
}

const standardSpinCount = 50_000;

/** 2.3.4.7: AES in ECB, keys from SHA-1. */
export function standardCheck(info: Buffer): PasswordCheck {
  const found = readVerifier(info, 32);
  if (found === null) return cannotTry('damaged');
  const { keyBytes, salt, verifier, verifierHash } = found;
  if (![16, 24, 32].includes(keyBytes)) return cannotTry('unsupported');
  return check((password) => {
    const spun = spin('sha1', salt, password, standardSpinCount);
    const hash = hashOf('sha1', spun, Buffer.alloc(4));
    const part = (pad: number): Buffer =>
      hashOf(
        'sha1',
        Buffer.alloc(64, pad).map((byte, index) => byte ^ (hash[index] ?? 0)),
      );
    const key = Buffer.concat([part(0x36), part(0x5c)]).subarray(0, keyBytes);
    const cipher = createDecipheriv(`aes-${keyBytes * 8}-ecb`, key, null).setAutoPadding(false);
    const plain = cipher.update(verifier);
    // 128 bits of the 160 are certain enough.
    return hashOf('sha1', plain).subarray(0, 16).equals(cipher.update(verifierHash).subarray(0, 16));
  });
}

/** 2.3.5.2: RC4 with a key of up to 128 bits from SHA-1. */
export function cryptoApiCheck(info: Buffer): PasswordCheck {
  const found = readVerifier(info, 20);
  if (found === null) return cannotTry('damaged');
  const { salt, verifier, verifierHash } = found;
  // 0 stands for 40 bits.
  const keyBytes = found.keyBytes === 0 ? 5 : found.keyBytes;
  if (!Number.isInteger(keyBytes) || keyBytes < 5 || keyBytes > 16) return cannotTry('unsupported');
  return check((password) => {
    const hash = hashOf('sha1', hashOf('sha1', salt, password), Buffer.alloc(4));
    // A key of 40 bits is filled up with zeros.
    const key =
      keyBytes === 5 ? Buffer.concat([hash.subarray(0, 5), Buffer.alloc(11)]) : hash.subarray(0, keyBytes);
    const plain = rc4(key, Buffer.concat([verifier, verifierHash]));
    return hashOf('sha1', plain.subarray(0, 16)).equals(plain.subarray(16));
  });
}

/** 2.3.6.2: RC4 with a key of 40 bits from MD5, in documents of Office 97 and 2000. */
export function officeRc4Check(info: Buffer): PasswordCheck {
  if (info.length < 48) return cannotTry('damaged');
  const salt = info.subarray(0, 16);
  const encrypted = info.subarray(16, 48);
  return check((password) => {
    const once = Buffer.concat([hashOf('md5', password).subarray(0, 5), salt]);
    const repeated = hashOf('md5', Buffer.concat(Array.from({ length: 16 }, () => once)));
    const key = hashOf('md5', repeated.subarray(0, 5), Buffer.alloc(4));
    const plain = rc4(key, encrypted);
    return hashOf('md5', plain.subarray(0, 16)).equals(plain.subarray(16));
  });
}
