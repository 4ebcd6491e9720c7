/**
 * Which points of Ed25519 a key and a signature may have. A key of small order has one signature that verifies over every
 * message, and OpenSSL accepts it; a point with a second encoding has a second text (RFC 8032, 5.1.3).
 */

/** 2^255 - 19, little-endian. */
const prime = Buffer.from(`ed${'ff'.repeat(30)}7f`, 'hex');
/** The y coordinates of the eight points whose order divides 8, little-endian. */
const smallOrder: ReadonlySet<string> = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  `ec${'ff'.repeat(30)}7f`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
]);

/** Whether 32 bytes are the only encoding of a point that isn't of small order. Says nothing about whether it is on the curve. */
export function isStrictPoint(bytes: Uint8Array): boolean {
  if (bytes.length !== 32) return false;
  const y = Buffer.from(bytes);
  // The highest bit is the sign of x.
  y[31] = (y[31] ?? 0) & 0x7f;
  return Buffer.from(y.toReversed()).compare(prime.toReversed()) < 0 && !smallOrder.has(y.toString('hex'));
}
