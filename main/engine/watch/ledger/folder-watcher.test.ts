import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startedThreads } from '../../../../test/fixtures/started-threads.ts';
import { watchInbox } from '../../../../test/fixtures/watch-inbox.ts';
import { ledgerOfTest, settleMs, until } from '../../../../test/fixtures/watch-ledger.ts';
import { ReadError } from '../../sources/reader-protocol.ts';
import { SourceReader } from '../../sources/source-reader.ts';

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

test('what is not taken is counted and named, and shown after an hour, in folders with temporary names too', async () => {
  const { at, rows, watcher, quiet } = watchInbox({ exclude: ['*.log'] });
  mkdirSync(at('Invoices.download', 'inner'), { recursive: true });
  mkdirSync(at('.rsync-tmp'));
  writeFileSync(at('Invoices.download', 'inner', 'old.pdf'), 'old');
  writeFileSync(at('Invoices.download', 'fresh.pdf'), 'fresh');
  writeFileSync(at('Invoices.download', 'x.log'), 'log');
  writeFileSync(at('.rsync-tmp', 'b.pst'), 'mail');
  writeFileSync(at('c.tmp'), 'being written');
  const twoHoursAgo = new Date(Date.now() - 7_200_000);
  utimesSync(at('Invoices.download', 'inner', 'old.pdf'), twoHoursAgo, twoHoursAgo);
  await quiet({ 'Invoices.download/inner/old.pdf': 'settling', 'Invoices.download/x.log': 'skipped' });
  const expected = { temporary: 4, overdue: 1, unreadable: 0 };
  expect(watcher.state().lastScan).toMatchObject(expected);
  // Also by a scan that finds them as the ledger has them.
  await watcher.scanNow();
  const { lastScan } = watcher.state();
  expect(lastScan).toMatchObject(expected);
  const [first, ...others] = lastScan?.examples.temporary ?? [];
  expect([first, others.toSorted()]).toEqual([
    'Invoices.download/inner/old.pdf',
    ['.rsync-tmp/b.pst', 'Invoices.download/fresh.pdf', 'c.tmp'],
  ]);
  expect(rows().find(({ name }) => name === 'old.pdf')?.reason).toEqual({ code: 'temporary-name' });
  // The folder gets its final name: its files are taken, and the earlier path is left.
  renameSync(at('Invoices.download'), at('Invoices'));
  rmSync(at('.rsync-tmp'), { recursive: true });
  rmSync(at('c.tmp'));
  await quiet({
    'Invoices/inner/old.pdf': 'sent',
    'Invoices/fresh.pdf': 'sent',
    'Invoices/x.log': 'skipped',
  });
  await watcher.scanNow();
  expect(watcher.state().lastScan).toMatchObject({ temporary: 0, overdue: 0, examples: { temporary: [] } });
});

