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

test.each<[string, string, string, string, string | null]>([
  ['darwin', '/Volumes/Ev', 'a', '/volumes/ev', 'a'],
  ['darwin', '/Volumes/Ev/Jos\u00e9', 'Mail', '/volumes/EV', 'Jos\u00e9/Mail'],
  ['darwin', '/Volumes/Ev', 'Jose\u0301/Mail', '/Volumes/Ev/Jos\u00e9', 'Mail'],
  ['win32', 'D:\\Ev\\Smith', 'Mail', 'd:\\ev', 'Smith/Mail'],
  ['win32', 'D:\\Ev', 'Smith/Mail', 'D:\\ev\\SMITH', 'Mail'],
  ['win32', 'D:\\Ev', 'Mail', 'D:\\', 'Ev/Mail'],
  ['linux', '/mnt/Ev', 'a', '/mnt/ev', null],
])('on %s, the folder %s + %s is below %s at %s', (platform, root, key, earlier, expected) => {
  expect(earlierKey(root, Buffer.from(key), earlier, platform)?.toString() ?? null).toBe(expected);
});

test('a folder whose name is no text keeps its bytes', () => {
  const key = Buffer.from('a/\xe9', 'latin1');
  expect(earlierKey('/ev', key, '/ev/a')).toEqual(Buffer.from('\xe9', 'latin1'));
});
