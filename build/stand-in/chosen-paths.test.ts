import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { chosenPaths } from './chosen-paths.ts';

const dir = mkdtempSync(join(tmpdir(), 'lading-dialog-'));
mkdirSync(join(dir, 'Doe'));
writeFileSync(join(dir, 'Doe', 'a.txt'), 'a');
const [doe, file] = [join(dir, 'Doe'), join(dir, 'Doe', 'a.txt')];
const fields = { typed: dir, folder: dir, checked: [], name: '' };
afterAll(() => rmSync(dir, { recursive: true }));

test.each([
  [doe, [doe]],
  [` ${doe}/ `, [doe]],
  ['~', [homedir()]],
])('the folder that was typed as “%s” is chosen, not the one that is listed', (typed, answer) => {
  expect(chosenPaths('folder', { ...fields, typed })).toEqual({ answer });
});

test('a file is saved in the folder that was typed, or where its own name says', () => {
  const saved = (name: string) => chosenPaths('save', { ...fields, typed: doe, name });
  expect(saved('receipt.csv')).toEqual({ answer: join(doe, 'receipt.csv') });
  expect(saved(join(dir, 'receipt.csv'))).toEqual({ answer: join(dir, 'receipt.csv') });
  expect(saved(' ')).toEqual({ problem: 'Type a file name.' });
});

test('files are those that are checked, or the one whose path was typed', () => {
  expect(chosenPaths('files', { ...fields, typed: doe, folder: doe, checked: [file] })).toEqual({
    answer: [file],
  });
  expect(chosenPaths('files', { ...fields, typed: file })).toEqual({ answer: [file] });
  // They are of the folder that is still listed.
  expect(chosenPaths('files', { ...fields, checked: [join(dir, 'b.txt')], typed: doe })).toEqual({
    problem: `Choose a file in ${doe}.`,
  });
});

test.each(['folder', 'files', 'save'] as const)(
  'a path that leads nowhere chooses nothing: %s',
  (purpose) => {
    const gone = join(dir, 'gone');
    expect(chosenPaths(purpose, { ...fields, typed: gone, name: 'a.csv' })).toEqual({
      problem: `${gone} doesn't exist.`,
    });
    expect(chosenPaths(purpose, { ...fields, typed: '' })).toEqual({ problem: 'Type a path.' });
  },
);
