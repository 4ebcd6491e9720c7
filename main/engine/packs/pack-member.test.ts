import { expect, test } from 'vitest';
import { memberPath, unpackable } from './pack-member.ts';

const file = { folder: 'Mail/Ada', folderBytes: null, name: 'a.eml', nameBytes: null, sizeBytes: 5 };
const bytes = new Uint8Array([0xe9]);

test.each([
  [null, {}],
  [null, { sizeBytes: 0 }],
  [null, { sizeBytes: 8_000_000 }],
  ['too-large', { sizeBytes: 8_000_001 }],
  [null, { folder: '', name: 'größe 大小 🗂.txt' }],
  [null, { name: 'e\u0301.txt' }],
  [null, { name: ' . ..x :?*"<>| ~$' }],
  ['not-unicode', { name: '%E9.txt', nameBytes: bytes }],
  ['not-unicode', { folder: '%E9', folderBytes: bytes }],
  ['not-unicode', { name: '\ud800.txt' }],
  [null, { folder: '', name: 'é'.repeat(32_767) }],
  ['path-too-long', { folder: '', name: 'é'.repeat(32_768) }],
  ['unsafe-path', { name: 'a\\b.txt' }],
  ['unsafe-path', { name: 'a\nb.txt' }],
  ['unsafe-path', { name: 'a\x7f.txt' }],
  ['unsafe-path', { name: 'a\u0085.txt' }],
  ['unsafe-path', { folder: 'C:', name: 'a.txt' }],
  ['unsafe-path', { folder: '', name: 'c:a.txt' }],
  [null, { folder: 'Re: plan', name: 'c:a.txt' }],
  ['unsafe-path', { folder: '..' }],
  ['unsafe-path', { folder: 'a/../b' }],
  ['unsafe-path', { folder: 'a/./b' }],
  ['unsafe-path', { folder: '/etc' }],
  ['unsafe-path', { folder: 'a//b' }],
  ['unsafe-path', { folder: '', name: '' }],
] as const)('unpackable: %s, of %j', (reason, change) => {
  expect(unpackable({ ...file, ...change })).toBe(reason);
});

test('the path in the pack is the whole one below the root', () => {
  expect(memberPath(file)).toBe('Mail/Ada/a.eml');
  expect(memberPath({ folder: '', name: 'a.eml' })).toBe('a.eml');
});
