import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import type { WatchReason } from '../../../../preload/contract/watch/watched-folder.ts';
import { settlingFile } from '../../../../test/fixtures/ledger-file.ts';
import { ledgerOfTest, until } from '../../../../test/fixtures/watch-ledger.ts';
import type { FileVersion } from '../../sources/file-version.ts';
import { createRepositories } from '../../store/repositories.ts';
import { applyScan } from './apply-scan.ts';
import { rememberHashes, SettleFiles, SettleQueue } from './settle-files.ts';

test('files that arrived together are being checked until the last of them is decided about', async () => {
  const { inbox, addRule, watch, watchLedger } = ledgerOfTest();
  for (let index = 0; index < 800; index += 1) writeFileSync(join(inbox, `${index}.txt`), String(index));
  const rule = addRule();
  const watcher = watch(rule);
  const settled = () => watchLedger.totals(rule.id).settled.files;
  const seen: boolean[] = [];
  await until(() => {
    const files = settled();
    if (files > 0 && files < 800) seen.push(watcher.isChecking());
    return files === 800;
  }, settled);
  expect(seen).not.toContain(false);
  expect(seen.length).toBeGreaterThan(0);
  await until(() => !watcher.isChecking(), settled);
});

test('a file that became a temporary one while it settled is not checked', async () => {
  const { inbox, addRule, store, sources, watchFiles } = ledgerOfTest();
  const { id, rule } = addRule();
  const found = {
    folder: '',
    name: '~$a.docx',
    device: 1n,
    fileId: 1n,
    bornNs: 0n,
    mtimeNs: 1n,
    wasMoved: false,
  };
  const apply = (sizeBytes: number, reason: WatchReason | null) => {
    const batch = { found: [{ ...found, sizeBytes, reason }], gone: [] };
    return store.writes.transaction(() => applyScan(watchFiles, { id, rootPath: inbox }, batch, 't'))
      .settling;
  };
  const files = new SettleFiles({
    ...{ watchFiles, watchMatches: createRepositories(store.db).watchMatches, sources, writes: store.writes },
    ...{
      rule,
      rootPath: inbox,
      target: { serverUrl: '', databaseId: 7 },
      signal: new AbortController().signal,
    },
    ...{ settleMs: 0, retryMs: 60_000, now: () => new Date() },
    hash: async () => success(''),
    onChanged: () => undefined,
    onMissing: () => undefined,
    onEnd: () => undefined,
  });
  files.addMissing(apply(2_000, null));
  expect(apply(200, { code: 'temporary-name' })).toEqual([]);
  files.start();
  expect(files.isChecking).toBe(false);
  await files.end();
});

test('a file that changes waits from then on, and behind those that came meanwhile', () => {
  const queue = new SettleQueue(100);
  queue.add(1, 0);
  queue.add(2, 10);
  queue.add(1, 50);
  expect([queue.next(100), queue.dueAtMs()]).toEqual([null, 110]);
  expect([queue.next(110), queue.next(149), queue.next(150)]).toEqual([2, null, 1]);
  expect(queue.dueAtMs()).toBe(Number.POSITIVE_INFINITY);
});

const version: FileVersion = { sizeBytes: 3, mtimeNs: 1n, device: 1n, fileId: 7n, bornNs: 2n, ctimeNs: 2n };

function remembering(limit?: number) {
  const { signal } = new AbortController();
  const read: number[] = [];
  const answers: Result<string>[] = [];
  const hash = rememberHashes(async ({ id }) => {
    read.push(id);
    return answers.shift() ?? success(`read ${read.length}`);
  }, limit);
  return {
    read,
    answers,
    hash: (id: number, of: Partial<FileVersion> = {}) =>
      hash({ ...settlingFile, id }, { ...version, ...of }, signal),
  };
}

test('a file is read again only if it could not be read, or too many were read since', async () => {
  const { hash, read, answers } = remembering(2);
  answers.push(failure('stopped'));
  for (const id of [1, 1, 1, 2, 2, 3, 1]) await hash(id);
  expect(read).toEqual([1, 1, 2, 3, 1]);
});

// Its row stays the same: a file that was made again with equal size, time, and ID, for example.
test.each<[string, Partial<FileVersion>]>([
  ['size', { sizeBytes: 4 }],
  ['time', { mtimeNs: 5n }],
  ['device', { device: 2n }],
  ['ID', { fileId: 8n }],
  ['time of birth', { bornNs: 3n, ctimeNs: 3n }],
  ['change time', { ctimeNs: 3n }],
])('a file with another %s is read again', async (_what, of) => {
  const { hash } = remembering();
  await hash(1);
  expect(await hash(1, of)).toEqual(success('read 2'));
  expect(await hash(1, of)).toEqual(success('read 2'));
});
