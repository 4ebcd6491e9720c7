import { expect, it } from 'vitest';
import { custodianNaming } from './read-custodians.ts';

/** Custodians of files by a CSV with these lines, where files of these sizes are in the folder. */
function named(lines: Readonly<Record<string, string>>, sizes: Readonly<Record<string, number>> = {}) {
  const sha1 = 'a'.repeat(40);
  const rows = Object.entries(lines).map(([path, custodian], line) => ({ line, path, custodian }));
  const rules = [{ kind: 'map', name: 'people.csv', sha1, rows: rows.length }] as const;
  const beside = Object.entries(sizes).map(([name, sizeBytes]) => ({ name, sizeBytes }));
  const custodianOf = custodianNaming(
    { custodian: 'Firm', path: '/in' },
    { rules, map: { sha1, rows } },
    () => beside,
  );
  return (...names: readonly string[]) => names.map((name) => custodianOf({ id: 1, folder: 'img', name }));
}

it('gives a segment the custodian of its set, also where a rule names the first one alone', () => {
  const custodiansOf = named({ 'img/Case.E01': 'Ann' });
  expect(custodiansOf('Case.E01', 'Case.E02', 'Case.E99', 'Other.E01', 'notes.txt')).toEqual([
    ...['Ann', 'Ann', 'Ann', 'Firm', 'Firm'],
  ]);
});

it('gives a piece of a raw image that nothing names what names the first one, whether or not that one is there', () => {
  const custodiansOf = named({ 'img/disk.001': 'Ann', 'img/page.002': 'Bob' });
  expect(custodiansOf('disk.001', 'disk.002', 'disk.010', 'page.001', 'page.002', 'page.003')).toEqual([
    ...['Ann', 'Ann', 'Ann', 'Firm', 'Bob', 'Firm'],
  ]);
});

it('gives pieces that the files beside them tell to be a set one custodian, whatever names the later ones', () => {
  const size = 2_000_000;
  const custodiansOf = named(
    { 'img/disk.001': 'Ann', 'img/disk.002': 'Bob' },
    { 'disk.001': size, 'disk.002': size },
  );
  expect(custodiansOf('disk.001', 'disk.002')).toEqual(['Ann', 'Ann']);
  // A line for a later piece alone counts until the set is known, and never for the others.
  const later = { 'img/disk.002': 'Bob' };
  expect(named(later, { 'disk.002': size })('disk.002', 'disk.003')).toEqual(['Bob', 'Firm']);
  const set = { 'disk.001': size, 'disk.002': size, 'disk.003': size };
  expect(named(later, set)('disk.001', 'disk.002', 'disk.003')).toEqual(['Firm', 'Firm', 'Firm']);
  const pages = named({ 'img/page.001': 'Ann', 'img/page.002': 'Bob' }, { 'page.001': 10, 'page.002': 20 });
  expect(pages('page.001', 'page.002')).toEqual(['Ann', 'Bob']);
  const numbered = Array.from({ length: 99 }, (_, index) => `Case.E${String(index + 1).padStart(2, '0')}`);
  const all = Object.fromEntries([...numbered, 'Case.EAA'].map((name) => [name, size]));
  expect(named({ 'img/Case.E01': 'Ann' }, all)('Case.EAA', 'Case.EAB', 'notes.txt')).toEqual([
    ...['Ann', 'Firm', 'Firm'],
  ]);
});
