import { createHash } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { WatchRuleInput } from '../../../preload/contract/watched-folder.ts';
import { ledgerOfTest, until } from '../../../test/fixtures/watch-ledger.ts';
import { ReaderPool } from '../sources/reader-pool.ts';
import { type SourcePath, SourceReader } from '../sources/source-reader.ts';
import type { LedgerFile } from '../store/watch-file-repository.ts';
import type { FolderWatcherOptions } from './folder-watcher.ts';

/** A watched folder whose settled files are sent at once, as often as `quiet` is called. */
function watchInbox(input: Partial<WatchRuleInput> = {}, options: Partial<FolderWatcherOptions> = {}) {
  const ledger = ledgerOfTest();
  const rule = ledger.addRule(input);
  const watcher = ledger.watch(rule, options);
  const at = (...names: string[]) => join(ledger.inbox, ...names);
  const sha1Of = ({ folder, name }: LedgerFile) =>
    createHash('sha1')
      .update(readFileSync(at(folder, name)))
      .digest('hex');
  const sent: string[] = [];
  /** Waits until every file is decided, and sends what settled. */
  async function quiet(expected: Readonly<Record<string, string>>): Promise<void> {
    await watcher.scanNow();
    const states = () =>
      Object.fromEntries(
        ledger
          .ledger(rule.id)
          .filter(({ goneAt }) => goneAt === null)
          .map(({ folder, name, state }) => [folder === '' ? name : `${folder}/${name}`, state]),
      );
    await until(
      () => {
        for (const { folder, name } of ledger.sendSettled(rule.id, sha1Of))
          sent.push(folder === '' ? name : `${folder}/${name}`);
        return (
          JSON.stringify(states(), Object.keys(expected)) ===
            JSON.stringify(expected, Object.keys(expected)) &&
          Object.keys(states()).length === Object.keys(expected).length
        );
      },
      () => ledger.ledger(rule.id),
    );
  }
  return { ...ledger, rule, watcher, at, quiet, sent, rows: () => ledger.ledger(rule.id) };
}

test('a file is taken once, a rename is recorded, and a changed file is a new version', async () => {
  const { at, quiet, sent, rows } = watchInbox();
  mkdirSync(at('Doe'));
  writeFileSync(at('Doe', 'a.txt'), 'one');
  await quiet({ 'Doe/a.txt': 'sent' });
  renameSync(at('Doe', 'a.txt'), at('Doe', 'b.txt'));
  await quiet({ 'Doe/b.txt': 'renamed' });
  appendFileSync(at('Doe', 'b.txt'), 'two');
  await quiet({ 'Doe/b.txt': 'sent' });
  expect(sent).toEqual(['Doe/a.txt', 'Doe/b.txt']);
  expect(
    rows().map(({ name, version, kind, state, earlierId }) => [name, version, kind, state, earlierId]),
  ).toEqual([
    ['a.txt', 1, 'new', 'sent', null],
    ['b.txt', 1, 'new', 'renamed', 1],
    ['b.txt', 2, 'version', 'sent', 2],
  ]);
});

test('a copy is sent under its own path and marked, and a hard link is a copy', async () => {
  const { at, quiet, sent, rows } = watchInbox();
  writeFileSync(at('a.txt'), 'one');
  await quiet({ 'a.txt': 'sent' });
  copyFileSync(at('a.txt'), at('copy.txt'));
  linkSync(at('a.txt'), at('link.txt'));
  await quiet({ 'a.txt': 'sent', 'copy.txt': 'sent', 'link.txt': 'sent' });
  expect(sent.toSorted()).toEqual(['a.txt', 'copy.txt', 'link.txt']);
  expect(
    rows()
      .map(({ name, kind, earlierId }) => [name, kind, earlierId])
      .toSorted(),
  ).toEqual([
    ['a.txt', 'new', null],
    ['copy.txt', 'copy', 1],
    ['link.txt', 'copy', 1],
  ]);
});

