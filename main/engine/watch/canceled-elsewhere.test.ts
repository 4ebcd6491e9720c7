/** What a canceled upload of one rule means for another rule over the same folder. */
import { mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ledgerOfTest, until } from '../../../test/fixtures/watch-ledger.ts';
import type { LedgerFile } from '../store/ledger-file.ts';
import type { FileOutcome } from '../store/watch-ledger-repository.ts';

const outcome = ({ id }: LedgerFile, state: 'held' | 'skipped'): FileOutcome => ({
  id,
  itemId: id,
  state,
  reason: { code: 'not-sent', reason: { code: 'cancelled' } },
  sha1: null,
});

test('another file that took its place, with its size and time, is not canceled with it', async () => {
  const { store, inbox, folder, addRule, watch, stop, ledger, takeSettled, watchLedger } = ledgerOfTest();
  const [first, second] = [addRule(), addRule({ name: 'Second' })];
  const rows = () => [...ledger(first.id), ...ledger(second.id)];
  writeFileSync(join(inbox, 'a.txt'), 'one');
  utimesSync(join(inbox, 'a.txt'), 1_000, 1_000);
  const watcher = watch(first);
  await until(() => rows()[0]?.state === 'settled', rows);
  await stop(watcher);
  const [taken] = takeSettled(first.id);
  if (taken === undefined) throw new Error('nothing was taken');
  mkdirSync(join(folder, 'elsewhere'));
  writeFileSync(join(folder, 'elsewhere', 'a.txt'), 'two');
  utimesSync(join(folder, 'elsewhere', 'a.txt'), 1_000, 1_000);
  renameSync(join(folder, 'elsewhere', 'a.txt'), join(inbox, 'a.txt'));
  watch(second);
  await until(() => rows()[1]?.reason?.code === 'earlier-sending', rows);
  store.writes.transaction(() => watchLedger.recordOutcomes([outcome(taken, 'skipped')]));
  await until(() => rows()[1]?.state !== 'settling', rows);
  expect(rows()[1]).toMatchObject({ state: 'settled', reason: null });
});

test('a later version that was left to its rule is sent if that rule gives it up', async () => {
  const { store, inbox, addRule, watch, stop, ledger, takeSettled, watchLedger } = ledgerOfTest();
  const [first, second] = [addRule(), addRule({ name: 'Second' })];
  const rows = () => [...ledger(first.id), ...ledger(second.id)];
  writeFileSync(join(inbox, 'a.txt'), 'one');
  const watcher = watch(first);
  await until(() => rows()[0]?.state === 'settled', rows);
  const [taken] = takeSettled(first.id);
  if (taken === undefined) throw new Error('nothing was taken');
  store.writes.transaction(() => watchLedger.recordOutcomes([outcome(taken, 'held')]));
  writeFileSync(join(inbox, 'a.txt'), 'a later version');
  await until(() => rows()[1]?.state === 'settled', rows);
  await stop(watcher);
  watch(second);
  await until(() => rows()[2]?.reason?.code === 'taken-by-rule', rows);
  store.writes.transaction(() => {
    watchLedger.recordOutcomes([outcome(taken, 'skipped')]);
    watchLedger.unsettle(first.id, 10);
  });
  await until(() => rows()[2]?.state === 'settled', rows);
});
