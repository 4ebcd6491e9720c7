import { expect, test } from 'vitest';
import { rawOf } from '../../types/source-path.ts';
import { listedPaths, listedSpellings, prefixToStrip } from './list-paths.ts';

test.each<[string, readonly (readonly string[])[]]>([
  ['a/b.txt', [['a', 'b.txt']]],
  ['./a//b.txt', [['a', 'b.txt']]],
  ['E:\\Case 1\\b.txt', [['E:\\Case 1\\b.txt'], ['Case 1', 'b.txt']]],
  ['\\\\server\\share\\b', [['\\\\server\\share\\b'], ['server', 'share', 'b']]],
  ['/mnt/x/b\\c', [['mnt', 'x', 'b\\c']]],
  ['../b', []],
  ['', []],
])('%j may be %j', (given, paths) => {
  expect(listedPaths(given)).toEqual(paths);
});

const raw = (text: string) => rawOf(text, null);

test.each<[string, readonly string[]]>([
  ['a/b.txt', ['a/b.txt']],
  ['report%E9.txt', ['report%E9.txt']],
  [raw('d/\u00fc'), [raw('d/\u00fc'), raw('d/u\u0308'), 'd/\xfc']],
  ['d/\xfc', ['d/\xfc', raw('d/\u00fc'), raw('d/u\u0308')]],
  [raw('u\u0308'), [raw('u\u0308'), raw('\u00fc')]],
  [raw('\u20ac'), [raw('\u20ac'), '\x80']],
  [raw('\u0436'), [raw('\u0436')]],
])('%j may be spelled %j', (given, spellings) => {
  expect(listedSpellings(given.split('/')).map((path) => path.join('/'))).toEqual(spellings);
});

test('a list that was made elsewhere is moved as a whole', () => {
  const there = new Set(['a/1', 'a/2', '3']);
  const exists = (path: readonly string[]) => there.has(path.join('/'));
  const strip = (...paths: string[]) =>
    prefixToStrip(
      paths.map((path) => path.split('/')),
      exists,
    );
  expect(strip('a/1', 'a/2')).toBe(0);
  expect(strip('mnt/case/a/1', 'mnt/case/a/2', 'mnt/case/gone')).toBe(2);
  // The name alone would find it, but the others say where the list was made.
  expect(strip('x/a/1', 'x/a/2', 'x/y/3')).toBe(1);
  expect(strip('nowhere/z')).toBe(0);
});
