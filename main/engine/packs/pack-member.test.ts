import { expect, test } from 'vitest';
import { isMemberPath } from './pack-member.ts';

test.each([
  [true, 'Mail/Ada/a.eml'],
  [true, 'größe 大小 🗂.txt'],
  [true, 'e\u0301.txt'],
  [true, 'Mail/ . ..x :?*"<>| ~$'],
  [false, '\ud800.txt'],
  [true, 'é'.repeat(32_767)],
  [false, 'é'.repeat(32_768)],
  [false, 'Mail/a\\b.txt'],
  [false, 'a\nb.txt'],
  [false, 'a\x7f.txt'],
  [false, 'a\u0085.txt'],
  [false, 'C:/a.txt'],
  [false, 'c:a.txt'],
  [true, 'Re: plan/c:a.txt'],
  [false, '../a.eml'],
  [false, 'a/../b/a.eml'],
  [false, 'a/./b/a.eml'],
  [false, '/etc/a.eml'],
  [false, 'a//b/a.eml'],
  [false, ''],
])('a member may have this path: %s, %j', (expected, path) => {
  expect(isMemberPath(path)).toBe(expected);
});
