import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { WatchRuleInput } from '../../../preload/contract/watched-folder.ts';
import { watchInbox } from '../../../test/fixtures/watch-inbox.ts';
import { ledgerOfTest, until } from '../../../test/fixtures/watch-ledger.ts';
import { SourceReader } from '../sources/source-reader.ts';
import type { LedgerFile } from '../store/ledger-file.ts';

const sha1 = createHash('sha1').update('evidence').digest('hex');

test.each([
  ['under its name, by another rule that looks first', 'a.pdf', true, sha1, 'renamed'],
  ['under its name, and could not be sent', 'a.pdf', true, null, 'settled'],
  ['under another name', 'b.pdf', false, sha1, 'renamed'],
  ['under another name, and could not be sent', 'b.pdf', false, null, 'settled'],
] as const)(
  'a file that another disk has while it is being sent: %s',
  async (_, name, isFirst, hash, state) => {
    const { folder, inbox, addRule, watch, stop, ledger, takeSettled, record } = ledgerOfTest();
    const [from, to] = [join(inbox, 'a.pdf'), join(folder, 'other', name)];
    mkdirSync(join(folder, 'other'));
    writeFileSync(from, 'evidence');
    utimesSync(from, 1_000, 1_000.5);
    const rule = addRule();
    const watcher = watch(rule);
    let taken: readonly LedgerFile[] = [];
    const isTaken = () => {
      taken = takeSettled(rule.id);
      return taken.length > 0;
    };
    await until(isTaken, () => ledger(rule.id));
    if (isFirst) await stop(watcher);
    // On another disk, it has another ID, and a time that may be rounded.
    copyFileSync(from, to);
    utimesSync(to, 1_000, 1_000);
    rmSync(from);
    if (!isFirst)
      await until(
        () => ledger(rule.id)[0]?.goneAt !== null,
        () => ledger(rule.id),
      );

    const other = addRule({ name: 'Other', path: join(folder, 'other') });
    const rows = () => ledger(other.id);
    const stateOf = (wanted: string) => rows().find((file) => file.name === wanted)?.state;
    watch(other);
    await until(() => stateOf(name) !== undefined, rows);
    // It settles later.
    writeFileSync(join(folder, 'other', 'unrelated.txt'), 'unrelated');
    await until(() => stateOf('unrelated.txt') === 'settled', rows);
    expect(stateOf(name)).toBe('settling');
    record(taken, () => hash);
    await until(() => stateOf(name) !== 'settling', rows);
    expect(stateOf(name)).toBe(state);
  },
);

test.each([
  ['one file', 1],
  ['one of many with its size and time', 120],
] as const)(
  'a file that is moved to another disk and renamed before a scan saw it, %s, is not sent again',
  async (_, count) => {
    const { folder, inbox, addRule, watch, stop, ledger, takeSettled, record } = ledgerOfTest();
    const other = join(folder, 'other');
    mkdirSync(other);
    const write = (path: string, content: string) => {
      writeFileSync(path, content);
      utimesSync(path, 1_000, 1_000);
    };
    for (let index = 0; index < count; index += 1)
      write(join(inbox, `${index}.pdf`), String(index).padStart(8));
    const rule = addRule();
    const first = watch(rule);
    const settled = () => ledger(rule.id).filter(({ state }) => state === 'settled').length;
    await until(() => settled() === count, settled);
    const taken = takeSettled(rule.id);
    await stop(first);
    // Between two scans of the first folder, which then finds the rest where they were.
    write(join(other, 'moved.pdf'), '0'.padStart(8));
    rmSync(join(inbox, '0.pdf'));
    const second = addRule({ name: 'Other', path: other });
    watch(second);
    const moved = () => ledger(second.id)[0];
    await until(() => moved()?.reason?.code === 'earlier-unclear', moved);
    watch(rule);
    await until(() => moved()?.reason?.code === 'earlier-sending', moved);
    expect(moved()?.reason).toEqual({ code: 'earlier-sending', earlierPath: join(inbox, '0.pdf') });
    const sha1Of = ({ name }: LedgerFile) =>
      createHash('sha1').update(name.replace('.pdf', '').padStart(8)).digest('hex');
    record(taken, sha1Of);
    await until(() => moved()?.state !== 'settling', moved);
    const { id } = taken.find(({ name }) => name === '0.pdf') ?? { id: 0 };
    expect(moved()).toMatchObject({ state: 'renamed', earlierId: id });
  },
);

