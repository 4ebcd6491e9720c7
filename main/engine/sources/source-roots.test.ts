import { lstatSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Item } from '../store/items/item-repository.ts';
import type { ItemId, UploadId } from '../types/ids.ts';
import { fileStats } from './file-stats.ts';
import { probeRoot } from './probe-root.ts';
import { ReaderPool } from './reader-pool.ts';
import { type FileStats, noAnswerCode, ReadError } from './reader-protocol.ts';
import { SourceReader } from './source-reader.ts';
import { SourceRoots } from './source-roots.ts';

const item: Item = {
  id: 1 as ItemId,
  uploadId: 1 as UploadId,
  root: '/share',
  folder: '',
  folderBytes: null,
  name: 'a.pst',
  nameBytes: null,
  link: null,
  linkHasSecret: false,
  sizeBytes: 9,
  mtimeNs: 1n,
  device: 1n,
  fileId: 1n,
  custodian: null,
  custodianFrom: null,
  state: 'uploading',
  reason: null,
};

const bornNs = 1_700_000_000_000_000_000n;

test('a file fails whose root a person gave up while the root was examined', async () => {
  const pool = new ReaderPool();
  const sources = new SourceReader(pool);
  onTestFinished(() => pool.close());
  const call = Promise.withResolvers<never>();
  vi.spyOn(sources, 'stat').mockReturnValue(call.promise);
  vi.spyOn(sources, 'stalled').mockReturnValue([{ path: item.root, since: new Date() }]);
  vi.spyOn(sources, 'giveUp').mockImplementation(() => call.reject(new ReadError(noAnswerCode, '')));
  const roots = new SourceRoots({
    sources,
    isOwnRoot: (path) => path === item.root,
    scanned: () => null,
    scannedRoot: () => null,
    neighbors: () => [],
    links: { sources: [], followSymlinks: false },
    wasScannedHere: false,
    failUnavailable: false,
    signal: new AbortController().signal,
  });
  const step = roots.afterFailure(item, { code: 'path-unreadable', errno: noAnswerCode });
  roots.failUnavailable();
  expect(await step).toEqual({
    kind: 'fail',
    failure: { code: 'source-unavailable', root: item.root, reason: { kind: 'not-answering' } },
  });
  expect(roots.waiting).toEqual([]);
});

test.each<[string, Partial<FileStats> | null, boolean]>([
  ['as it was scanned', {}, true],
  ['mounted again under another number', { device: 2n }, false],
  ['another folder', { fileId: 8n }, false],
  ['another folder with its file ID', { bornNs: bornNs + 1n }, false],
  ['of unknown birth', { bornNs: 0n }, false],
  ['away', null, false],
])(
  'after a restart, files have the numbers of the scan only in a root that is %s',
  async (_, found, expected) => {
    const pool = new ReaderPool();
    const sources = new SourceReader(pool);
    onTestFinished(() => pool.close());
    const scanned = { device: 1n, fileId: 7n, bornNs };
    const stats = fileStats(lstatSync(tmpdir(), { bigint: true }));
    const answer = vi.spyOn(sources, 'stat');
    if (found === null) answer.mockRejectedValue(new ReadError('ENOENT', ''));
    else answer.mockResolvedValue({ ...stats, ...scanned, ctimeNs: bornNs + 9n, ...found });
    const roots = new SourceRoots({
      sources,
      isOwnRoot: () => true,
      scanned: () => null,
      scannedRoot: () => scanned,
      neighbors: () => [],
      links: { sources: [], followSymlinks: false },
      wasScannedHere: false,
      failUnavailable: false,
      signal: new AbortController().signal,
    });
    expect(await roots.hasScannedNumbers(item.root)).toBe(expected);
  },
);

test('what is behind a link that took the place of a file shows nothing of its root, unless links are followed', async () => {
  const pool = new ReaderPool();
  onTestFinished(() => pool.close());
  const root = mkdtempSync(join(tmpdir(), 'lading-roots-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const path = join(root, 'b.pst');
  writeFileSync(path, 'evidence');
  const identity = fileStats(lstatSync(path, { bigint: true }));
  renameSync(path, join(root, 'elsewhere'));
  symlinkSync('elsewhere', path);
  const probe = (followSymlinks: boolean) =>
    probeRoot(
      {
        item: { ...item, root },
        file: { errno: null },
        scanned: null,
        neighbors: () => [{ ...item, ...identity, root, name: 'b.pst' }],
        links: { sources: [root], followSymlinks },
      },
      new SourceReader(pool),
      new AbortController().signal,
    );
  expect((await probe(false)).kind).toBe('away');
  expect((await probe(true)).kind).toBe('available');
});