test.each<readonly [string, string[], number]>([
  ['counted and named', [], 1],
  ['not missed if its pattern keeps all of it from being sent', ['d*/**'], 0],
])('a folder that cannot be read is %s', async (_, exclude, unreadable) => {
  const { at, inbox, watcher, quiet } = watchInbox({ exclude });
  writeFileSync(at('a.txt'), 'one');
  // Deeper than the system opens: not even root reads it. Only step by step can it be made.
  const script = `for (let depth = 0; depth < 25; depth += 1) {
    require('node:fs').mkdirSync('d'.repeat(200));
    process.chdir('d'.repeat(200));
  }`;
  execFileSync(process.execPath, ['-e', script], { cwd: inbox });
  onTestFinished(() => void execFileSync('rm', ['-rf', at('d'.repeat(200))]));
  await quiet({ 'a.txt': 'sent' });
  const { lastScan } = watcher.state();
  expect(lastScan?.unreadable).toBe(unreadable);
  const named = { path: expect.stringMatching(/^d{200}\/d{200}\//), errno: 'ENAMETOOLONG' };
  expect(lastScan?.examples.unreadable).toEqual(Array(unreadable).fill(named));
});

/** A device that reports what it has, and can't read this file. */
function refuseRead(bad: string) {
  const { readEnds } = SourceReader.prototype;
  const refused = vi.spyOn(SourceReader.prototype, 'readEnds').mockImplementation(function (
    this: SourceReader,
    at,
    signal,
  ) {
    return String(at.path) === bad
      ? Promise.reject(new ReadError('EIO', bad))
      : readEnds.call(this, at, signal);
  });
  onTestFinished(() => refused.mockRestore());
  return refused;
}

test('a file whose content cannot be read is counted and named until it can, or is gone', async () => {
  const { at, watcher, quiet } = watchInbox();
  const refused = refuseRead(at('bad.bin'));
  writeFileSync(at('bad.bin'), 'unread');
  writeFileSync(at('a.txt'), 'one');
  const scanned = () => watcher.state().lastScan;
  const unreadable = (files: number) => until(() => scanned()?.unreadable === files, scanned);
  await unreadable(1);
  await quiet({ 'a.txt': 'sent', 'bad.bin': 'settling' });
  expect(scanned()).toMatchObject({
    unreadable: 1,
    examples: { unreadable: [{ path: 'bad.bin', errno: 'EIO' }] },
  });
  rmSync(at('bad.bin'));
  await unreadable(0);
  writeFileSync(at('bad.bin'), 'unread');
  await unreadable(1);
  refused.mockRestore();
  await quiet({ 'a.txt': 'sent', 'bad.bin': 'sent' });
  expect(scanned()).toMatchObject({ unreadable: 0, examples: { unreadable: [] } });
});

test('a file of a share that goes away while it is read does not count as unreadable', async () => {
  const { addRule, watch, folder, inbox, ledger } = ledgerOfTest();
  const away = join(folder, 'away');
  const refused = vi.spyOn(SourceReader.prototype, 'readEnds').mockImplementationOnce(() => {
    renameSync(inbox, away);
    return Promise.reject(new ReadError('EIO', inbox));
  });
  onTestFinished(() => refused.mockRestore());
  writeFileSync(join(inbox, 'a.txt'), 'one');
  const { id, rule } = addRule();
  // Neither a scan nor the next look at what can't be read is due before its end.
  const times = { settleSeconds: settleMs / 1_000, rescanSeconds: 600 };
  const watcher = watch({ id, rule }, { rule: { ...rule, ...times } });
  const state = watcher.state.bind(watcher);
  await until(() => state().away !== null, state);
  expect(state()).toMatchObject({ away: { reason: { kind: 'missing' } }, lastScan: { unreadable: 0 } });
  renameSync(away, inbox);
  const rows = () => ledger(id);
  await until(() => rows()[0]?.state === 'settled', rows);
  expect(state().lastScan?.unreadable).toBe(0);
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

test('a folder that is away at the start reports its changes once it is there', async () => {
  const { folder, addRule, watch } = ledgerOfTest();
  const path = join(folder, 'later');
  const watcher = watch(addRule({ path }), { usesEvents: undefined });
  const state = watcher.state.bind(watcher);
  await until(() => state().away !== null, state);
  mkdirSync(path);
  await until(() => state().usesEvents, state);
});

test('what a removed rule has sent is not sent again by a later one, unless that sends to another database', async () => {
  const first = watchInbox();
  writeFileSync(first.at('a.txt'), 'one');
  await first.quiet({ 'a.txt': 'sent' });
  await first.stop(first.watcher);
  first.store.db.exec("UPDATE watch_rules SET removed_at = 't'");
  const again = first.addRule({ name: 'Again' });
  const other = first.addRule({ name: 'Other database', database: 8 });
  first.watch(again);
  first.watch(other);
  await until(
    () => first.ledger(again.id)[0]?.state === 'skipped' && first.ledger(other.id)[0]?.state === 'settled',
    () => first.ledger(again.id),
  );
  expect(first.ledger(again.id)).toMatchObject([{ reason: { code: 'same-content', earlierPath: 'a.txt' } }]);
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
    .prepare("UPDATE watch_files SET state = 'failed', sha256 = NULL, reason = ? WHERE name = 'a.txt'")
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

test('a file that left while its batch was taken is gone when the batch is released', async () => {
  const { at, quiet, rows, store, watchLedger } = watchInbox();
  for (const name of ['left', 'there']) writeFileSync(at(name), name);
  await quiet({ left: 'sent', there: 'sent' });
  const batchId = rows()[0]?.batchId ?? 0;
  store.db.exec(`UPDATE watch_files SET state = 'taken', batch_id = ${batchId};
    UPDATE watch_files SET gone_at = 't' WHERE name = 'left'`);
  store.writes.transaction(() => watchLedger.releaseBatch(batchId, 10));
  const states = Object.fromEntries(rows().map(({ name, state }) => [name, state]));
  expect(states).toEqual({ left: 'gone', there: 'settled' });
});

test.each([
  ['is not quiet while a file changes that it takes', '*.bak', false],
  ['is quiet although a file changes that a pattern leaves out', '*.log', true],
])('a folder %s', async (_, pattern, isQuiet) => {
  const { at, quiet, watcher } = watchInbox({ exclude: [pattern] });
  writeFileSync(at('a.txt'), 'one');
  writeFileSync(at('app.log'), 'line');
  await quiet({ 'a.txt': 'sent', 'app.log': isQuiet ? 'skipped' : 'sent' });
  const beganMs = performance.now();
  while (performance.now() - beganMs < 600) {
    appendFileSync(at('app.log'), 'line');
    await watcher.scanNow();
  }
  expect(watcher.quietMs(null) > 400).toBe(isQuiet);
});

test('while a scan runs, the folder does not count as quiet for longer', async () => {
  let onNow = (): void => undefined;
  const now = (): Date => {
    onNow();
    return new Date();
  };
  const { at, quiet, watcher } = watchInbox({}, { now });
  writeFileSync(at('a.txt'), 'one');
  await quiet({ 'a.txt': 'sent' });
  // The watcher asks for the time when a scan has found something, and at the end of a scan: none is under way.
  await watcher.scanNow();
  const found = Promise.withResolvers<readonly number[]>();
  onNow = () => {
    const before = watcher.quietMs(null);
    const endsAtMs = performance.now() + 20;
    while (performance.now() < endsAtMs);
    found.resolve([before, watcher.quietMs(null)]);
  };
  writeFileSync(at('b.txt'), 'two');
  const scan = watcher.scanNow();
  const [before, after] = await found.promise;
  onNow = () => undefined;
  await scan;
  expect(after).toBe(before);
});

// Terminating a thread that loads SQLite would end the whole process.
test('a rule that is stopped as soon as it is started ends its thread without terminating it', async () => {
  const threads = startedThreads();
  const { watcher } = watchInbox();
  await once(process, 'worker');
  await watcher.stop();
  await expect(Promise.all(threads.map(({ exited }) => exited))).resolves.toEqual([0]);
});

test('a bug in each look at the folder is shown, and reported once', async () => {
  const bugs: unknown[] = [];
  const { at, watcher, rows } = watchInbox(
    {},
    {
      keepRoot: () => {
        throw new Error('a bug');
      },
      reportBug: (error) => bugs.push(error),
    },
  );
  writeFileSync(at('a.txt'), 'one');
  await watcher.scanNow();
  await watcher.scanNow();
  expect(watcher.state().failure).toEqual({ code: 'bug' });
  expect(bugs).toHaveLength(1);
  expect(rows()).toEqual([]);
});
