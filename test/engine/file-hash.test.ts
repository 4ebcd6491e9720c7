import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileHash } from '../../main/engine/transfer/file-hash-thread.ts';

const mebi = 1024 * 1024;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-hash-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function evidence(sizeBytes: number): { fd: number; sha1: string } {
  const bytes = randomBytes(sizeBytes);
  const path = join(folder, 'evidence');
  writeFileSync(path, bytes);
  return { fd: openSync(path, 'r+'), sha1: createHash('sha1').update(bytes).digest('hex') };
}

test('is the SHA-1 of the file, with either hash', async () => {
  const { fd, sha1 } = evidence(5 * mebi + 12_345);
  for (const saveFrom of [Number.POSITIVE_INFINITY, 0]) {
    const hash = new FileHash(
      { fd, sizeBytes: 5 * mebi + 12_345, from: null, onSaved: () => {} },
      saveFrom,
      mebi,
    );
    hash.mayReadTo(5 * mebi + 12_345);
    expect(await hash.sha1).toEqual({ ok: true, value: sha1 });
    await hash.stop();
  }
});

test('reads no further than the parts being sent', async () => {
  const { fd, sha1 } = evidence(4 * mebi);
  const saved: number[] = [];
  const reached = Promise.withResolvers<void>();
  const hash = new FileHash(
    {
      fd,
      sizeBytes: 4 * mebi,
      from: null,
      onSaved: (bytes) => {
        saved.push(bytes);
        if (bytes === 2 * mebi) reached.resolve();
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
  expect(await hash.sha1).toEqual({ ok: true, value: sha1 });
  expect(saved).toEqual([mebi, 2 * mebi, 3 * mebi, 4 * mebi]);
  await hash.stop();
});

test('continues from a saved state without rereading what was hashed', async () => {
  const { fd, sha1 } = evidence(3 * mebi);
  const saved = Promise.withResolvers<{ hashedBytes: number; state: Uint8Array }>();
  const first = new FileHash(
    {
      fd,
      sizeBytes: 3 * mebi,
      from: null,
      onSaved: (hashedBytes, state) => saved.resolve({ hashedBytes, state }),
    },
    0,
    mebi,
  );
  first.mayReadTo(mebi);
  const from = await saved.promise;
  await first.stop();
  expect(await first.sha1).toMatchObject({ ok: false, failure: { code: 'stopped' } });

  // The bytes differ now: read again, they would change the hash.
  writeSync(fd, Buffer.alloc(mebi), 0, mebi, 0);
  const second = new FileHash({ fd, sizeBytes: 3 * mebi, from, onSaved: () => {} }, 0, mebi);
  second.mayReadTo(3 * mebi);
  expect(await second.sha1).toEqual({ ok: true, value: sha1 });
  await second.stop();
});

test('a state saved by another version is not used: the file is hashed from its start', async () => {
  const { fd, sha1 } = evidence(2 * mebi);
  const from = { hashedBytes: mebi, state: new Uint8Array(100) };
  const hash = new FileHash({ fd, sizeBytes: 2 * mebi, from, onSaved: () => {} }, 0, mebi);
  hash.mayReadTo(2 * mebi);
  expect(await hash.sha1).toEqual({ ok: true, value: sha1 });
  await hash.stop();
});

test('a file that ends early is a failure, not hashed as if it were whole', async () => {
  const { fd } = evidence(mebi);
  const hash = new FileHash({ fd, sizeBytes: 2 * mebi, from: null, onSaved: () => {} });
  hash.mayReadTo(2 * mebi);
  expect(await hash.sha1).toMatchObject({
    ok: false,
    failure: { code: 'file-changed', change: { kind: 'truncated', atByte: mebi } },
  });
  await hash.stop();
});
