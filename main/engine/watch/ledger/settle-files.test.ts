import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ledgerOfTest, until } from '../../../../test/fixtures/watch-ledger.ts';
import { SettleQueue } from './settle-files.ts';

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

test('a file that changes waits from then on, and behind those that came meanwhile', () => {
  const queue = new SettleQueue(100);
  queue.add(1, 0);
  queue.add(2, 10);
  queue.add(1, 50);
  expect([queue.next(100), queue.dueAtMs()]).toEqual([null, 110]);
  expect([queue.next(110), queue.next(149), queue.next(150)]).toEqual([2, null, 1]);
  expect(queue.dueAtMs()).toBe(Number.POSITIVE_INFINITY);
});
