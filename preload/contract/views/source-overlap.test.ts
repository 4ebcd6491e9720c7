import { expect, test } from 'vitest';
import { overlaps } from './source-overlap.ts';

test.each([
  ['linux', '/evidence/Doe', '/evidence/Doe/', true],
  ['linux', '/evidence', '/evidence/Doe/mail', true],
  ['linux', '/', '/evidence', true],
  ['linux', '/evidence/Doe', '/evidence/Doerr', false],
  ['linux', '/evidence/Doe', '/evidence/doe', false],
  ['linux', '/evidence/caf\u00e9', '/evidence/cafe\u0301', false],
  ['linux', '/evidence/a\\b', '/evidence/a', false],
  ['darwin', '/Evidence/Doe', '/evidence/doe/mail', true],
  ['darwin', '/evidence/caf\u00e9', '/evidence/cafe\u0301', true],
  ['darwin', '/evidence/a\\b', '/evidence/a', false],
  ['win32', 'C:\\Evidence\\Doe\\', 'c:/evidence/doe/mail', true],
  ['win32', '\\\\NAS\\Cases', '\\\\nas\\cases\\Doe', true],
  ['win32', 'C:\\Evidence', 'D:\\Evidence', false],
])('on %s, %s and %s hold the same files: %s', (platform, a, b, expected) => {
  expect(overlaps(a, b, platform)).toBe(expected);
  expect(overlaps(b, a, platform)).toBe(expected);
});
