import { expect, test } from 'vitest';
import { parseSha256 } from './signing-key.ts';

const fingerprint = 'ab'.repeat(32);

test.each([
  [fingerprint, fingerprint],
  [` ${fingerprint.toUpperCase()}\n`, fingerprint],
  [fingerprint.replace(/(..)(?=.)/g, '$1:'), fingerprint],
  [fingerprint.replace(/(.{8})(?=.)/g, '$1-'), fingerprint],
  ['', null],
  ['   ', null],
  [fingerprint.slice(1), null],
  [`${fingerprint}0`, null],
  ['not hex', null],
])('%j is read as %j', (text, expected) => {
  expect(parseSha256(text)).toBe(expected);
});