test.each([
  ['skip', 'skipped'],
  ['ask', 'held'],
] as const)('sameContent %s: a copy is %s', async (sameContent, state) => {
  const { at, quiet, sent, rows } = watchInbox({ sameContent });
  writeFileSync(at('a.txt'), 'one');
  await quiet({ 'a.txt': 'sent' });
  copyFileSync(at('a.txt'), at('copy.txt'));
  writeFileSync(at('other.txt'), 'two');
  await quiet({ 'a.txt': 'sent', 'copy.txt': state, 'other.txt': 'sent' });
  expect(sent).toEqual(['a.txt', 'other.txt']);
  expect(rows().find(({ name }) => name === 'copy.txt')?.reason).toEqual({
    code: 'same-content',
    earlierPath: 'a.txt',
  });
});

test('a file that is only touched, replaced by itself, or moved away and back is not sent again', async () => {
  const { at, quiet, sent, folder } = watchInbox();
  for (const name of ['touched', 'replaced', 'away']) writeFileSync(at(name), name);
  await quiet({ touched: 'sent', replaced: 'sent', away: 'sent' });
  utimesSync(at('touched'), 1_000, 1_000);
  const { atime, mtime } = statSync(at('replaced'));
  copyFileSync(at('replaced'), join(folder, 'replacement'));
  utimesSync(join(folder, 'replacement'), atime, mtime);
  renameSync(join(folder, 'replacement'), at('replaced'));
  renameSync(at('away'), join(folder, 'away'));
  await quiet({ touched: 'skipped', replaced: 'skipped' });
  renameSync(join(folder, 'away'), at('away'));
  await quiet({ touched: 'skipped', replaced: 'skipped', away: 'sent' });
  expect(sent).toHaveLength(3);
});

test('a new file with the ID, size, and time of a deleted one is sent, under its own name or another', async () => {
  const { at, quiet, sent } = watchInbox();
  const write = (name: string, content: string): void => {
    writeFileSync(at(name), content);
    utimesSync(at(name), 1_000, 1_000);
  };
  write('1.tif', 'one');
  await quiet({ '1.tif': 'sent' });
  // File systems give the ID of the file that was deleted last to the next one.
  rmSync(at('1.tif'));
  write('2.tif', 'two');
  await quiet({ '2.tif': 'sent' });
  rmSync(at('2.tif'));
  write('2.tif', 'new');
  await quiet({ '2.tif': 'sent' });
  await until(
    () => sent.length === 3,
    () => sent,
  );
  expect(sent).toEqual(['1.tif', '2.tif', '2.tif']);
});

test('a folder that is moved is recorded file by file, and what is moved between volumes by its hash', async () => {
  const { at, quiet, sent, rows } = watchInbox();
  mkdirSync(at('A/deep'), { recursive: true });
  writeFileSync(at('A/deep/1'), 'one');
  writeFileSync(at('A/2'), 'two');
  utimesSync(at('A/2'), 1_000, 1_000);
  await quiet({ 'A/2': 'sent', 'A/deep/1': 'sent' });
  renameSync(at('A'), at('B'));
  await quiet({ 'B/2': 'renamed', 'B/deep/1': 'renamed' });
  // As a move between volumes: a copy with its times, and then the earlier file is deleted.
  copyFileSync(at('B/2'), at('moved'));
  rmSync(at('B/2'));
  utimesSync(at('moved'), 1_000, 1_000);
  await quiet({ 'B/deep/1': 'renamed', moved: 'renamed' });
  expect(sent).toHaveLength(2);
  const { id } = rows().find(({ folder, name }) => folder === 'B' && name === '2') ?? { id: 0 };
  expect(rows().at(-1)).toMatchObject({ name: 'moved', state: 'renamed', earlierId: id });
});

test('temporary names, the marker, and excluded files are not sent; a file waits for its marker', async () => {
  const { at, quiet, sent, rows, watcher } = watchInbox({ marker: 'done.ok', exclude: ['*.log'] });
  mkdirSync(at('job'));
  writeFileSync(at('job', 'a.txt'), 'one');
  writeFileSync(at('job', 'b.txt.part'), 'half');
  writeFileSync(at('job', 'x.log'), 'log');
  await watcher.scanNow();
  await until(() => rows().some(({ reason }) => reason?.code === 'marker-missing'), rows);
  writeFileSync(at('job', 'done.ok'), '');
  renameSync(at('job', 'b.txt.part'), at('job', 'b.txt'));
  await quiet({ 'job/a.txt': 'sent', 'job/b.txt': 'sent', 'job/x.log': 'skipped' });
  expect(sent.toSorted()).toEqual(['job/a.txt', 'job/b.txt']);
  expect(watcher.state().lastScan?.temporary).toBe(0);
});

