/** A file that gets another name while its upload runs is sent once. */
import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { WatchRuleInput } from '../../../preload/contract/watched-folder.ts';
import { watchInbox } from '../../../test/fixtures/watch-inbox.ts';
import { until } from '../../../test/fixtures/watch-ledger.ts';
import { SourceReader } from '../sources/source-reader.ts';
import type { LedgerFile } from '../store/ledger-file.ts';

const sha256 = createHash('sha256').update('evidence').digest('hex');

/** A file that is being sent. */
async function takenFile() {
  const inbox = watchInbox();
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
