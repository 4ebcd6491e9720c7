import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { isStrictPoint } from './ed25519-points.ts';
import { readPublicKey } from './signing-key.ts';

const p = 2n ** 255n - 19n;
const mod = (value: bigint): bigint => ((value % p) + p) % p;
const power = (base: bigint, exponent: bigint): bigint => {
  let result = 1n;
  for (let [square, left] = [mod(base), exponent]; left > 0n; left >>= 1n) {
    if (left & 1n) result = mod(result * square);
    square = mod(square * square);
  }
  return result;
};
const inverse = (value: bigint): bigint => power(value, p - 2n);
const d = mod(-121665n * inverse(121666n));
const bytesOf = (y: bigint, sign: 0 | 1): Buffer =>
  Buffer.from((y | (BigInt(sign) << 255n)).toString(16).padStart(64, '0'), 'hex').reverse();

type Point = readonly [x: bigint, y: bigint];
const add = ([x1, y1]: Point, [x2, y2]: Point): Point => {
  const k = mod(d * x1 * x2 * y1 * y2);
  return [mod((x1 * y2 + x2 * y1) * inverse(1n + k)), mod((y1 * y2 + x1 * x2) * inverse(1n - k))];
};
/** A point of order 8: twice it is one of order 4, whose y is 0. */
const y8 = BigInt(
  `0x${Buffer.from('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05', 'hex').reverse().toString('hex')}`,
);
const xOf = (y: bigint): bigint => {
  const square = mod((y * y - 1n) * inverse(d * y * y + 1n));
  const root = power(square, (p + 3n) / 8n);
  return mod(root * root) === square ? root : mod(root * power(2n, (p - 1n) / 4n));
};
const torsion: Point[] = [[xOf(y8), y8]];
while (torsion.length < 8) torsion.push(add(torsion.at(-1) ?? [0n, 1n], [xOf(y8), y8]));

const spki = (point: Uint8Array): string =>
  Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), point]).toString('base64');

test('every point of small order is refused, in each of its encodings', () => {
  expect(new Set(torsion.map(String)).size).toBe(8);
  expect(torsion.at(-1)).toEqual([0n, 1n]);
  for (const [, y] of torsion)
    for (const sign of [0, 1] as const)
      for (const encoded of [y, y + p].filter((value) => value < 2n ** 255n)) {
        expect(isStrictPoint(bytesOf(encoded, sign))).toBe(false);
        expect(readPublicKey(spki(bytesOf(encoded, sign)))).toBeNull();
      }
});

test('a second encoding of a point is refused', () => {
  for (let y = p; y < 2n ** 255n; y += 1n) expect(isStrictPoint(bytesOf(y, 0))).toBe(false);
  expect(isStrictPoint(bytesOf(p - 2n, 0))).toBe(true);
});

test('genuine keys and signatures are accepted, and others over the same message are not', () => {
  for (let round = 0; round < 50; round += 1) {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const read = readPublicKey(publicKey.export({ type: 'spki', format: 'der' }).toString('base64'));
    const message = createHash('sha256').update(`${round}`).digest();
    const signature = sign(null, message, privateKey);
    expect(read?.verify(message, signature)).toBe(true);
    expect(read?.verify(message, Buffer.concat([bytesOf(1n, 0), signature.subarray(32)]))).toBe(false);
    expect(read?.verify(message, signature.subarray(1))).toBe(false);
  }
});