test('an empty folder in place of the watched one means that nothing is known, not that everything is gone', async () => {
  const { at, quiet, rows, watcher, inbox, folder } = watchInbox();
  writeFileSync(at('a.txt'), 'one');
  await quiet({ 'a.txt': 'sent' });
  renameSync(inbox, join(folder, 'elsewhere'));
  await until(() => watcher.state().away !== null, watcher.state.bind(watcher));
  expect(watcher.state().away?.reason).toEqual({ kind: 'missing' });
  mkdirSync(inbox);
  await until(() => watcher.state().away?.reason.kind === 'replaced', watcher.state.bind(watcher));
  expect(rows()).toMatchObject([{ name: 'a.txt', goneAt: null }]);
  rmdirSync(inbox);
  renameSync(join(folder, 'elsewhere'), inbox);
  await until(() => watcher.state().away === null, watcher.state.bind(watcher));
  await quiet({ 'a.txt': 'sent' });
});

test('what another rule for the same database has taken is skipped, also after that rule was removed', async () => {
  const first = watchInbox();
  writeFileSync(first.at('a.txt'), 'one');
  await first.quiet({ 'a.txt': 'sent' });
  const again = first.addRule({ name: 'Again' });
  const other = first.addRule({ name: 'Other database', database: 8 });
  first.watch(again);
  first.watch(other);
  await until(
    () => first.ledger(again.id)[0]?.state === 'skipped' && first.ledger(other.id)[0]?.state === 'settled',
    () => first.ledger(again.id),
  );
  expect(first.ledger(again.id)).toMatchObject([{ reason: { code: 'taken-by-rule', rule: 'Inbox' } }]);
});

test('what a removed rule failed to send is sent by another rule', async () => {
  const first = watchInbox();
  writeFileSync(first.at('a.txt'), 'one');
  await first.quiet({ 'a.txt': 'sent' });
  await first.stop(first.watcher);
  first.store.db.exec("UPDATE watch_files SET state = 'failed'; UPDATE watch_rules SET removed_at = 't'");
  const again = first.addRule({ name: 'Again' });
  first.watch(again);
  const rows = () => first.ledger(again.id);
  await until(() => rows().some(({ state }) => state !== 'settling'), rows);
  expect(rows()).toMatchObject([{ state: 'settled' }]);
});

test('a failed file that a person deletes does not count as failed, keeps its reason, and is sent when it comes back', async () => {
  const { at, quiet, sent, rows, store, rule, watchLedger, watcher } = watchInbox();
  writeFileSync(at('a.txt'), 'one');
  writeFileSync(at('b.txt'), 'other');
  await quiet({ 'a.txt': 'sent', 'b.txt': 'sent' });
  const reason = { code: 'not-sent', reason: { code: 'path-unreadable', errno: 'EIO' } };
  store.db
    .prepare("UPDATE watch_files SET state = 'failed', sha1 = NULL, reason = ? WHERE name = 'a.txt'")
    .run(JSON.stringify(reason));
  rmSync(at('a.txt'));
  await watcher.scanNow();
  expect(rows().find(({ name }) => name === 'a.txt')).toMatchObject({ state: 'gone', reason });
  expect(watchLedger.totals(rule.id).failed).toEqual({ files: 0, bytes: 0 });
  writeFileSync(at('a.txt'), 'one');
  await quiet({ 'a.txt': 'sent', 'b.txt': 'sent' });
  expect(sent.filter((name) => name === 'a.txt')).toHaveLength(2);
});

