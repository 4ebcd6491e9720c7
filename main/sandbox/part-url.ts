import { createHmac, timingSafeEqual } from 'node:crypto';

export interface PartAddress {
  readonly sourceFileId: number;
  readonly partNumber: number;
}

function signature(secret: string, address: PartAddress, expiresMs: number): string {
  return createHmac('sha256', secret)
    .update(`PUT ${address.sourceFileId} ${address.partNumber} ${expiresMs}`)
    .digest('base64url');
}

export function signedPartUrl(
  origin: string,
  secret: string,
  address: PartAddress,
  expiresMs: number,
): string {
  const url = new URL(`/upload/${address.sourceFileId}/${address.partNumber}`, origin);
  url.searchParams.set('expires', String(expiresMs));
  url.searchParams.set('signature', signature(secret, address, expiresMs));
  return url.href;
}

export type UrlCheck = 'valid' | 'altered' | 'expired';

export function checkPartUrl(
  secret: string,
  address: PartAddress,
  query: Readonly<Record<string, unknown>>,
  nowMs: number,
): UrlCheck {
  const { expires, signature: given } = query;
  if (typeof expires !== 'string' || typeof given !== 'string') return 'altered';
  const expiresMs = Number(expires);
  const expected = Buffer.from(signature(secret, address, expiresMs));
  const actual = Buffer.from(given);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return 'altered';
  return nowMs < expiresMs ? 'valid' : 'expired';
}
