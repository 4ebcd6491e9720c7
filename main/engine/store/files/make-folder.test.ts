import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'lading-folder-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('makes the folder and those above it, and accepts one that is there', () => {
  const path = join(dir, 'a/b/c');
  makeFolder(path, 0o700);
  makeFolder(path, 0o700);
  expect(statSync(path).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o700);
});

test.each([
  ['a file in its place', 'file', 'EEXIST'],
  ['a file above it', 'file/x', 'ENOTDIR'],
  ['a link to nothing in its place', 'dangling', 'EEXIST'],
])('%s is an error', (_what, name, code) => {
  writeFileSync(join(dir, 'file'), '');
  symlinkSync(join(dir, 'gone'), join(dir, 'dangling'));
  expect(() => makeFolder(join(dir, name), 0o700)).toThrow(expect.objectContaining({ code }));
});

test('a link to a folder will do', () => {
  mkdirSync(join(dir, 'real'));
  symlinkSync(join(dir, 'real'), join(dir, 'link'));
  makeFolder(join(dir, 'link/new'), 0o700);
  expect(statSync(join(dir, 'real/new')).isDirectory()).toBe(true);
});
