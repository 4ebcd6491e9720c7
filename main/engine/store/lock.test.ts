import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { unwrap } from '../../../test/fixtures/result.ts';
import { lockFileName } from './files/own-names.ts';
import { acquireLock, checkUnlocked } from './lock.ts';

const script = fileURLToPath(new URL('../../../test/fixtures/take-lock.ts', import.meta.url));

interface Taken {
  readonly command: string;
  readonly taken: number;
  readonly holders: readonly (string | null)[];
}

async function folder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'lading-lock-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

test('engines that start together are told who has the lock, and never themselves', async () => {
  const dir = await folder();
  const run = async (): Promise<Taken> =>
    JSON.parse((await promisify(execFile)(process.execPath, [script, dir])).stdout);
  const results = await Promise.all(Array.from({ length: 6 }, run));
  expect(results.reduce((sum, { taken }) => sum + taken, 0)).toBeGreaterThan(0);
  for (const { command, holders } of results) {
    expect(holders).not.toContain(null);
    expect(holders).not.toContain(command);
  }
});

test('a lock names its holder, and is free once that is gone', async () => {
  const dir = await folder();
  const first = unwrap(acquireLock(dir, 'first', () => new Date(0)));
  expect(acquireLock(dir, 'second', () => new Date(1))).toMatchObject({
    failure: { code: 'store-locked', path: dir, holder: { command: 'first', pid: process.pid } },
  });
  first.release();
  unwrap(acquireLock(dir, 'second', () => new Date(2))).release();
});

test('whether a lock is taken is seen without taking it, or making its file', async () => {
  const dir = await folder();
  unwrap(checkUnlocked(dir));
  expect(await readdir(dir)).toEqual([]);
  const lock = unwrap(acquireLock(dir, 'first', () => new Date(0)));
  for (let look = 0; look < 2; look += 1)
    expect(checkUnlocked(dir)).toMatchObject({
      failure: { code: 'store-locked', path: dir, holder: { command: 'first' } },
    });
  lock.release();
  unwrap(checkUnlocked(dir));
  expect(await readdir(dir)).toEqual([lockFileName]);
});
