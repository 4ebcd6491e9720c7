/** Checks a time-stamp token: what it covers, the authority's signature and certificate. Pure: reads no file and no clock. */
import { constants, createHash, type KeyObject, verify } from 'node:crypto';
import type { Timestamped, TimestampProblem } from '../../../../preload/contract/views/timestamp.ts';
import { type Certificate, isForTimestamps, isValidAt } from './certificate.ts';
import { leadsToTrusted } from './certificate-chain.ts';
import { isSameBytes, Malformed } from './der.ts';
import { readToken, type TimestampToken, type TokenSigner } from './token.ts';

export interface TokenExpectations {
  /** SHA-256 of what was to be time-stamped. */
  readonly imprint: Uint8Array;
  /** The request's nonce, in hexadecimal. It is null where the request isn't known any more. */
  readonly nonce: string | null;
  /** The authority's certificate has to lead to one of these. It is null without any to compare with. */
  readonly trusted: readonly Certificate[] | null;
}

/** SHA-1 isn't among them. */
const signatureDigests: ReadonlySet<string> = new Set(['sha256', 'sha384', 'sha512']);

/** Kind of key and digest by signature algorithm. A digest of null: the signer's own. */
const signatureAlgorithms: Readonly<
  Record<string, { readonly keys: readonly string[]; readonly digest: string | null; readonly isPss?: true }>
> = {
  '1.2.840.113549.1.1.1': { keys: ['rsa'], digest: null },
  '1.2.840.113549.1.1.10': { keys: ['rsa', 'rsa-pss'], digest: null, isPss: true },
  '1.2.840.113549.1.1.11': { keys: ['rsa'], digest: 'sha256' },
  '1.2.840.113549.1.1.12': { keys: ['rsa'], digest: 'sha384' },
  '1.2.840.113549.1.1.13': { keys: ['rsa'], digest: 'sha512' },
  '1.2.840.10045.4.3.2': { keys: ['ec'], digest: 'sha256' },
  '1.2.840.10045.4.3.3': { keys: ['ec'], digest: 'sha384' },
  '1.2.840.10045.4.3.4': { keys: ['ec'], digest: 'sha512' },
};

const shortestRsaBits = 2048;
const curves: ReadonlySet<string> = new Set([
  'prime256v1',
  'secp384r1',
  'secp521r1',
  'brainpoolP256r1',
  'brainpoolP384r1',
  'brainpoolP512r1',
]);

export function verifyToken(bytes: Uint8Array, expected: TokenExpectations): Timestamped {
  try {
    return check(readToken(bytes), expected);
  } catch (error) {
    if (error instanceof Malformed) return refuse({ code: 'malformed' });
    throw error;
  }
}

function check(token: TimestampToken, { imprint, nonce, trusted }: TokenExpectations): Timestamped {
  const { info, signer, certificates } = token;
  if (info.imprint.digest !== 'sha256' || !isSameBytes(info.imprint.bytes, imprint))
    return refuse({ code: 'other-content' });
  if (nonce !== null && info.nonce !== nonce) return refuse({ code: 'other-request' });
  const certificate = certificates.find((candidate) => isSigners(candidate, signer));
  if (certificate === undefined) return refuse({ code: 'certificate-missing' });
  const key = publicKeyOf(certificate);
  const unsupported = key === null ? signer.signatureAlgorithm : unsupportedAlgorithm(signer, key);
  if (key === null || unsupported !== null)
    return refuse({ code: 'algorithm-unsupported', algorithm: unsupported ?? '' });
  if (!isSignedBy(token, key)) return refuse({ code: 'signature-wrong' });
  const { name: authority } = certificate;
  if (!isForTimestamps(certificate)) return refuse({ code: 'certificate-not-for-timestamps', authority });
  const at = info.at.toISOString();
  if (!isValidAt(certificate, info.at)) return refuse({ code: 'certificate-not-valid-then', authority, at });
  if (trusted !== null && !leadsToTrusted(certificate, certificates, trusted, info.at))
    return refuse({ code: 'authority-not-trusted', authority });
  const { serial, policy } = info;
  const certificateSha256 = digestOf('sha256', certificate.raw).toString('hex');
  return {
    ok: true,
    proof: { at, authority, serial, policy, certificateSha256, isTrusted: trusted !== null },
  };
}

/** By the identifier in the structure and by the digest among the signed attributes, so that it can't be exchanged. */
function isSigners(
  { issuer, serial, raw, keyId }: Certificate,
  { id, certificateDigest }: TokenSigner,
): boolean {
  const isNamed =
    'keyId' in id
      ? keyId !== null && isSameBytes(keyId, id.keyId)
      : isSameBytes(issuer, id.issuer) && serial === id.serial;
  const { digest, bytes } = certificateDigest;
  const isKnown = digest === 'sha1' || signatureDigests.has(digest);
  return isNamed && isKnown && isSameBytes(digestOf(digest, raw), bytes);
}

/** The first algorithm that isn't supported, or a key that is too short for one. */
function unsupportedAlgorithm(signer: TokenSigner, key: KeyObject): string | null {
  if (!signatureDigests.has(signer.digest)) return signer.digest;
  const algorithm = signatureAlgorithms[signer.signatureAlgorithm];
  const kind = key.asymmetricKeyType;
  if (algorithm === undefined || kind === undefined || !algorithm.keys.includes(kind))
    return signer.signatureAlgorithm;
  const { modulusLength, namedCurve = '' } = key.asymmetricKeyDetails ?? {};
  if (kind === 'ec') return curves.has(namedCurve) ? null : `EC ${namedCurve}`;
  return modulusLength !== undefined && modulusLength >= shortestRsaBits ? null : `RSA ${modulusLength}`;
}

function isSignedBy({ infoBytes, signer }: TimestampToken, key: KeyObject): boolean {
  if (!isSameBytes(digestOf(signer.digest, infoBytes), signer.messageDigest)) return false;
  const algorithm = signatureAlgorithms[signer.signatureAlgorithm];
  const padding = algorithm?.isPss
    ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
    : {};
  try {
    const digest = algorithm?.digest ?? signer.digest;
    return verify(digest, signer.attributeBytes, { key, ...padding }, signer.signature);
  } catch {
    // The signature has the wrong form, or the key forbids this use.
    return false;
  }
}

/** Returns null for a key that OpenSSL can't use. */
function publicKeyOf({ x509 }: Certificate): KeyObject | null {
  try {
    return x509.publicKey;
  } catch {
    return null;
  }
}

function digestOf(digest: string, bytes: Uint8Array): Buffer {
  return createHash(digest).update(bytes).digest();
}

function refuse(problem: TimestampProblem): Timestamped {
  return { ok: false, problem };
}
