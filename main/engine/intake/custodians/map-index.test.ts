import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { indexMap } from './map-index.ts';

const above = [
  { line: 1, path: '/cases', custodian: 'Pool' },
  { line: 2, path: '/cases/smith', custodian: 'Smith' },
  { line: 3, path: '/', custodian: 'Firm' },
];

test.each([
  ['in order', above],
  ['in another order', above.toReversed()],
])('of several rows above the chosen folder, the one with the longest path counts, %s', (_, rows) => {
  const map = indexMap(rows).forRoot('/cases/smith/mail');
  expect(map.nearest('2026/a.pst')).toMatchObject({ line: 2, custodian: 'Smith' });
  expect([...map.along('2026')].map(({ custodian }) => custodian)).toEqual(['Smith']);
});

test.each([
  ['by their paths', '/case/Smith', '/case/SMITH'],
  ['by their paths on another computer', 'D:\\ev\\Smith', 'D:\\ev\\SMITH'],
  ['by their names', 'Smith', 'SMITH'],
])('two chosen folders that differ in case only are told apart, named %s', (_, smith, other) => {
  const rows = [
    { line: 2, path: smith, custodian: 'Alice' },
    { line: 3, path: other, custodian: 'Bob' },
  ];
  for (const map of [indexMap(rows), indexMap(rows.toReversed())]) {
    expect(map.forRoot('/case/Smith').nearest('a.txt')?.custodian).toBe('Alice');
    expect(map.forRoot('/case/SMITH').nearest('a.txt')?.custodian).toBe('Bob');
    // Nobody knows which one is meant.
    expect(map.forRoot('/case/smith').nearest('a.txt')).toBeNull();
    if (smith.startsWith('/')) {
      expect(map.forRoot('/case/Smith/mail').nearest('a.txt')?.custodian).toBe('Alice');
      expect(map.forRoot('/case/smith/mail').nearest('a.txt')).toBeNull();
    }
  }
});

describe('blanks around a path', () => {
  const smith = { line: 1, path: 'Smith', custodian: 'Smith' };
  const blank = { line: 2, path: 'Smith ', custodian: 'Other Smith' };
  const nameOf = (rows: Parameters<typeof indexMap>[0], path: string) =>
    indexMap(rows).forRoot('/cases').nearest(path)?.custodian ?? null;

  test('belong to the name where a folder is spelled so', () => {
    for (const rows of [
      [smith, blank],
      [blank, smith],
    ]) {
      expect(nameOf(rows, 'Smith/a.txt')).toBe('Smith');
      expect(nameOf(rows, 'Smith /a.txt')).toBe('Other Smith');
      expect(nameOf(rows, 'SMITH/a.txt')).toBe('Smith');
    }
  });

  test('are left out where none is', () => {
    expect(nameOf([blank], 'Smith/a.txt')).toBe('Other Smith');
    expect(nameOf([blank], 'smith')).toBe('Other Smith');
    expect(nameOf([{ line: 1, path: ' /cases/Lee ', custodian: 'Lee' }], 'Lee')).toBe('Lee');
    expect(nameOf([smith], 'Smith ')).toBeNull();
  });
});

test('a path of thousands of levels costs as many look-ups as the rows have', () => {
  const map = indexMap([{ line: 1, path: 'Smith/mail', custodian: 'Smith' }]).forRoot('/cases');
  const normalize = vi.spyOn(String.prototype, 'normalize');
  onTestFinished(() => normalize.mockRestore());
  expect(map.nearest(`Smith/mail/${'a/'.repeat(10_000)}`)?.custodian).toBe('Smith');
  expect(map.nearest('a/'.repeat(10_000))).toBeNull();
  expect(normalize.mock.calls.length).toBeLessThan(20);
});
