import { expect, test } from 'vitest';
import { earlierKey } from './survey-inventory.ts';

test.each<[string, string, string, string | null]>([
  ['/ev', 'a/b', '/ev', 'a/b'],
  ['/ev', '', '/ev', ''],
  ['/ev/a', 'b', '/ev', 'a/b'],
  ['/ev/a', '', '/ev', 'a'],
  ['/ev', 'a/b', '/ev/a', 'b'],
  ['/ev', 'a', '/ev/a', ''],
  ['/ev', 'ab', '/ev/a', null],
  ['/ev', '', '/ev/a', null],
  ['/ev', 'a', '/evidence', null],
  ['/evidence', 'a', '/ev', null],
  ['/ev', 'a', '/', 'ev/a'],
  ['/', 'ev/a', '/ev', 'a'],
])('the folder %s + %s is below %s at %s', (root, key, earlier, expected) => {
  expect(earlierKey(root, Buffer.from(key), earlier)?.toString() ?? null).toBe(expected);
});
