import { createHash, randomBytes } from 'node:crypto';
import {
  fstatSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fileStats } from '../../main/engine/sources/file-stats.ts';
import { ReaderPool } from '../../main/engine/sources/reader-pool.ts';
import { OpenFile, SourceReader } from '../../main/engine/sources/source-reader.ts';
import type { SavedHash } from '../../main/engine/store/uploads/source-file-repository.ts';
import { aheadBytes, FileHash, type FileToHash } from '../../main/engine/transfer/hashing/file-hash.ts';
import { hashFile } from '../../main/engine/transfer/hashing/hash-file.ts';
import { HashPool } from '../../main/engine/transfer/hashing/hash-pool.ts';
import { success } from '../../preload/contract/failures/failure.ts';

const mebi = 1024 * 1024;
const never = new AbortController().signal;
const readers = new ReaderPool();
const hashes = new HashPool(2);
afterAll(async () => {
  await hashes.close();
  await readers.close();
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-hash-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Hashed = Pick<FileToHash, 'sizeBytes' | 'saving' | 'earlierBytes' | 'onHashed'> & {
  readonly fd: number;
};

/** With `saving`, the states are saved after each MiB. */
function hashOf({ fd, saving, ...file }: Hashed, pool = hashes) {
  const open = new OpenFile(readers, folder, { fd, stats: fileStats(fstatSync(fd, { bigint: true })) });
  const hash = new FileHash(
    {
      ...file,
      ...(saving && { saving: { fromBytes: 0, everyBytes: mebi, ...saving } }),
      file: open,
      algorithms: ['sha1', 'sha256'],
      signal: never,
    },
    pool,
  );
  const digests = async () => {
    const hashed = await hash.done;
    return hashed.ok ? success({ sha1: hashed.value('sha1'), sha256: hashed.value('sha256') }) : hashed;
  };
  return { hash, digests: digests() };
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
  const sizeBytes = 5 * mebi + 12_345;
  const { fd, sha1, sha256 } = evidence(sizeBytes);
  const saving = { from: null, onSaved: () => undefined };
  for (const more of [{}, { saving }]) {
    const { hash, digests } = hashOf({ fd, sizeBytes, ...more });
    hash.mayReadTo(sizeBytes);
    expect(await digests).toEqual(success({ sha1, sha256 }));
  }
});

test('reads no further than the parts being sent', async () => {
  const { fd, sha1, sha256 } = evidence(4 * mebi);
  const saved: number[] = [];
  const reached = Promise.withResolvers<void>();
  const onSaved = ({ hashedBytes }: SavedHash) => {
    saved.push(hashedBytes);
    if (hashedBytes === 2 * mebi) reached.resolve();
  };
  const { hash, digests } = hashOf({ fd, sizeBytes: 4 * mebi, saving: { from: null, onSaved } });
  hash.mayReadTo(2 * mebi);
  await reached.promise;
  expect(saved).toEqual([mebi, 2 * mebi]);
  hash.mayReadTo(mebi); // the frontier never moves back
  hash.mayReadTo(4 * mebi);
  expect(await digests).toEqual(success({ sha1, sha256 }));
  expect(saved).toEqual([mebi, 2 * mebi, 3 * mebi, 4 * mebi]);
});

test('continues from a saved state without rereading what was hashed', async () => {
  const { fd, sha1, sha256 } = evidence(3 * mebi);
  const saved = Promise.withResolvers<SavedHash>();
  const first = hashOf({ fd, sizeBytes: 3 * mebi, saving: { from: null, onSaved: saved.resolve } });
  first.hash.mayReadTo(mebi);
  const from = await saved.promise;
  first.hash.stop();
  expect(await first.digests).toMatchObject({ ok: false, failure: { code: 'stopped' } });

  // The bytes differ now: read again, they would change the hash.
  writeSync(fd, Buffer.alloc(mebi), 0, mebi, 0);
  const second = hashOf({ fd, sizeBytes: 3 * mebi, saving: { from, onSaved: () => undefined } });
  second.hash.mayReadTo(3 * mebi);
  expect(await second.digests).toEqual(success({ sha1, sha256 }));
});

test('where one state was saved by another version, the file is hashed from its start', async () => {
  const { fd, sha1, sha256 } = evidence(2 * mebi);
  const saved = Promise.withResolvers<SavedHash>();
  const sizeBytes = 2 * mebi;
  const first = hashOf({ fd, sizeBytes, saving: { from: null, onSaved: saved.resolve } });
  first.hash.mayReadTo(mebi);
  const { hashedBytes, ...states } = await saved.promise;
  first.hash.stop();
  for (const other of [{ sha1: new Uint8Array(100) }, { sha256: new Uint8Array(100) }]) {
    const from = { hashedBytes, ...states, ...other };
    const { hash, digests } = hashOf({ fd, sizeBytes, saving: { from, onSaved: () => undefined } });
    hash.mayReadTo(sizeBytes);
    expect(await digests).toEqual(success({ sha1, sha256 }));
  }
});

test('a file that ends early is a failure, not hashed as if it were whole', async () => {
  const { fd } = evidence(mebi);
  const { hash, digests } = hashOf({ fd, sizeBytes: 2 * mebi });
  hash.mayReadTo(2 * mebi);
  const change = { kind: 'truncated', atByte: mebi };
  expect(await digests).toMatchObject({ ok: false, failure: { code: 'file-changed', change } });
  expect(await hash.keepUp(2 * mebi, never)).toMatchObject({ failure: { code: 'file-changed', change } });
});

test('many files share a few threads, and each gets its own hashes', async () => {
  const files = Array.from({ length: 24 }, (_, index) =>
    evidence((2 + (index % 3)) * mebi + index, `e${index}`),
  );
  const all = files.map(({ fd, sizeBytes }) => {
    const { hash, digests } = hashOf({ fd, sizeBytes });
    hash.mayReadTo(mebi);
    hash.mayReadTo(sizeBytes);
    return digests;
  });
  expect(await Promise.all(all)).toEqual(files.map(({ sha1, sha256 }) => success({ sha1, sha256 })));
});

test('parts are not read far ahead of the hash, except while it reads what earlier runs sent', async () => {
  const sizeBytes = 2 * aheadBytes;
  // Without content: only the thread's place in it counts.
  const path = join(folder, 'sparse');
  writeFileSync(path, '');
  truncateSync(path, sizeBytes);
  const { hash } = hashOf({ fd: openSync(path, 'r'), sizeBytes });
  const keptUp = async (offset: number) => (await hash.keepUp(offset, never)).ok;
  expect(await keptUp(aheadBytes)).toBe(true);
  const next = keptUp(aheadBytes + mebi);
  expect(await Promise.race([next, delay(50, 'waiting')])).toBe('waiting');
  hash.mayReadTo(mebi);
  expect(await next).toBe(true);
  const stop = new AbortController();
  const stopped = hash.keepUp(sizeBytes, stop.signal);
  stop.abort();
  expect(await stopped).toMatchObject({ failure: { code: 'stopped' } });
  hash.stop();
  expect(await keptUp(sizeBytes)).toBe(false);

  const resumed = hashOf({ fd: openSync(path, 'r'), sizeBytes, earlierBytes: mebi }).hash;
  expect(await resumed.keepUp(sizeBytes, never)).toMatchObject({ ok: true });
  resumed.mayReadTo(mebi);
  await vi.waitFor(async () => {
    const waits = resumed.keepUp(sizeBytes, never).then(() => 'begins');
    expect(await Promise.race([waits, delay(10, 'waits')])).toBe('waits');
  });
  resumed.stop();
});

test('a file is not closed while a thread reads it, and a stopped one is not read on', async () => {
  const { fd, sizeBytes } = evidence(2 * mebi);
  const file = new OpenFile(readers, folder, { fd, stats: fileStats(fstatSync(fd, { bigint: true })) });
  const loan = Promise.withResolvers<void>();
  const lent = file.lend(() => loan.promise);
  file.close();
  await expect(lent).rejects.toMatchObject({ code: 'STOPPED' });
  expect(fstatSync(fd).size).toBe(sizeBytes);
  await expect(file.lend(() => Promise.resolve())).rejects.toMatchObject({ code: 'EBADF' });
  loan.resolve();
  await vi.waitFor(() => expect(() => fstatSync(fd)).toThrow('EBADF'));
});

test('the end of a thread is a bug of the files that it hashes, and no other waits for it', async () => {
  const { fd, sizeBytes, sha1, sha256 } = evidence(2 * mebi);
  const pool = new HashPool(2);
  const begun = Promise.withResolvers<number>();
  const { hash, digests } = hashOf({ fd, sizeBytes, onHashed: begun.resolve }, pool);
  hash.mayReadTo(mebi);
  await begun.promise;
  const failed = expect(digests).rejects.toThrow('ended');
  await pool.close();
  hash.mayReadTo(sizeBytes);
  await failed;
  await expect(hash.keepUp(4 * aheadBytes, never)).rejects.toThrow('ended');
  const other = hashOf({ fd, sizeBytes });
  other.hash.mayReadTo(sizeBytes);
  expect(await other.digests).toEqual(success({ sha1, sha256 }));
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
      signal: never,
    };
    let read = 0;
    const hashed = await hashFile(item, access, hashes, (count) => {
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
