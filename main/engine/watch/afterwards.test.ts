import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ledgerOfTest } from '../../../test/fixtures/watch-ledger.ts';
import { ReaderPool } from '../sources/reader-pool.ts';
import { SourceReader } from '../sources/source-reader.ts';
import { createRepositories } from '../store/repositories.ts';
import type { WatchRuleId } from '../types/ids.ts';
import { decodeRaw, fileIdentity } from '../types/source-path.ts';
import { moveAcceptedFiles } from './afterwards.ts';

/** A rule that moves, and a batch of it that was accepted. */
function acceptedBatch(paths: readonly string[]) {
  const { store, inbox, addRule, ledger } = ledgerOfTest();
  const readers = new ReaderPool();
  onTestFinished(() => readers.close());
  const sources = new SourceReader(readers);
  const repositories = createRepositories(store.db);
  const { rule, ...added } = addRule({ afterwards: { moveTo: 'Sent' } });
  const id = added.id as WatchRuleId;
  store.writes.transaction(() => {
    for (const path of paths) {
      mkdirSync(dirname(join(inbox, path)), { recursive: true });
      writeFileSync(join(inbox, path), `content of ${path}`);
      const folder = path.split('/').slice(0, -1).join('/');
      const folderId = repositories.watchFiles.folderId({
        ruleId: id,
        path: decodeRaw(folder),
        place: Buffer.from(join(inbox, folder)),
      });
      repositories.watchFiles.add(
        {
          ...fileIdentity(lstatSync(join(inbox, path), { bigint: true })),
          folderId,
          bornNs: 0n,
          name: decodeRaw(path.slice(folder.length === 0 ? 0 : folder.length + 1)),
          state: 'settling',
          reason: null,
        },
        null,
        't',
      );
    }
    store.db.exec(`
      INSERT INTO watch_batches (id, rule_id, group_key, dataset_key, dataset_name, closed_at, recorded_at)
        VALUES (1, ${id}, '', '', 'd', 't', 't');
      UPDATE watch_files SET state = 'sent', batch_id = 1, item_id = id;`);
  });
  const context = { store, repositories, sources };
  return {
    inbox,
    context,
    move: (isAway: boolean, signal = new AbortController().signal) =>
      moveAcceptedFiles(context, { id, rule }, { signal, isAway: () => Promise.resolve(isAway) }),
    unmoved: () => repositories.watchBatches.unmoved(id).length,
    files: () => ledger(id),
  };
}

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));

test('600 files are moved once each and over no other, although it is stopped and the ledger refuses some', async () => {
  const paths = Array.from({ length: 600 }, (_, index) => `${index % 3}/${index}.txt`);
  const { inbox, context, move, unmoved, files } = acceptedBatch(paths);
  const earlier = ['0/0.txt', '1/400.txt', '2/599.txt', '2/8.txt', '0/300.txt'];
  for (const path of earlier) {
    mkdirSync(join(inbox, 'Sent', dirname(path)), { recursive: true });
    writeFileSync(join(inbox, 'Sent', path), `earlier ${path}`);
  }
  const stop = new AbortController();
  const { sources, repositories } = context;
  let moves = 0;
  const counted = sources.move.bind(sources);
  vi.spyOn(sources, 'move').mockImplementation((request, signal) => {
    moves += 1;
    if (moves === 277) stop.abort();
    return counted(request, signal);
  });
  await move(false, stop.signal);
  expect(unmoved()).toBe(1);
  vi.spyOn(repositories.watchLedger, 'setMoved').mockImplementationOnce(() => {
    throw new Error('the disk is full');
  });
  await expect(move(false)).rejects.toThrow('the disk is full');
  await move(false);
  expect(unmoved()).toBe(0);

  expect(files()).toHaveLength(paths.length);
  for (const { folder, name, movedTo, reason } of files()) {
    const path = `${folder}/${name}`;
    expect(reason).toBeNull();
    expect(movedTo).toBe(`Sent/${earlier.includes(path) ? path.replace('.txt', ' (2).txt') : path}`);
    expect(readFileSync(join(inbox, movedTo ?? ''), 'utf8')).toBe(`content of ${path}`);
  }
  for (const path of earlier) expect(readFileSync(join(inbox, 'Sent', path), 'utf8')).toBe(`earlier ${path}`);
  expect(filesBelow(inbox)).toHaveLength(paths.length + earlier.length);
});

test('a folder that is away is waited for, and its files are moved when it is back', async () => {
  const { inbox, move, unmoved, files } = acceptedBatch(['a.txt', 'b/c.txt']);
  renameSync(inbox, `${inbox} away`);
  await move(true);
  expect(unmoved()).toBe(1);
  expect(files().map(({ movedTo, reason }) => movedTo ?? reason)).toEqual([null, null]);
  renameSync(`${inbox} away`, inbox);
  await move(false);
  expect(unmoved()).toBe(0);
  expect(files().map(({ movedTo }) => movedTo)).toEqual(['Sent/a.txt', 'Sent/b/c.txt']);
});

test('a file that can not be moved stays, the ledger says why, and the others are moved', async () => {
  const { inbox, move, unmoved, files } = acceptedBatch(['a/b.txt', 'c.txt']);
  mkdirSync(join(inbox, 'Sent'));
  writeFileSync(join(inbox, 'Sent/a'), 'a file where a folder has to be');
  await move(false);
  expect(unmoved()).toBe(0);
  expect(files().map(({ movedTo, reason }) => movedTo ?? reason)).toEqual([
    { code: 'not-moved', errno: 'ENOTDIR' },
    'Sent/c.txt',
  ]);
  expect(readFileSync(join(inbox, 'a/b.txt'), 'utf8')).toBe('content of a/b.txt');
});
