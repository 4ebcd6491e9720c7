/** What one rule has taken and not sent, for a rule whose path leads to the same folder. */
import { linkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ledgerOfTest, until } from '../../../test/fixtures/watch-ledger.ts';
import type { LedgerFile } from '../store/ledger-file.ts';

const sha1 = 'fe05bcdcdc4928012781a5f1a2a77cbb5398e106';

/** A file that a rule has taken, and that a second rule waits for. */
async function takenFile() {
  const ledger = ledgerOfTest();
  const { folder, inbox, addRule, watch, takeSettled } = ledger;
  const link = join(folder, 'link');
  symlinkSync(inbox, link);
  const [first, second] = [addRule(), addRule({ name: 'Linked', path: link })];
  writeFileSync(join(inbox, 'a.txt'), 'one');
  watch(first);
  const rows = () => ledger.ledger(second.id);
  let taken: readonly LedgerFile[] = [];
  await until(
    () => {
      taken = takeSettled(first.id);
      return taken.length > 0;
    },
    () => ledger.ledger(first.id),
  );
  const watcher = watch(second);
  await until(() => rows()[0]?.reason?.code === 'earlier-sending', rows);
  const [file] = taken;
  if (file === undefined) throw new Error('nothing was taken');
  const cancel = () => {
    const reason = { code: 'not-sent', reason: { code: 'cancelled' } } as const;
    const outcome = { id: file.id, itemId: file.id, state: 'skipped', reason, sha1: null } as const;
    ledger.store.writes.transaction(() => ledger.watchLedger.recordOutcomes([outcome]));
  };
  return { ...ledger, first, watcher, file, rows, cancel };
}

test('what failed is left to the rule that has it, and sent once', async () => {
  const { file, rows, record } = await takenFile();
  record([file], () => null);
  await until(() => rows()[0]?.reason?.code === 'earlier-unclear', rows);
  record([file], () => sha1);
  await until(() => rows()[0]?.state !== 'settling', rows);
  expect(rows()[0]).toMatchObject({ state: 'renamed', earlierId: file.id });
});

test('what a person canceled is canceled for both', async () => {
  const { rows, cancel } = await takenFile();
  cancel();
  await until(() => rows()[0]?.state !== 'settling', rows);
  expect(rows()[0]).toMatchObject({ state: 'skipped', reason: { reason: { code: 'cancelled' } } });
});

test('what a person canceled is sent if its rule was removed', async () => {
  const { rows, cancel, store, first } = await takenFile();
  store.db.prepare("UPDATE watch_rules SET removed_at = 't', state = 'paused' WHERE id = ?").run(first.id);
  cancel();
  await until(() => rows()[0]?.state === 'settled', rows);
});

test('a hard link of what a person canceled is sent', async () => {
  const { rows, cancel, inbox, watcher } = await takenFile();
  linkSync(join(inbox, 'a.txt'), join(inbox, 'hard.txt'));
  await watcher.scanNow();
  cancel();
  await until(() => rows().length === 2 && rows().every(({ state }) => state === 'settled'), rows);
});
