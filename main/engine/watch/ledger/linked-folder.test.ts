import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ledgerOfTest, settleMs, until } from '../../../../test/fixtures/watch-ledger.ts';

test('a folder that is replaced by a link is not followed when its change is reported', async () => {
  const { inbox, folder, addRule, watch, ledger } = ledgerOfTest();
  const rule = addRule();
  const rows = () => ledger(rule.id);
  mkdirSync(join(inbox, 'Doe'));
  writeFileSync(join(inbox, 'Doe', 'a.txt'), 'one');
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, 'secret.txt'), 'of another matter');
  // Only what is reported is read.
  const times = { settleSeconds: settleMs / 1_000, rescanSeconds: 600 };
  const watcher = watch(rule, { rule: { ...rule.rule, ...times }, usesEvents: true });
  await until(() => rows().some(({ state }) => state === 'settled'), rows);
  rmSync(join(inbox, 'Doe'), { recursive: true });
  symlinkSync(elsewhere, join(inbox, 'Doe'));
  await until(() => rows().some(({ goneAt }) => goneAt !== null), rows);
  await watcher.scanNow();
  expect(rows().map(({ name }) => name)).toEqual(['a.txt']);
});
