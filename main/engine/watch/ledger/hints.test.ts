import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Hints, tooManyFolders } from './hints.ts';

function hintsOf(limit?: number) {
  const root = mkdtempSync(join(tmpdir(), 'lading-hints-'));
  for (const name of ['a', 'b']) mkdirSync(join(root, name));
  let heard = Promise.withResolvers<readonly string[]>();
  // As on Linux: folder by folder.
  const hints = new Hints((folders) => heard.resolve(folders), 'linux', limit);
  onTestFinished(() => {
    hints.close();
    rmSync(root, { recursive: true, force: true });
  });
  const next = async (): Promise<readonly string[]> => {
    const folders = await heard.promise;
    heard = Promise.withResolvers();
    return folders;
  };
  return { root, hints, next };
}

test('a change is reported for its folder, and a folder that a scan no longer comes to is not watched', async () => {
  const { root, hints, next } = hintsOf();
  hints.beginScan();
  for (const name of ['', 'a', 'b']) hints.watch(name, join(root, name));
  writeFileSync(join(root, 'a', 'new'), '');
  expect(await next()).toEqual(['a']);
  expect(hints.state).toEqual({ usesEvents: true, problem: null });
  hints.beginScan();
  hints.watch('', root);
  hints.endScan();
  expect([hints.follows(''), hints.follows('a')]).toEqual([true, false]);
});

test('folders beyond the limit are left to scans, and that is said', () => {
  const { root, hints } = hintsOf(1);
  hints.beginScan();
  for (const name of ['', 'a', 'b']) hints.watch(name, join(root, name));
  expect(hints.state).toEqual({ usesEvents: true, problem: tooManyFolders });
});
