import { expect, test } from 'vitest';
import { aheadBytes, mayReadFrom } from './file-hash.ts';

const gib = 1024 ** 3;

test.each([
  ['the first part', 0, 0, 0, true],
  ['a part within the window', aheadBytes, 0, 0, true],
  ['a part beyond it', aheadBytes + 1, 0, 0, false],
  ['a part beyond it once the hash has moved on', aheadBytes + 1, 1, 0, true],
  ['a part that the hash has passed, sent again', 5, gib, 0, true],
  ['any part while the hash reads what earlier runs sent', 50 * gib, 39 * gib, 40 * gib, true],
  ['a part far ahead when that is hashed', 50 * gib, 40 * gib, 40 * gib, false],
])('%s', (_part, offset, hashedBytes, earlierBytes, expected) => {
  expect(mayReadFrom(offset, hashedBytes, earlierBytes)).toBe(expected);
});
