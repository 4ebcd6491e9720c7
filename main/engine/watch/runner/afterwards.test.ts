import { hash } from 'node:crypto';
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ledgerOfTest } from '../../../../test/fixtures/watch-ledger.ts';
import { fileStats } from '../../sources/file-stats.ts';
import { formatVersion } from '../../sources/file-version.ts';
import { ReaderPool } from '../../sources/reader-pool.ts';
import { SourceReader } from '../../sources/source-reader.ts';
import { createRepositories } from '../../store/repositories.ts';
import { HashPool } from '../../transfer/hashing/hash-pool.ts';
import type { ItemId, UploadId, WatchRuleId } from '../../types/ids.ts';
import { decodeRaw } from '../../types/source-path.ts';
import { moveAcceptedFiles } from './afterwards.ts';

const savedAt = 1_700_000_000;
const sentHashes = (path: string) => ({ sha1: null, md5: null, sha256: hash('sha256', readFileSync(path)) });
const versionOf = (path: string) => fileStats(lstatSync(path, { bigint: true }));

/** A rule that moves, and a batch of it that was accepted. */
function acceptedBatch(
  paths: readonly string[],
  write = (at: string, path: string): void => writeFileSync(at, `content of ${path}`),
) {
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
      write(join(inbox, path), path);
      utimesSync(join(inbox, path), savedAt, savedAt);
      const folder = path.split('/').slice(0, -1).join('/');
      const folderId = repositories.watchFiles.folderId({
        ruleId: id,
        path: decodeRaw(folder),
        place: Buffer.from(join(inbox, folder)),
      });
      repositories.watchFiles.addFirst(
        id,
        [
          {
            ...versionOf(join(inbox, path)),
            ruleId: id,
            folderId,
            name: decodeRaw(path.slice(folder.length === 0 ? 0 : folder.length + 1)),
            state: 'settling',
            reason: null,
          },
        ],
        't',
      );
    }
    store.db.exec(`
      INSERT INTO watch_batches (id, rule_id, group_key, dataset_key, dataset_name, closed_at, recorded_at)
        VALUES (1, ${id}, '', '', 'd', 't', 't');
      INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
        dataset_name, request, os_user, machine, version)
        VALUES (1, 'u', 'finished', 't', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1');
      UPDATE watch_batches SET upload_id = 1;
      UPDATE watch_files SET state = 'sent', batch_id = 1, item_id = id;
      INSERT INTO items (id, upload_id, name, size_bytes, mtime_ns, device, file_id, state)
        SELECT id, 1, name, size_bytes, mtime_ns, device, file_id, 'accepted' FROM watch_files;`);
    for (const { id: item, folder, name } of ledger(id)) {
      const { sourceFiles } = repositories;
      const version = formatVersion(versionOf(join(inbox, folder, name)));
      const sourceFile = sourceFiles.recordRequest(item as ItemId, 't', 1, 1, version);
      sourceFiles.setHashes(sourceFile, sentHashes(join(inbox, folder, name)));
    }
  });
  const hashes = new HashPool();
  onTestFinished(() => hashes.close());
  const context = { store, repositories, sources, hashes };
  return {
    inbox,
    context,
    move: (isAway: boolean, signal = new AbortController().signal) =>
      moveAcceptedFiles(context, { id, rule }, { signal, isAway: () => Promise.resolve(isAway) }),
    unmoved: () => repositories.watchBatches.unmoved(id).length,
    files: () => ledger(id),
    /** What the upload's log says. */
    notMoved: () =>
      [...repositories.events.all(1 as UploadId)].flatMap(({ type, data }) =>
        type === 'file-not-moved' ? [data] : [],
      ),
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

test.each([
  ['with files of the same names', 'of another matter'],
  ['without them', null],
])(
  'another folder of its volume in its place, %s, is not it: files are moved when it is back',
  async (_, other) => {
    const { inbox, move, unmoved, files, notMoved } = acceptedBatch(['a.txt', 'b/c.txt']);
    renameSync(inbox, `${inbox} away`);
    mkdirSync(join(inbox, 'b'), { recursive: true });
    if (other !== null) for (const path of ['a.txt', 'b/c.txt']) writeFileSync(join(inbox, path), other);
    await move(true);
    expect([unmoved(), notMoved()]).toEqual([1, []]);
    renameSync(inbox, `${inbox} other`);
    renameSync(`${inbox} away`, inbox);
    await move(false);
    expect(unmoved()).toBe(0);
    expect(files().map(({ movedTo }) => movedTo)).toEqual(['Sent/a.txt', 'Sent/b/c.txt']);
  },
);

test('files are moved that another folder hid only for a moment', async () => {
  const { inbox, context, move, files, notMoved } = acceptedBatch(['a.txt', 'b.txt']);
  const { sources } = context;
  const real = sources.move.bind(sources);
  vi.spyOn(sources, 'move').mockImplementationOnce(async (request, signal) => {
    renameSync(inbox, `${inbox} away`);
    mkdirSync(inbox);
    const moved = await real(request, signal);
    renameSync(inbox, `${inbox} other`);
    renameSync(`${inbox} away`, inbox);
    return moved;
  });
  await move(false);
  expect(notMoved()).toEqual([]);
  expect(files().map(({ movedTo }) => movedTo)).toEqual(['Sent/a.txt', 'Sent/b.txt']);
});

test('a file with another size that no scan has seen stays, and the ledger says so', async () => {
  const { inbox, move, unmoved, files, notMoved } = acceptedBatch(['a.txt', 'b.txt']);
  writeFileSync(join(inbox, 'a.txt'), 'longer than it was before');
  await move(false);
  expect([unmoved(), notMoved()]).toEqual([0, [{ path: 'a.txt', reason: 'changed' }]]);
  expect(files().map(({ movedTo, reason }) => movedTo ?? reason)).toEqual([
    { code: 'not-moved', errno: null },
    'Sent/b.txt',
  ]);
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

test('a file that needs review is not moved', async () => {
  const { inbox, context, move, files } = acceptedBatch(['a.txt', 'b.txt']);
  context.store.db.exec("UPDATE watch_files SET state = 'held' WHERE name = 'b.txt'");
  await move(false);
  expect(files().map(({ movedTo }) => movedTo)).toEqual(['Sent/a.txt', null]);
  expect(filesBelow(inbox).toSorted()).toEqual(['Sent/a.txt', 'b.txt']);
});

test('a later version of a file that was sent is not moved, although nothing but the ledger tells them apart', async () => {
  const { inbox, context, move, files, notMoved } = acceptedBatch(['a.txt', 'b.txt']);
  const [file] = files();
  if (file === undefined) throw new Error('no files');
  const { watchFiles } = context.repositories;
  context.store.writes.transaction(() => {
    const name = { text: file.name, bytes: null };
    watchFiles.addVersion({ ...file, name, state: 'settling', reason: null }, file, 't');
  });
  await move(false);
  expect(files().map(({ movedTo }) => movedTo)).toEqual([null, 'Sent/b.txt', null]);
  expect(filesBelow(inbox).toSorted()).toEqual(['Sent/b.txt', 'a.txt']);
  expect(notMoved()).toEqual([{ path: 'a.txt', reason: 'changed' }]);
});

describe.each(['alone', 'in a pack'])('a file that was sent %s', (how) => {
  const sent = () => {
    const batch = acceptedBatch(['a.txt', 'b.txt']);
    const path = join(batch.inbox, 'a.txt');
    const { ctimeNs } = versionOf(path);
    if (how === 'in a pack')
      batch.context.store.db.exec(`
        DELETE FROM source_files WHERE item_id = 1;
        INSERT INTO roots (id, upload_id, path) VALUES (1, 1, '/');
        INSERT INTO packs (id, upload_id, root_id, number, items, bytes) VALUES (1, 1, 1, 1, 1, 1);
        INSERT INTO pack_members (item_id, pack_id, part, ctime_ns, sha256)
          VALUES (1, 1, 1, ${ctimeNs}, '${sentHashes(path).sha256}');`);
    return { ...batch, path };
  };

  test('is moved although it was touched since, if its content is the same', async () => {
    const { path, move, files } = sent();
    chmodSync(path, 0o600);
    await move(false);
    expect(files().map(({ movedTo }) => movedTo)).toEqual(['Sent/a.txt', 'Sent/b.txt']);
  });

  test('stays if it was written to in place, its time set again, and the ledger and the log say why', async () => {
    const { path, move, files, notMoved } = sent();
    writeFileSync(path, 'CONTENT of a.txt');
    utimesSync(path, savedAt, savedAt);
    await move(false);
    expect(files().map(({ movedTo, reason }) => movedTo ?? reason)).toEqual([
      { code: 'not-moved', errno: null },
      'Sent/b.txt',
    ]);
    expect(notMoved()).toEqual([{ path: 'a.txt', reason: 'touched' }]);
    expect(readFileSync(path, 'utf8')).toBe('CONTENT of a.txt');
  });
});

test.each([
  ['two', ['a.txt', 'b.txt']],
  ['nine, in one folder and in others', [...'abcdef', 'x/g', 'y/h', 'y/i'].map((name) => `${name}.txt`)],
])('all names of a file are moved: %s', async (_, paths) => {
  const { inbox, move, files, notMoved } = acceptedBatch(paths, (at, path) =>
    path === 'a.txt' ? writeFileSync(at, 'one file') : linkSync(join(inboxOf(at, path), 'a.txt'), at),
  );
  await move(false);
  expect(notMoved()).toEqual([]);
  expect(files().map(({ movedTo }) => movedTo)).toEqual(paths.map((path) => `Sent/${path}`));
  expect(filesBelow(inbox).toSorted()).toEqual(paths.map((path) => `Sent/${path}`).toSorted());
});

const inboxOf = (at: string, path: string): string => at.slice(0, -path.length);