test('a held copy that is renamed is held under its new name', async () => {
  const { at, quiet } = watchInbox({ sameContent: 'ask' });
  writeFileSync(at('a.txt'), 'one');
  await quiet({ 'a.txt': 'sent' });
  copyFileSync(at('a.txt'), at('copy.txt'));
  await quiet({ 'a.txt': 'sent', 'copy.txt': 'held' });
  renameSync(at('copy.txt'), at('renamed.txt'));
  await quiet({ 'a.txt': 'sent', 'renamed.txt': 'held' });
});

test('a file that a rule left to another one is sent if it comes back after that rule was removed', async () => {
  const { at, folder, inbox, watcher, stop, store, addRule, watch, ledger } = watchInbox();
  writeFileSync(at('a.txt'), 'one');
  writeFileSync(at('b.txt'), 'other');
  const again = addRule({ name: 'Again' });
  await until(
    () => ledger(1).filter(({ state }) => state === 'settled').length === 2,
    () => ledger(1),
  );
  const other = watch(again);
  const copy = () => ledger(again.id).find(({ name }) => name === 'a.txt');
  await until(() => copy()?.state === 'skipped', copy);
  renameSync(at('a.txt'), join(folder, 'a.txt'));
  await watcher.scanNow();
  await other.scanNow();
  await stop(watcher);
  store.db.exec("UPDATE watch_rules SET removed_at = 't' WHERE id = 1");
  renameSync(join(folder, 'a.txt'), join(inbox, 'a.txt'));
  await until(() => copy()?.state === 'settled', copy);
});

test('a file that grows settles only when it stops, and a restart starts its time again', async () => {
  const { at, rows, watcher, watch, stop, rule, sent } = watchInbox();
  writeFileSync(at('slow'), '');
  for (let round = 0; round < 5; round += 1) {
    appendFileSync(at('slow'), 'x');
    await watcher.scanNow();
  }
  await stop(watcher);
  appendFileSync(at('slow'), 'end');
  expect(rows().map(({ version }) => version)).toEqual([1]);
  const next = watch(rule);
  await next.scanNow();
  await until(() => rows().every(({ state }) => state === 'settled'), rows);
  expect(rows()).toMatchObject([{ sizeBytes: 8, version: 1 }]);
  expect(sent).toEqual([]);
});

test('a file that was touched and then renamed is recorded, not sent again', async () => {
  const { at, quiet, sent, rows } = watchInbox();
  writeFileSync(at('a.txt'), 'one');
  await quiet({ 'a.txt': 'sent' });
  utimesSync(at('a.txt'), 1_000, 1_000);
  await quiet({ 'a.txt': 'skipped' });
  renameSync(at('a.txt'), at('b.txt'));
  await quiet({ 'b.txt': 'renamed' });
  renameSync(at('b.txt'), at('c.txt'));
  await quiet({ 'c.txt': 'renamed' });
  utimesSync(at('c.txt'), 2_000, 2_000);
  await quiet({ 'c.txt': 'skipped' });
  expect(sent).toEqual(['a.txt']);
  expect(rows().at(-1)).toMatchObject({ name: 'c.txt', sha1: expect.stringMatching(/^[0-9a-f]{40}$/) });
});

test('a file that was touched and renamed at once, or lost a part of its time on another volume, is recorded', async () => {
  const { at, quiet, sent, rows } = watchInbox();
  for (const name of ['a.txt', 'b.txt']) writeFileSync(at(name), name);
  await quiet({ 'a.txt': 'sent', 'b.txt': 'sent' });
  utimesSync(at('a.txt'), 1_000, 1_000);
  renameSync(at('a.txt'), at('touched.txt'));
  const seconds = Math.floor(statSync(at('b.txt')).mtimeMs / 1_000);
  copyFileSync(at('b.txt'), at('moved.txt'));
  rmSync(at('b.txt'));
  utimesSync(at('moved.txt'), seconds, seconds);
  await quiet({ 'touched.txt': 'renamed', 'moved.txt': 'renamed' });
  expect(sent).toHaveLength(2);
  const { id } = rows().find(({ name }) => name === 'a.txt') ?? { id: 0 };
  expect(rows().find(({ name }) => name === 'touched.txt')?.earlierId).toBe(id);
});

