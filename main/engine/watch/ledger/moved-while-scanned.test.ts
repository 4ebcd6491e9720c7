/** What moves while a scan reads a folder: files, by its rule, and the folder itself. */
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { watchInbox } from '../../../../test/fixtures/watch-inbox.ts';
import { applyScan } from './apply-scan.ts';
import { KnownFiles, prepareLedger } from './known-files.ts';
import type { WatchScanBatch } from './scan-messages.ts';
import { ScanTree } from './scan-tree.ts';

test('a file that came back, and that its rule moved before the scan that found it was stored, stays moved', async () => {
  const { at, quiet, rows, store, folder, inbox, rule, watcher, stop, watchFiles, watchLedger } =
    watchInbox();
  writeFileSync(at('a.txt'), 'one');
  writeFileSync(at('other.txt'), 'two');
  await quiet({ 'a.txt': 'sent', 'other.txt': 'sent' });
  renameSync(at('a.txt'), `${folder}/a.txt`);
  await quiet({ 'other.txt': 'sent' });
  await stop(watcher);
  renameSync(`${folder}/a.txt`, at('a.txt'));
  const db = new Sqlite(store.path, { readonly: true });
  onTestFinished(() => void db.close());
  const scan = (): readonly WatchScanBatch[] => {
    const batches: WatchScanBatch[] = [];
    const tree = new ScanTree({
      rootPath: inbox,
      filters: { include: [], exclude: [], marker: null, ignoredFolder: 'Sent' },
      own: new Set(),
      known: new KnownFiles(prepareLedger(db), rule.id),
      onCall: () => undefined,
      post: (batch) => batches.push(batch),
      onFolder: () => undefined,
      root: null,
      isFollowed: () => false,
    });
    tree.run(null);
    return batches;
  };
  const apply = (batches: readonly WatchScanBatch[]) =>
    store.writes.transaction(() => {
      for (const batch of batches) applyScan(watchFiles, { id: rule.id, rootPath: inbox }, batch, 't2');
    });
  const found = scan();
  mkdirSync(at('Sent'));
  renameSync(at('a.txt'), at('Sent/a.txt'));
  const id = rows().find(({ name }) => name === 'a.txt')?.id ?? 0;
  store.writes.transaction(() => watchLedger.setMoved(id, 'Sent/a.txt', 't'));
  apply(found);
  expect(watchFiles.get(id)).toMatchObject({ movedTo: 'Sent/a.txt', goneAt: 't' });
  renameSync(at('Sent/a.txt'), at('a.txt'));
  apply(scan());
  expect(watchFiles.get(id)).toMatchObject({ movedTo: null, goneAt: null });
});

test('a folder that another one replaces while it is read first is known as what it was when its files were found', () => {
  const root = mkdtempSync(join(tmpdir(), 'lading-scan-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const inbox = join(root, 'inbox');
  mkdirSync(inbox);
  writeFileSync(join(inbox, 'a.txt'), 'one');
  const { ino } = statSync(inbox, { bigint: true });
  const posted: (bigint | undefined)[] = [];
  let calls = 0;
  const tree = new ScanTree({
    rootPath: inbox,
    filters: { include: [], exclude: [], marker: null, ignoredFolder: null },
    own: new Set(),
    known: null,
    // The root, its list, its file, and the root again.
    onCall: () => {
      calls += 1;
      if (calls < 4) return;
      renameSync(inbox, `${inbox} before`);
      mkdirSync(inbox);
    },
    post: (_batch, from) => posted.push(from?.fileId),
    onFolder: () => undefined,
    root: null,
    isFollowed: () => false,
  });
  expect(tree.run(null)).toEqual({ kind: 'replaced' });
  expect(posted).toEqual([ino]);
});

test('the name that a file loses while it is moved is not a file, but another file there is', async () => {
  const { at, watcher, rows } = watchInbox();
  const hold = at('.lading-moving-1-2.tmp');
  writeFileSync(at('a.txt'), 'one');
  utimesSync(at('a.txt'), 1_000, 1_000);
  linkSync(at('a.txt'), hold);
  await watcher.scanNow();
  expect(watcher.state().lastScan).toMatchObject({ files: 1, temporary: 0 });
  unlinkSync(at('a.txt'));
  await watcher.scanNow();
  expect(watcher.state().lastScan).toMatchObject({ files: 1, temporary: 1 });
  expect(rows().find(({ name }) => hold.endsWith(name))?.reason).toEqual({ code: 'temporary-name' });
});

test('a hard link of Lading’s own store in a watched folder is never taken', async () => {
  const { at, watcher, store, rows } = watchInbox();
  linkSync(store.path, at('lading.db'));
  writeFileSync(at('a.txt'), 'one');
  await watcher.scanNow();
  expect(watcher.state().lastScan).toMatchObject({ files: 1 });
  expect(rows().map(({ name }) => name)).toEqual(['a.txt']);
});
