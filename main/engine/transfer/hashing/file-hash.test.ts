import { createHash, randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { SavedHash } from '../../store/uploads/source-file-repository.ts';
import { aheadBytes, FileHash, mayReadFrom } from './file-hash.ts';
import { HashPool } from './hash-pool.ts';

const gib = 1024 ** 3;

test.each([
  ['the first part', 0, 0, 0, true],
  ['a part within the window', aheadBytes, 0, 0, true],
  ['a part beyond it', aheadBytes + 1, 0, 0, false],
  ['a part beyond it once the hash has moved on', aheadBytes + 1, 1, 0, true],
  ['a part that the hash has passed, sent again', 5, gib, 0, true],
  ['any part while the hash reads what earlier runs sent', 50 * gib, 39 * gib, 40 * gib, true],
  ['a part far ahead when that is hashed', 50 * gib, 40 * gib, 40 * gib, false],
])('%s', (_part, offset, hashedBytes, earlierBytes, expected) => {
  expect(mayReadFrom(offset, hashedBytes, earlierBytes)).toBe(expected);
});

/** More than two threads share at a time, in parts that end anywhere. */
const content = randomBytes(9_300_001);
const digests = ['sha1', 'sha256'].map((name) => createHash(name).update(content).digest('hex'));

/** Hashes a file while its parts are sent, on so many threads. `from`: continues from it; absent for no states that are saved. */
async function hashOnThreads(threads: number, from?: SavedHash | null) {
  const dir = mkdtempSync(join(tmpdir(), 'lading-file-hash-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  writeFileSync(join(dir, 'image.dd'), content);
  const fd = openSync(join(dir, 'image.dd'), 'r');
  const pool = new HashPool(threads);
  onTestFinished(async () => {
    await pool.close();
    closeSync(fd);
  });
  const saved: SavedHash[] = [];
  const onSaved = (one: SavedHash): void => void saved.push(one);
  const file = {
    file: { root: dir, lend: <T>(use: (fd: number) => Promise<T>) => use(fd) },
    sizeBytes: content.length,
    algorithms: ['sha1', 'sha256'],
    signal: new AbortController().signal,
  } as const;
  const saving = from === undefined ? {} : { saving: { from, onSaved, fromBytes: 1, everyBytes: 4_000_000 } };
  const hash = new FileHash({ ...file, ...saving }, pool);
  for (let sent = 1_000_000; sent < content.length + 1_000_000; sent += 1_000_000) {
    hash.mayReadTo(Math.min(content.length, sent));
    await new Promise(setImmediate);
  }
  const hashed = await hash.done;
  if (!hashed.ok) throw new Error(hashed.failure.code);
  return { saved, digests: [hashed.value('sha1'), hashed.value('sha256')] };
}

test.each([1, 2])('both hashes of a file are right on %d threads', async (threads) => {
  expect((await hashOnThreads(threads)).digests).toEqual(digests);
});

test('two threads continue from the states that were saved, or both begin if one state is of no use', async () => {
  const first = await hashOnThreads(2, null);
  expect(first.saved.map(({ hashedBytes }) => hashedBytes)).toEqual([4_000_000, 8_000_000]);
  const [state] = first.saved;
  if (state === undefined) throw new Error('No state was saved');
  const second = await hashOnThreads(2, state);
  const third = await hashOnThreads(2, { ...state, sha256: new Uint8Array(3) });
  for (const { digests: found } of [first, second, third]) expect(found).toEqual(digests);
  expect([second.saved.length, third.saved.length]).toEqual([1, 2]);
});