test('other bytes of the same length under another name are sent, although file ID and creation are the same', async () => {
  const { at, quiet, sent } = watchInbox();
  writeFileSync(at('a.txt'), 'one');
  await quiet({ 'a.txt': 'sent' });
  writeFileSync(at('a.txt'), 'two');
  utimesSync(at('a.txt'), 1_000, 1_000);
  renameSync(at('a.txt'), at('b.txt'));
  await quiet({ 'b.txt': 'sent' });
  expect(sent).toEqual(['a.txt', 'b.txt']);
});

test('a copy with its times is sent if the evidence is still there under a later name, or where its rule moved it', async () => {
  const { at, quiet, sent, rows, store, watchLedger } = watchInbox({ afterwards: { moveTo: 'Sent' } });
  const copy = (from: string, to: string) => {
    copyFileSync(at(from), at(to));
    utimesSync(at(to), 1_000, 1_000);
  };
  for (const name of ['a', 'b']) {
    writeFileSync(at(name), name);
    utimesSync(at(name), 1_000, 1_000);
  }
  await quiet({ a: 'sent', b: 'sent' });
  renameSync(at('a'), at('later'));
  mkdirSync(at('Sent'));
  renameSync(at('b'), at('Sent/b'));
  const { id } = rows().find(({ name }) => name === 'b') ?? { id: 0 };
  store.writes.transaction(() => watchLedger.setMoved(id, 'Sent/b', 't'));
  await quiet({ later: 'renamed' });
  copy('later', 'copy of a');
  linkSync(at('later'), at('link to a'));
  copy('Sent/b', 'copy of b');
  linkSync(at('Sent/b'), at('link to b'));
  const copies = { 'copy of a': 'sent', 'copy of b': 'sent', 'link to a': 'sent', 'link to b': 'sent' };
  await quiet({ later: 'renamed', ...copies });
  expect(sent).toHaveLength(6);
  // A person takes it out again: now it is the same file under another name.
  renameSync(at('Sent/b'), at('taken out'));
  rmSync(at('link to b'));
  rmSync(at('copy of b'));
  await quiet({ later: 'renamed', 'copy of a': 'sent', 'link to a': 'sent', 'taken out': 'renamed' });
});

test('a document that comes again long after it was deleted is sent again', async () => {
  const { at, quiet, sent, store } = watchInbox();
  writeFileSync(at('a.pdf'), 'one');
  utimesSync(at('a.pdf'), 1_000, 1_000);
  writeFileSync(at('other'), 'other');
  await quiet({ 'a.pdf': 'sent', other: 'sent' });
  rmSync(at('a.pdf'));
  await quiet({ other: 'sent' });
  store.db.exec("UPDATE watch_files SET gone_at = '2020-01-01T00:00:00Z' WHERE gone_at IS NOT NULL");
  writeFileSync(at('b.pdf'), 'one');
  utimesSync(at('b.pdf'), 1_000, 1_000);
  await quiet({ other: 'sent', 'b.pdf': 'sent' });
  expect(sent.at(-1)).toBe('b.pdf');
});

test('two files of one size that swap names while their times are rounded are not sent again', async () => {
  const { at, quiet, sent } = watchInbox();
  const write = (name: string, content: string, milliseconds: number): void => {
    writeFileSync(at(name), content);
    utimesSync(at(name), 1_000 + milliseconds / 1_000, 1_000 + milliseconds / 1_000);
  };
  write('a', 'one', 300);
  write('b', 'two', 700);
  await quiet({ a: 'sent', b: 'sent' });
  for (const name of ['a', 'b']) rmSync(at(name));
  write('a', 'two', 0);
  write('b', 'one', 0);
  await quiet({ a: 'renamed', b: 'renamed' });
  expect(sent).toHaveLength(2);
});

