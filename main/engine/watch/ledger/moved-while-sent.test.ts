/** A file that gets another name while its upload runs is sent once. */
import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { WatchRuleInput } from '../../../../preload/contract/watch/watched-folder.ts';
import { watchInbox } from '../../../../test/fixtures/watch-inbox.ts';
import { until } from '../../../../test/fixtures/watch-ledger.ts';
import { SourceReader } from '../../sources/source-reader.ts';
import { createRepositories } from '../../store/repositories.ts';
import type { LedgerFile } from '../../store/watch/ledger-file.ts';
import { decideWith } from './check-settled.ts';

const sha256 = createHash('sha256').update('evidence').digest('hex');

/** A file that is being sent. */
async function takenFile(input: Partial<WatchRuleInput> = {}) {
  const inbox = watchInbox(input);
  const { at, rule, rows, takeSettled, watcher } = inbox;
  writeFileSync(at('a.pdf'), 'evidence');
  await watcher.scanNow();
  await until(() => rows()[0]?.state === 'settled', rows);
  const taken = takeSettled(rule.id);
  const rowOf = (name: string): LedgerFile | undefined => rows().find((row) => row.name === name);
  return { ...inbox, taken, rowOf };
}

test.each([
  ['was sent', sha256, 'renamed'],
  ['could not be sent', null, 'settled'],
] as const)(
  'a file that is renamed while it is being sent waits for its upload, and if it %s is %s',
  async (...given) => {
    const [, hash, state] = given;
    const { at, taken, record, rowOf, rows } = await takenFile();
    renameSync(at('a.pdf'), at('b.pdf'));
    await until(() => rowOf('b.pdf')?.reason?.code === 'earlier-sending', rows);
    record(taken, () => hash);
    await until(() => rowOf('b.pdf')?.state !== 'settling', rows);
    expect(rowOf('b.pdf')?.state).toBe(state);
  },
);

test.each([
  ['renamed', 'sent'],
  ['settled', 'not sent'],
] as const)(
  'a file that was made again with the same size, time, and ID, and then renamed, waits, and is %s if it was %s',
  async (...given) => {
    const [state] = given;
    const { at, taken, record, rowOf, rows, store } = await takenFile();
    store.db.exec('UPDATE watch_files SET born_ns = 5');
    renameSync(at('a.pdf'), at('b.pdf'));
    await until(() => rowOf('b.pdf')?.reason?.code === 'earlier-sending', rows);
    const made = rowOf('b.pdf') ?? null;
    record(taken, () => sha256, state === 'renamed' ? made : null);
    await until(() => rowOf('b.pdf')?.state !== 'settling', rows);
    expect(rowOf('b.pdf')?.state).toBe(state);
  },
);

test.each([
  ['renamed', 'sent'],
  ['settled', 'not sent'],
] as const)(
  'another file with the same size and time that took the place of one that is being sent, and was renamed, waits, and is %s if it was %s',
  async (...given) => {
    const [state] = given;
    const { at, folder, record, rows, rule, takeSettled, watcher } = watchInbox();
    const rowOf = (name: string) => rows().find((row) => row.name === name);
    const write = (path: string): void => {
      writeFileSync(path, 'evidence');
      utimesSync(path, 1_000, 1_000);
    };
    write(at('a.pdf'));
    await watcher.scanNow();
    await until(() => rows()[0]?.state === 'settled', rows);
    const taken = takeSettled(rule.id);
    write(join(folder, 'other.pdf'));
    renameSync(join(folder, 'other.pdf'), at('a.pdf'));
    await until(() => rows().length === 2, rows);
    renameSync(at('a.pdf'), at('b.pdf'));
    await until(() => rowOf('b.pdf')?.reason?.code === 'earlier-sending', rows);
    record(taken, () => sha256, state === 'renamed' ? (rowOf('b.pdf') ?? null) : null);
    await until(() => rowOf('b.pdf')?.state !== 'settling', rows);
    expect(rowOf('b.pdf')?.state).toBe(state);
  },
);

test.each([
  ['evidence', 'renamed'],
  ['overwritten', 'settled'],
] as const)('a file that is touched and renamed while %s is sent is %s', async (sentContent, state) => {
  const { at, taken, record, rowOf, rows } = await takenFile();
  utimesSync(at('a.pdf'), 1_000, 1_000);
  renameSync(at('a.pdf'), at('b.pdf'));
  await until(() => rowOf('b.pdf')?.reason?.code === 'earlier-sending', rows);
  record(taken, () => createHash('sha256').update(sentContent).digest('hex'));
  await until(() => rowOf('b.pdf')?.state !== 'settling', rows);
  expect(rowOf('b.pdf')?.state).toBe(state);
});

test('a hard link of a file that is being sent does not wait for it, and is sent', async () => {
  const { at, rowOf, rows } = await takenFile();
  mkdirSync(at('links'));
  linkSync(at('a.pdf'), at('links', 'b.pdf'));
  await until(() => rowOf('b.pdf')?.state === 'settled', rows);
});

