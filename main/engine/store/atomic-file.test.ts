import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { failure } from '../../../preload/contract/failure.ts';
import { replaceTextFile, writeFileAtomically } from './atomic-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-atomic-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

test('replaces a file as a whole, private to this user, and leaves nothing else in the folder', async () => {
  const path = join(folder, 'a.json');
  writeFileSync(path, 'a much longer text than the new one');
  expect(await replaceTextFile(path, 'new')).toEqual({ ok: true, value: undefined });
  expect(readFileSync(path, 'utf8')).toBe('new');
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['a.json']);
});

test('keeps the earlier file when writing fails, and names the chosen file', async () => {
  const path = join(folder, 'a.json');
  writeFileSync(path, 'old');
  const full = await writeFileAtomically(path, async (file) => {
    file.write('half');
    return failure('disk-full');
  });
  expect(full).toEqual({ ok: false, failure: { code: 'disk-full', path } });
  await expect(writeFileAtomically(path, () => Promise.reject(new TypeError('a bug')))).rejects.toThrow(
    'a bug',
  );
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['a.json']);
});

test.each([
  ['gone/a.json', 'folder-missing'],
  ['taken', 'is-a-folder'],
])('%s is refused: %s', async (name, reason) => {
  mkdirSync(join(folder, 'taken'));
  const path = join(folder, name);
  expect(await replaceTextFile(path, 'new')).toMatchObject({
    ok: false,
    failure: { code: 'write-failed', path, reason },
  });
  expect(readdirSync(folder)).toEqual(['taken']);
});
