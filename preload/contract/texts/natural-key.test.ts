import { expect, test } from 'vitest';
import { naturalKey } from './natural-key.ts';

test.each([
  ['numbers by their value', ['a2', 'A10', 'a11', 'a0012', 'a100000000000000000000']],
  ['a folder before those whose names go on', ['mail/z', 'mail (old)/a', 'mail-2/a', 'mail.pst']],
  ['numbers before letters, and a name before those that go on', ['1', 'a', 'a1', 'ab']],
])('texts are ordered as people do it: %s', (_, ordered) => {
  const keys = ordered.map(naturalKey);
  expect(keys.toSorted()).toEqual(keys);
});