test('what a rule that was stopped is sending is not waited for without end', async () => {
  const { folder, inbox, addRule, watch, stop, ledger, takeSettled } = ledgerOfTest();
  const other = join(folder, 'other');
  mkdirSync(other);
  for (const path of [join(inbox, 'a.pdf'), join(other, 'b.pdf')]) {
    writeFileSync(path, 'evidence');
    utimesSync(path, 1_000, 1_000);
  }
  const rule = addRule();
  const watcher = watch(rule);
  await until(
    () => takeSettled(rule.id).length > 0,
    () => ledger(rule.id),
  );
  await stop(watcher);
  const second = addRule({ name: 'Other', path: other });
  watch(second, { unclearMs: 300 });
  const only = () => ledger(second.id)[0];
  await until(() => only()?.reason?.code === 'earlier-unclear', only);
  await until(() => only()?.state === 'settled', only);
});

test('a copy of a file that is being sent does not wait for it', async () => {
  const { inbox, addRule, watch, ledger, takeSettled } = ledgerOfTest();
  mkdirSync(join(inbox, 'copies'));
  writeFileSync(join(inbox, 'a.pdf'), 'evidence');
  utimesSync(join(inbox, 'a.pdf'), 1_000, 1_000);
  const rule = addRule();
  watch(rule);
  const rows = () => ledger(rule.id);
  await until(() => takeSettled(rule.id).length > 0, rows);
  copyFileSync(join(inbox, 'a.pdf'), join(inbox, 'copies', 'a.pdf'));
  utimesSync(join(inbox, 'copies', 'a.pdf'), 1_000, 1_000);
  await until(() => rows()[1]?.state === 'settled', rows);
});

test('a file that waits for an upload is not read again meanwhile', async () => {
  const { folder, inbox, addRule, watch, ledger, takeSettled, record } = ledgerOfTest();
  const other = join(folder, 'other');
  mkdirSync(other);
  const from = join(inbox, 'a.pdf');
  writeFileSync(from, 'evidence');
  utimesSync(from, 1_000, 1_000);
  const rule = addRule();
  watch(rule);
  let taken: readonly LedgerFile[] = [];
  const isTaken = () => {
    taken = takeSettled(rule.id);
    return taken.length > 0;
  };
  await until(isTaken, () => ledger(rule.id));
  rmSync(from);
  await until(
    () => ledger(rule.id)[0]?.goneAt !== null,
    () => ledger(rule.id),
  );
  const to = join(other, 'b.pdf');
  writeFileSync(to, 'evidence');
  utimesSync(to, 1_000, 1_000);
  const second = addRule({ name: 'Other', path: other });
  watch(second);
  const rows = () => ledger(second.id);
  const rowOf = (wanted: string) => rows().find(({ name }) => name === wanted);
  await until(() => rowOf('b.pdf')?.reason?.code === 'earlier-sending', rows);
  const reads = vi.spyOn(SourceReader.prototype, 'readEnds');
  onTestFinished(() => reads.mockRestore());
  // Each settles later than the waiting file is checked again.
  for (const name of ['one.txt', 'two.txt']) {
    writeFileSync(join(other, name), name);
    await until(() => rowOf(name)?.state === 'settled', rows);
  }
  const read = reads.mock.calls.map(([{ path }]) => String(path));
  expect(read).toContain(join(other, 'two.txt'));
  expect(read).not.toContain(to);
  record(taken, () => sha1);
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
    store.db.exec('UPDATE watch_files SET sha1 = NULL');
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