test('a hard link of a file that its rule is moving is sent, however far the move is recorded', async () => {
  const { at, taken, record, rowOf, rows, store, watchLedger } = await takenFile({
    afterwards: { moveTo: 'Sent' },
  });
  record(taken, () => sha256);
  mkdirSync(at('Sent'));
  renameSync(at('a.pdf'), at('Sent', 'a.pdf'));
  linkSync(at('Sent', 'a.pdf'), at('b.pdf'));
  await until(() => rowOf('b.pdf')?.reason?.code === 'earlier-sending', rows);
  const [id, batchId] = [rowOf('a.pdf')?.id ?? 0, rowOf('a.pdf')?.batchId ?? 0];
  store.writes.transaction(() => {
    watchLedger.setMoved(id, 'Sent/a.pdf', 't');
    store.db.prepare("UPDATE watch_batches SET moved_at = 't' WHERE id = ?").run(batchId);
  });
  await until(() => rowOf('b.pdf')?.state !== 'settling', rows);
  expect(rowOf('b.pdf')).toMatchObject({ state: 'settled', kind: 'copy', earlierId: id });
});

test('what was seen at a path before its rule moved the file decides nothing afterwards', async () => {
  const { at, taken, record, rowOf, rows, rule, store, stop, watcher, watchLedger } = await takenFile({
    afterwards: { moveTo: 'Sent' },
  });
  record(taken, () => sha256);
  linkSync(at('a.pdf'), at('b.pdf'));
  await until(() => rowOf('b.pdf')?.state === 'settled', rows);
  await stop(watcher);
  const [earlier, link] = [rowOf('a.pdf'), rowOf('b.pdf')];
  if (earlier === undefined || link === undefined) throw new Error('A row is gone.');
  const context = {
    watchMatches: createRepositories(store.db).watchMatches,
    rootPath: rule.rule.path,
    rule: rule.rule,
    target: { serverUrl: 'http://127.0.0.1:1', databaseId: rule.rule.database },
  };
  const facts = { sha256: null, isThere: new Map([[JSON.stringify([earlier.id, null]), 'gone' as const]]) };
  expect(decideWith(context, link, facts)).toMatchObject({ kind: 'wait' });
  store.writes.transaction(() => {
    watchLedger.setMoved(earlier.id, 'Sent/a.pdf', 't');
    store.db.exec("UPDATE watch_batches SET moved_at = 't'");
  });
  expect(decideWith(context, link, facts)).toMatchObject({ kind: 'look' });
});

test('a file that waits for an upload is not read again meanwhile', async () => {
  const { at, taken, record, rowOf, rows } = await takenFile();
  renameSync(at('a.pdf'), at('b.pdf'));
  await until(() => rowOf('b.pdf')?.reason?.code === 'earlier-sending', rows);
  const reads = vi.spyOn(SourceReader.prototype, 'readEnds');
  onTestFinished(() => reads.mockRestore());
  // Each settles later than the waiting file is checked again.
  for (const name of ['one.txt', 'two.txt']) {
    writeFileSync(at(name), name);
    await until(() => rowOf(name)?.state === 'settled', rows);
  }
  const read = reads.mock.calls.map(([{ path }]) => String(path));
  expect(read).toContain(at('two.txt'));
  expect(read).not.toContain(at('b.pdf'));
  record(taken, () => sha256);
  await until(() => rowOf('b.pdf')?.state !== 'settling', rows);
  expect(rowOf('b.pdf')?.state).toBe('renamed');
});

test('a file whose upload was canceled is not sent under another name, but its next content is', async () => {
  const { at, quiet, sent, store, rows } = watchInbox();
  writeFileSync(at('a.pst'), 'one');
  await quiet({ 'a.pst': 'sent' });
  const reason = { code: 'not-sent', reason: { code: 'cancelled' } } as const;
  store.db
    .prepare("UPDATE watch_files SET state = 'skipped', sha256 = NULL, reason = ?")
    .run(JSON.stringify(reason));
  renameSync(at('a.pst'), at('b.pst'));
  await quiet({ 'b.pst': 'skipped' });
  expect(rows().at(-1)).toMatchObject({ name: 'b.pst', reason, earlierId: 1, continuesId: 1 });
  renameSync(at('b.pst'), at('a.pst'));
  await quiet({ 'a.pst': 'skipped' });
  writeFileSync(at('a.pst'), 'two');
  await quiet({ 'a.pst': 'sent' });
  expect(sent).toEqual(['a.pst', 'a.pst']);
});

describe('a file whose upload was canceled before the platform confirmed it', () => {
  /** Adds a file and cancels its upload. */
  async function cancelUnconfirmed(input: Partial<WatchRuleInput> = {}) {
    const inbox = watchInbox(input);
    writeFileSync(inbox.at('a.pst'), 'one');
    await inbox.quiet({ 'a.pst': 'sent' });
    const reason = { code: 'not-sent', reason: { code: 'cancelled-unconfirmed' } };
    inbox.store.db.prepare("UPDATE watch_files SET state = 'held', reason = ?").run(JSON.stringify(reason));
    return inbox;
  }

  test('is not waited for when it changes', async () => {
    const { at, quiet, sent, store } = await cancelUnconfirmed();
    store.db.exec('UPDATE watch_files SET sha256 = NULL');
    writeFileSync(at('a.pst'), 'two');
    await quiet({ 'a.pst': 'sent' });
    expect(sent).toEqual(['a.pst', 'a.pst']);
  });

  test('is not waited for by its copy', async () => {
    const { at, quiet } = await cancelUnconfirmed({ sameContent: 'skip' });
    writeFileSync(at('copy.pst'), 'one');
    await quiet({ 'a.pst': 'held', 'copy.pst': 'sent' });
  });
});
