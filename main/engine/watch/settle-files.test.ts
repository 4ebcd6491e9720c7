import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ledgerOfTest, until } from '../../../test/fixtures/watch-ledger.ts';

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
