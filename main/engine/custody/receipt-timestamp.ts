/** The time stamp of a receipt: over its key, its statement, and its signature. stamp-signature.ts asks for it. */
import { createHash } from 'node:crypto';
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { parseTimestampUrl } from '../../../preload/contract/timestamp-url.ts';
import type { Timestamped, TimestampProof } from '../../../preload/contract/views/timestamp.ts';
import type { NetworkAccess } from '../platform/dispatcher.ts';
import { canonicalJson } from '../types/canonical-json.ts';
import type { ReceiptSignature, ReceiptTimestamp } from './receipt-signature.ts';
import { type Certificate, certificatesOfPem } from './timestamp/certificate.ts';
import type { TimestampAuthority } from './timestamp/request-timestamp.ts';
import { verifyToken } from './timestamp/verify-token.ts';

/** As a person configures it. */
export interface TimestampSettings {
  /** Plain http is allowed: only a hash is sent, and the answer is signed. */
  readonly url: string;
  /** The authority's certificate has to lead to one of these. PEM; null if none is checked. */
  readonly trustedPem: string | null;
  readonly network: NetworkAccess;
}

/** Fails as `parseTimestampUrl` does, and with timestamp-certificates-invalid. */
export function parseTimestampSettings({
  url: text,
  trustedPem,
  network,
}: TimestampSettings): Result<TimestampAuthority> {
  const url = parseTimestampUrl(text);
  if (!url.ok) return url;
  const trusted = parseTrusted(trustedPem);
  return trusted.ok ? success({ url: url.value, trusted: trusted.value, network }) : trusted;
}

/** Fails with timestamp-certificates-invalid. */
export function parseTrusted(pem: string | null): Result<readonly Certificate[] | null> {
  if (pem === null) return success(null);
  const certificates = certificatesOfPem(pem);
  return certificates === null ? failure('timestamp-certificates-invalid') : success(certificates);
}

/** How far the clocks of a computer and of a time-stamping authority may differ. */
const clockToleranceMs = 600_000;

/** Whether a log with this time can't have existed when it was time-stamped. */
export function isLaterThanStamp(at: string, { at: stampedAt }: TimestampProof): boolean {
  return Date.parse(at) > Date.parse(stampedAt) + clockToleranceMs;
}

/** Returns null if there is none. */
export function checkTimestamp(
  signature: ReceiptSignature | null,
  timestamp: ReceiptTimestamp | null,
  trusted: readonly Certificate[] | null,
): Timestamped | null {
  if (timestamp === null) return null;
  if (signature === null) return { ok: false, problem: { code: 'not-signed' } };
  const imprint = createHash('sha256').update(stampedBytes(signature)).digest();
  return verifyToken(Buffer.from(timestamp.token, 'base64'), { imprint, nonce: null, trusted });
}

/** The bytes that are time-stamped. */
export function stampedBytes(signature: ReceiptSignature): Buffer {
  return Buffer.from(canonicalJson(signature), 'utf8');
}
