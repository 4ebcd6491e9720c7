/** The Ed25519 key with which this installation signs its receipts. The private half stays inside this module. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import type { KeyStorage } from '../../../preload/contract/views/signing-key.ts';
import { isStrictPoint } from './ed25519-points.ts';

export interface SigningKey {
  /** Where the private half is kept. */
  readonly storage: KeyStorage;
  /** SHA-256 over the public half (DER, SubjectPublicKeyInfo), in hex. */
  readonly fingerprint: string;
  /** DER, SubjectPublicKeyInfo, in base64. */
  readonly publicKey: string;
  readonly sign: (bytes: Uint8Array) => Buffer;
}

/** A private half as PKCS #8, PEM. */
export function generatePrivateKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** Returns null if the text isn't an Ed25519 private key. */
export function readPrivateKey(pem: string, storage: KeyStorage): SigningKey | null {
  const key = keyOrNull(() => createPrivateKey(pem));
  if (key === null) return null;
  const der = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return {
    storage,
    fingerprint: fingerprintOf(der),
    publicKey: der.toString('base64'),
    sign: (bytes) => sign(null, bytes, key),
  };
}

/** Returns null if it isn't an Ed25519 public key in its only encoding, or of small order. */
export function readPublicKey(base64: string): {
  readonly fingerprint: string;
  readonly pem: string;
  readonly verify: (bytes: Uint8Array, signature: Uint8Array) => boolean;
} | null {
  const der = Buffer.from(base64, 'base64');
  const key = keyOrNull(() => createPublicKey({ key: der, type: 'spki', format: 'der' }));
  if (key === null || key.export({ type: 'spki', format: 'der' }).toString('base64') !== base64) return null;
  if (!isStrictPoint(der.subarray(-32))) return null;
  return {
    fingerprint: fingerprintOf(der),
    pem: key.export({ type: 'spki', format: 'pem' }).toString(),
    verify: (bytes, signature) =>
      signature.length === 64 &&
      isStrictPoint(signature.subarray(0, 32)) &&
      verify(null, bytes, key, signature),
  };
}

function fingerprintOf(der: Uint8Array): string {
  return createHash('sha256').update(der).digest('hex');
}

function keyOrNull(read: () => KeyObject): KeyObject | null {
  try {
    const key = read();
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}
