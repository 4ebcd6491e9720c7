import {
  copyFileSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { watchInbox } from '../../../../test/fixtures/watch-inbox.ts';
import { until } from '../../../../test/fixtures/watch-ledger.ts';
import { ReaderPool } from '../../sources/reader-pool.ts';
import { type SourcePath, SourceReader } from '../../sources/source-reader.ts';

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

test('a folder that is moved is recorded file by file, and what is moved between volumes is sent as a copy', async () => {
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
  await quiet({ 'B/deep/1': 'renamed', moved: 'sent' });
  expect(sent).toHaveLength(3);
  const { id } = rows().find(({ folder, name }) => folder === 'A' && name === '2') ?? { id: 0 };
  expect(rows().at(-1)).toMatchObject({ name: 'moved', kind: 'copy', earlierId: id });
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
  expect(rows().at(-1)).toMatchObject({ name: 'c.txt', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
});

test('a file that was touched and renamed at once is recorded', async () => {
  const { at, quiet, sent, rows } = watchInbox();
  writeFileSync(at('a.txt'), 'one');
  await quiet({ 'a.txt': 'sent' });
  utimesSync(at('a.txt'), 1_000, 1_000);
  renameSync(at('a.txt'), at('touched.txt'));
  await quiet({ 'touched.txt': 'renamed' });
  expect(sent).toEqual(['a.txt']);
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

test('a document that comes again under another path after it was deleted is sent', async () => {
  const { at, quiet, sent } = watchInbox();
  writeFileSync(at('a.pdf'), 'one');
  utimesSync(at('a.pdf'), 1_000, 1_000);
  writeFileSync(at('other'), 'other');
  await quiet({ 'a.pdf': 'sent', other: 'sent' });
  rmSync(at('a.pdf'));
  await quiet({ other: 'sent' });
  writeFileSync(at('b.pdf'), 'one');
  utimesSync(at('b.pdf'), 1_000, 1_000);
  await quiet({ other: 'sent', 'b.pdf': 'sent' });
  expect(sent.at(-1)).toBe('b.pdf');
});

test('a copy of a file that is touched meanwhile is sent', async () => {
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

test.each(['change places', 'take the place of another'])(
  'files with the same content that %s are not sent again',
  async (what) => {
    const { at, quiet, sent } = watchInbox();
    for (const [index, name] of ['a', 'b'].entries()) {
      writeFileSync(at(name), 'one');
      utimesSync(at(name), 1_000 + 100 * index, 1_000 + 100 * index);
    }
    await quiet({ a: 'sent', b: 'sent' });
    renameSync(at('a'), at('c'));
    renameSync(at('b'), at('a'));
    if (what === 'change places') renameSync(at('c'), at('b'));
    await quiet({ a: 'renamed', [what === 'change places' ? 'b' : 'c']: 'renamed' });
    expect(sent.toSorted()).toEqual(['a', 'b']);
  },
);

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

test('a copy with its times is sent if the evidence was moved back from where its rule had moved it', async () => {
  const { at, quiet, sent, watcher, watchLedger, store } = watchInbox({ afterwards: { moveTo: 'Sent' } });
  writeFileSync(at('a.txt'), 'one');
  await quiet({ 'a.txt': 'sent' });
  mkdirSync(at('Sent'));
  renameSync(at('a.txt'), at('Sent/a.txt'));
  store.writes.transaction(() => watchLedger.setMoved(1, 'Sent/a.txt', new Date().toISOString()));
  await watcher.scanNow();
  renameSync(at('Sent/a.txt'), at('a.txt'));
  await quiet({ 'a.txt': 'sent' });
  const { atime, mtime } = statSync(at('a.txt'));
  copyFileSync(at('a.txt'), at('copy.txt'));
  utimesSync(at('copy.txt'), atime, mtime);
  await quiet({ 'a.txt': 'sent', 'copy.txt': 'sent' });
  expect(sent).toEqual(['a.txt', 'copy.txt']);
});

test.each([
  ['other', 'sent'],
  ['first', 'skipped'],
] as const)(
  'a file that has the size and time of an earlier version again, and %s content, is %s',
  async (last, state) => {
    const { at, quiet, rows, watcher } = watchInbox();
    const write = async (content: string, seconds: number): Promise<void> => {
      writeFileSync(at('a.pst'), content);
      utimesSync(at('a.pst'), seconds, seconds);
      const before = rows().length;
      await watcher.scanNow();
      expect(rows()).toHaveLength(before + 1);
    };
    await write('first', 1_000);
    await quiet({ 'a.pst': 'sent' });
    await write('later', 2_000);
    await quiet({ 'a.pst': 'sent' });
    await write(last, 1_000);
    await quiet({ 'a.pst': state });
  },
);
