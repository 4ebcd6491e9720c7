import { expect, test } from 'vitest';
import { listedPath, prefixToStrip } from './list-paths.ts';

test.each<[string, readonly string[] | null]>([
  ['a/b.txt', ['a', 'b.txt']],
  ['./a//b.txt', ['a', 'b.txt']],
  ['E:\\Case 1\\b.txt', ['Case 1', 'b.txt']],
  ['\\\\server\\share\\b', ['server', 'share', 'b']],
  ['/mnt/x/b\\c', ['mnt', 'x', 'b\\c']],
  ['../b', null],
  ['', null],
])('%j is the path %j', (given, path) => {
  expect(listedPath(given)).toEqual(path);
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