test('a copy of a file that is touched meanwhile waits for what becomes of that file, and is sent', async () => {
  const { at, quiet, sent } = watchInbox();
  mkdirSync(at('A'));
  writeFileSync(at('A', 'a.txt'), 'one');
  utimesSync(at('A', 'a.txt'), 1_000, 1_000);
  await quiet({ 'A/a.txt': 'sent' });
  copyFileSync(at('A', 'a.txt'), at('copy.txt'));
  utimesSync(at('copy.txt'), 1_000, 1_000);
  utimesSync(at('A', 'a.txt'), 5_000, 5_000);
  await quiet({ 'A/a.txt': 'skipped', 'copy.txt': 'sent' });
  expect(sent).toEqual(['A/a.txt', 'copy.txt']);
});

test('a file that another rule has sent is not sent again when it is touched', async () => {
  const first = watchInbox();
  writeFileSync(first.at('a.txt'), 'one');
  await first.quiet({ 'a.txt': 'sent' });
  await first.stop(first.watcher);
  utimesSync(first.at('a.txt'), 1_000, 1_000);
  const again = first.addRule({ name: 'Again' });
  first.watch(again);
  const rows = () => first.ledger(again.id);
  await until(() => rows().some(({ state }) => state !== 'settling'), rows);
  expect(rows()).toMatchObject([
    { state: 'skipped', reason: { code: 'same-content', earlierPath: 'a.txt' } },
  ]);
});

test('files of one size that change places are not sent again', async () => {
  const { at, quiet, sent } = watchInbox();
  const contents = { a: 'one', b: 'two', c: 'six' };
  for (const [index, [name, content]] of Object.entries(contents).entries()) {
    writeFileSync(at(name), content);
    utimesSync(at(name), 1_000 + index, 1_000 + index);
  }
  await quiet({ a: 'sent', b: 'sent', c: 'sent' });
  renameSync(at('a'), at('a.tmp'));
  renameSync(at('b'), at('a'));
  renameSync(at('c'), at('b'));
  renameSync(at('a.tmp'), at('c'));
  await quiet({ a: 'renamed', b: 'renamed', c: 'renamed' });
  expect(sent.toSorted()).toEqual(['a', 'b', 'c']);
});

test.each([
  ['change places', 'skipped'],
  ['take the place of another', 'renamed'],
] as const)('files with the same content that %s are not sent again', async (what, state) => {
  const { at, quiet, sent } = watchInbox();
  for (const [index, name] of ['a', 'b'].entries()) {
    writeFileSync(at(name), 'one');
    utimesSync(at(name), 1_000 + 100 * index, 1_000 + 100 * index);
  }
  await quiet({ a: 'sent', b: 'sent' });
  renameSync(at('a'), at('c'));
  renameSync(at('b'), at('a'));
  if (what === 'change places') renameSync(at('c'), at('b'));
  await quiet({ a: state, [what === 'change places' ? 'b' : 'c']: state });
  expect(sent.toSorted()).toEqual(['a', 'b']);
});

test('a file that was renamed is a copy if its content is at its earlier path again', async () => {
  const { at, quiet, sent } = watchInbox();
  writeFileSync(at('report'), 'one');
  utimesSync(at('report'), 1_000, 1_000);
  await quiet({ report: 'sent' });
  renameSync(at('report'), at('report before'));
  copyFileSync(at('report before'), at('report'));
  await quiet({ report: 'skipped', 'report before': 'sent' });
  expect(sent).toEqual(['report', 'report before']);
});

/** Finds a file under its name in lower case, too. */
class IgnoringCase extends SourceReader {
  override async lstat(at: SourcePath, signal: AbortSignal) {
    const lower = join(dirname(String(at.path)), basename(String(at.path)).toLowerCase());
    return super.lstat(at, signal).catch(() => super.lstat({ ...at, path: lower }, signal));
  }
}

test('a file that was touched while the case of its name was changed is recorded where case is ignored', async () => {
  const readers = new ReaderPool();
  onTestFinished(() => readers.close());
  const { at, quiet, sent } = watchInbox({}, { sources: new IgnoringCase(readers) });
  writeFileSync(at('A.TXT'), 'one');
  await quiet({ 'A.TXT': 'sent' });
  renameSync(at('A.TXT'), at('a.txt'));
  utimesSync(at('a.txt'), 1_000, 1_000);
  await quiet({ 'a.txt': 'renamed' });
  expect(sent).toEqual(['A.TXT']);
});
