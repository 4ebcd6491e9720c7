import { existsSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { observeScan } from '../../../test/fixtures/scan-observer.ts';
import { ReaderPool } from '../sources/reader-pool.ts';
import { SourceReader } from '../sources/source-reader.ts';
import { lstatOrNull } from '../watch/ledger/stat-path.ts';

// Ext4 has no file as large.
const inMemory = '/dev/shm';

test.skipIf(!existsSync(inMemory))('a file larger than 1 PiB is one that cannot be read', async () => {
  const root = mkdtempSync(join(inMemory, 'lading-huge-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'a.txt'), 'a');
  const path = join(root, 'huge.img');
  writeFileSync(path, '');
  truncateSync(path, 2 ** 50);
  expect((await observeScan([root])).files.map(({ name }) => name).sort()).toEqual(['a.txt', 'huge.img']);
  truncateSync(path, 2 ** 50 + 1);
  const { files, problems } = await observeScan([root]);
  expect(files.map(({ name }) => name)).toEqual(['a.txt']);
  const reason = { code: 'path-unreadable', errno: 'EHUGE' };
  expect(problems).toMatchObject([{ name: 'huge.img', reason }]);
  const readers = new ReaderPool();
  onTestFinished(() => readers.close());
  const { signal } = new AbortController();
  const found = new SourceReader(readers).stat({ root, path }, signal);
  await expect(found).rejects.toMatchObject({ code: 'EHUGE' });
  expect(() => lstatOrNull(path)).toThrow('EHUGE');
});
