import { createHash, randomBytes } from 'node:crypto';
import { fstatSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { fileStats } from '../../main/engine/sources/file-stats.ts';
import { ReaderPool } from '../../main/engine/sources/reader-pool.ts';
import { OpenFile, SourceReader } from '../../main/engine/sources/source-reader.ts';
import type { SavedHash } from '../../main/engine/store/source-file-repository.ts';
import { FileHash, type FileToHash } from '../../main/engine/transfer/hashing/file-hash.ts';
import { hashFile } from '../../main/engine/transfer/hashing/hash-file.ts';
import { HashPool } from '../../main/engine/transfer/hashing/hash-pool.ts';
import { createBlockPool } from '../../main/engine/transfer/hashing/part-body.ts';

const mebi = 1024 * 1024;
const readers = new ReaderPool();
const hashes = new HashPool(2);
afterAll(async () => {
  await readers.close();
  await hashes.close();
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-hash-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function hashOf(
  { fd, ...file }: Omit<FileToHash, 'file'> & { readonly fd: number },
  saveFrom?: number,
  saveEvery?: number,
): FileHash {
  const open = new OpenFile(readers, folder, { fd, stats: fileStats(fstatSync(fd, { bigint: true })) });
  return new FileHash({ ...file, file: open }, { hashes, blocks: createBlockPool() }, saveFrom, saveEvery);
}

function evidence(
  sizeBytes: number,
  name = 'evidence',
): { fd: number; sizeBytes: number; sha1: string; sha256: string } {
  const bytes = randomBytes(sizeBytes);
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const hex = (algorithm: string) => createHash(algorithm).update(bytes).digest('hex');
  return { fd: openSync(path, 'r+'), sizeBytes, sha1: hex('sha1'), sha256: hex('sha256') };
}

test('is the SHA-1 and the SHA-256 of the file, with either library', async () => {
  const { fd, sha1, sha256 } = evidence(5 * mebi + 12_345);
  for (const saveFrom of [Number.POSITIVE_INFINITY, 0]) {
    const hash = hashOf({ fd, sizeBytes: 5 * mebi + 12_345, from: null, onSaved: () => {} }, saveFrom, mebi);
    hash.mayReadTo(5 * mebi + 12_345);
    expect(await hash.hashes).toEqual({ ok: true, value: { sha1, sha256 } });
    hash.stop();
  }
});

test('reads no further than the parts being sent', async () => {
  const { fd, sha1, sha256 } = evidence(4 * mebi);
  const saved: number[] = [];
  const reached = Promise.withResolvers<void>();
  const hash = hashOf(
    {
      fd,
      sizeBytes: 4 * mebi,
      from: null,
      onSaved: ({ hashedBytes }) => {
        saved.push(hashedBytes);
        if (hashedBytes === 2 * mebi) reached.resolve();
      },
    },
    0,
    mebi,
  );
  hash.mayReadTo(2 * mebi);
  await reached.promise;
  expect(saved).toEqual([mebi, 2 * mebi]);
  hash.mayReadTo(mebi); // the frontier never moves back
  hash.mayReadTo(4 * mebi);
  expect(await hash.hashes).toEqual({ ok: true, value: { sha1, sha256 } });
  expect(saved).toEqual([mebi, 2 * mebi, 3 * mebi, 4 * mebi]);
  hash.stop();
});

test('continues from a saved state without rereading what was hashed', async () => {
  const { fd, sha1, sha256 } = evidence(3 * mebi);
  const saved = Promise.withResolvers<SavedHash>();
  const first = hashOf(
    {
      fd,
      sizeBytes: 3 * mebi,
      from: null,
      onSaved: saved.resolve,
    },
    0,
    mebi,
  );
  first.mayReadTo(mebi);
  const from = await saved.promise;
  first.stop();
  expect(await first.hashes).toMatchObject({ ok: false, failure: { code: 'stopped' } });

  // The bytes differ now: read again, they would change the hash.
  writeSync(fd, Buffer.alloc(mebi), 0, mebi, 0);
  const second = hashOf({ fd, sizeBytes: 3 * mebi, from, onSaved: () => {} }, 0, mebi);
  second.mayReadTo(3 * mebi);
  expect(await second.hashes).toEqual({ ok: true, value: { sha1, sha256 } });
  second.stop();
});

test('where one state was saved by another version, the file is hashed from its start', async () => {
  const { fd, sha1, sha256 } = evidence(2 * mebi);
  const saved = Promise.withResolvers<SavedHash>();
  const sizeBytes = 2 * mebi;
  const first = hashOf({ fd, sizeBytes, from: null, onSaved: saved.resolve }, 0, mebi);
  first.mayReadTo(mebi);
  const { hashedBytes, ...states } = await saved.promise;
  first.stop();
  for (const other of [{ sha1: new Uint8Array(100) }, { sha256: new Uint8Array(100) }]) {
    const from = { hashedBytes, ...states, ...other };
    const hash = hashOf({ fd, sizeBytes, from, onSaved: () => {} }, 0, mebi);
    hash.mayReadTo(sizeBytes);
    expect(await hash.hashes).toEqual({ ok: true, value: { sha1, sha256 } });
    hash.stop();
  }
});

test('a file that ends early is a failure, not hashed as if it were whole', async () => {
  const { fd } = evidence(mebi);
  const hash = hashOf({ fd, sizeBytes: 2 * mebi, from: null, onSaved: () => {} });
  hash.mayReadTo(2 * mebi);
  expect(await hash.hashes).toMatchObject({
    ok: false,
    failure: { code: 'file-changed', change: { kind: 'truncated', atByte: mebi } },
  });
  hash.stop();
});

test('many files share two threads, and each gets its own hashes', async () => {
  const files = Array.from({ length: 24 }, (_, index) =>
    evidence((2 + (index % 3)) * mebi + index, `e${index}`),
  );
  const all = files.map(({ fd, sizeBytes }) => {
    const hash = hashOf({ fd, sizeBytes, from: null, onSaved: () => {} });
    hash.mayReadTo(mebi);
    hash.mayReadTo(sizeBytes);
    return hash.hashes;
  });
  expect(await Promise.all(all)).toEqual(
    files.map(({ sha1, sha256 }) => ({ ok: true, value: { sha1, sha256 } })),
  );
});

test.each([0, 5, mebi, 3 * mebi + 7])(
  'a file of %i bytes is read once for all of its hashes',
  async (sizeBytes) => {
    const bytes = randomBytes(sizeBytes);
    const path = join(folder, 'whole');
    writeFileSync(path, bytes);
    const { dev, ino, mtimeNs } = statSync(path, { bigint: true });
    const file = { root: folder, folder: '', folderBytes: null, name: 'whole', nameBytes: null };
    const item = { ...file, sizeBytes, mtimeNs, device: dev, fileId: ino };
    const access = {
      sources: new SourceReader(readers),
      options: { sources: [folder], followSymlinks: false },
      signal: new AbortController().signal,
    };
    let read = 0;
    const hashed = await hashFile(item, access, { hashes, blocks: createBlockPool() }, (count) => {
      read += count;
    });
    const hex = (algorithm: string) => createHash(algorithm).update(bytes).digest('hex');
    expect(hashed).toEqual({
      ok: true,
      value: { sha1: hex('sha1'), md5: hex('md5'), sha256: hex('sha256') },
    });
    expect(read).toBe(sizeBytes);
  },
);
