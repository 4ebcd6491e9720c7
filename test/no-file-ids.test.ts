import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { unpackBatch } from '../main/engine/intake/scan-batch.ts';
import { FolderWalk } from '../main/engine/intake/scan-walk.ts';
import { findEnclosingSource } from '../main/engine/sources/enclosing-source.ts';
import { ReaderPool } from '../main/engine/sources/reader-pool.ts';
import { SourceReader } from '../main/engine/sources/source-reader.ts';
import { joinPath } from '../main/engine/types/source-path.ts';

// As drives that give folders and files no IDs. This folder's tests share no modules with others: they keep what is mocked here.
vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>();
  const statSync = (path: string) => Object.assign(fs.statSync(path, { bigint: true }), { ino: 0n });
  return { ...fs, statSync };
});
vi.mock('node:fs/promises', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs/promises')>();
  const stat = async (path: string) => Object.assign(await fs.stat(path, { bigint: true }), { ino: 0n });
  return { ...fs, stat };
});

class NoFileIdReader extends SourceReader {
  override async stat(...at: Parameters<SourceReader['stat']>) {
    return { ...(await super.stat(...at)), fileId: 0n };
  }
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lading-no-ids-')));
const at = (...names: readonly string[]) => join(folder, ...names);
const readers = new ReaderPool();
const reader = new NoFileIdReader(readers);

beforeAll(() => {
  mkdirSync(at('evidence', 'mäil', 'inner'), { recursive: true });
  writeFileSync(at('evidence', 'mäil', 'inner', 'a.txt'), 'a');
  symlinkSync(at('evidence'), at('evidence', 'mäil', 'up'));
  symlinkSync(at('evidence'), at('link'));
  mkdirSync(at('out'));
});
afterAll(async () => {
  await readers.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a folder beside a source is not inside it, and one inside is found by its real path', async () => {
  const source = at('link');
  const enclosing = (...names: readonly string[]) => findEnclosingSource(at(...names), [source], reader);
  expect(await enclosing('out', 'r.json')).toBeNull();
  expect(await enclosing('evidence')).toEqual({ source, same: true });
  expect(await enclosing('evidence', 'mäil', 'new')).toEqual({ source, same: false });
});

test('where links are followed, everything below is scanned, and only a loop is one', () => {
  const files: string[] = [];
  const problems: unknown[] = [];
  const source = { rootIndex: 1, given: '/other' };
  new FolderWalk(
    {
      rootPaths: [at('evidence')],
      followSymlinks: true,
      own: new Set(['0:0']),
      sources: new Map([['0:0', source]]),
      firstNumber: 1,
      numberStep: 1,
    },
    {
      atRoot: () => undefined,
      post: (packed) => {
        const batch = unpackBatch(packed);
        files.push(...batch.names);
        problems.push(...batch.problems.map(({ folder: of, name, reason }) => [joinPath(of, name), reason]));
      },
      isWorkWanted: () => false,
      share: () => expect.unreachable(),
    },
  ).run([{ rootIndex: 0, parent: '', names: '', ancestors: [], mayRepeat: false }]);
  expect(files).toEqual(['a.txt']);
  expect(problems).toEqual([['mäil/up', { code: 'symbolic-link-loop' }]]);
});
