import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { success } from '../../../preload/contract/failure.ts';
import { ledgerOfTest, until } from '../../../test/fixtures/watch-ledger.ts';
import type { LedgerFile } from '../store/ledger-file.ts';
import { createRepositories } from '../store/repositories.ts';
import { SettleFiles } from './settle-files.ts';

test.skipIf(process.platform === 'win32')(
  'a file that may have been moved from a volume that is away says so, and after a while counts as a copy',
  async () => {
    const { inbox, folder, addRule, watch, stop, ledger, sendSettled } = ledgerOfTest();
    const other = join(folder, 'other');
    mkdirSync(other);
    writeFileSync(join(inbox, 'a.txt'), 'first');
    const before = addRule();
    const watcher = watch(before);
    const sha1 = createHash('sha1').update('first').digest('hex');
    await until(
      () => sendSettled(before.id, () => sha1).length === 1,
      () => ledger(before.id),
    );
    await stop(watcher);
    renameSync(join(inbox, 'a.txt'), join(other, 'a.txt'));
    // Nothing can be told of a path that leads in a circle, as of one on a share that doesn't answer.
    rmSync(inbox, { recursive: true });
    symlinkSync(inbox, inbox);
    const after = addRule({ name: 'Other', path: other });
    const only = () => ledger(after.id)[0];
    watch(after, { unclearMs: 500 });
    await until(() => only()?.reason?.code === 'earlier-away', only);
    expect(only()?.reason).toEqual({ code: 'earlier-away', earlierPath: join(inbox, 'a.txt') });
    await until(() => only()?.state === 'settled', only);
    expect(only()).toMatchObject({ kind: 'copy', reason: null });
  },
);

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

test('a file that another rule gives up before this one has written that it has it is sent', async () => {
  const { inbox, addRule, watch, ledger, watchLedger } = ledgerOfTest();
  writeFileSync(join(inbox, 'a.txt'), 'one');
  const [first, second] = [addRule(), addRule({ name: 'Second' })];
  const one = watch(first);
  await until(
    () => ledger(first.id)[0]?.state === 'settled',
    () => ledger(first.id),
  );
  await one.stop();
  let isGivenUp = false;
  const other = watch(second, {
    // Once the check has ended, and before its result is written.
    onChange: () => {
      if (isGivenUp || !other.isChecking()) return;
      isGivenUp = true;
      watchLedger.unsettle(first.id, 10);
    },
  });
  await until(
    () => ledger(second.id)[0]?.state === 'settled',
    () => ledger(second.id),
  );
  expect(isGivenUp).toBe(true);
});

test('a file that another rule begins to send before this one has written that it is new is not sent again', async () => {
  const { store, sources, inbox, addRule, watch, stop, ledger, takeSettled, record } = ledgerOfTest();
  const [first, second] = [addRule(), addRule({ name: 'Second' })];
  const path = join(inbox, 'a.txt');
  writeFileSync(path, 'evidence');
  const rows = () => [...ledger(first.id), ...ledger(second.id)];
  const one = watch(first);
  await until(() => rows()[0]?.state === 'settled', rows);
  await stop(one);
  // Restored, with another time.
  utimesSync(path, 1_000, 1_000);
  const other = watch(second, { rule: { ...second.rule, settleSeconds: 600 } });
  await until(() => rows().length === 2, rows);
  await stop(other);
  const sha1 = createHash('sha1').update('evidence').digest('hex');
  let taken: readonly LedgerFile[] = [];
  const files = new SettleFiles({
    ...createRepositories(store.db),
    writes: store.writes,
    sources,
    hash: async () => success(sha1),
    rootPath: inbox,
    rule: second.rule,
    target: { serverUrl: 'http://127.0.0.1:1', databaseId: 7 },
    now: () => new Date(),
    signal: new AbortController().signal,
    scanBeganMs: () => null,
    settleMs: 1,
    retryMs: 1,
    onChanged: () => undefined,
    onMissing: () => undefined,
    // Once the check has ended, and before its result is written.
    onEnd: () => {
      taken = [...taken, ...takeSettled(first.id)];
    },
  });
  const [, { id } = { id: 0 }] = rows();
  files.add(id);
  const decided = (isDecided: (row: LedgerFile | undefined) => boolean) =>
    until(() => {
      files.start();
      return isDecided(rows()[1]);
    }, rows);
  await decided((row) => row?.state !== 'settling' || row.reason !== null);
  expect(rows()[1]).toMatchObject({ state: 'settling', reason: { code: 'earlier-sending' } });
  record(taken, () => sha1);
  await decided((row) => row?.state !== 'settling');
  expect(rows()[1]).toMatchObject({ state: 'skipped', reason: { code: 'same-content' } });
  await files.end();
});
