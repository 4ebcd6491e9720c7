/** Files with the same content that several rules take. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ledgerOfTest, until } from '../../../test/fixtures/watch-ledger.ts';

const sha1 = 'fe05bcdcdc4928012781a5f1a2a77cbb5398e106';

/** Two rules, and a file of each with the same content. */
function twoRules() {
  const ledger = ledgerOfTest();
  const { inbox, addRule } = ledger;
  for (const top of ['a', 'b']) {
    mkdirSync(join(inbox, top));
    writeFileSync(join(inbox, top, `${top}.txt`), 'one');
  }
  const add = (name: string) => addRule({ name, path: join(inbox, name), sameContent: 'skip' });
  return { ...ledger, rules: [add('a'), add('b')] as const };
}

test('of two rules that skip copies, one sends a file with the same content', async () => {
  const { rules, watch, ledger, sendSettled } = twoRules();
  const rows = () => rules.flatMap(({ id }) => ledger(id));
  for (const rule of rules) watch(rule);
  await until(() => rows().some(({ reason }) => reason?.code === 'earlier-sending'), rows);
  for (const { id } of rules) sendSettled(id, () => sha1);
  const states = () => rows().map(({ state }) => state);
  await until(() => !states().includes('settling'), rows);
  expect(states().toSorted()).toEqual(['sent', 'skipped']);
});

test('a rule does not wait for what a removed rule had settled', async () => {
  const { rules, watch, stop, ledger, store } = twoRules();
  const [removed, other] = rules;
  const watcher = watch(removed);
  await until(
    () => ledger(removed.id)[0]?.state === 'settled',
    () => ledger(removed.id),
  );
  await stop(watcher);
  store.db.prepare("UPDATE watch_rules SET removed_at = 't', state = 'paused' WHERE id = ?").run(removed.id);
  watch(other);
  await until(
    () => ledger(other.id)[0]?.state === 'settled',
    () => ledger(other.id),
  );
});

test('a rule does not wait for what it is still sending to its earlier database', async () => {
  const { rules, inbox, watch, stop, ledger, takeSettled, store } = twoRules();
  const [{ id, rule }] = rules;
  const rows = () => ledger(id);
  const before = watch({ id, rule });
  await until(() => rows()[0]?.state === 'settled', rows);
  takeSettled(id);
  await stop(before);
  store.db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'uploading', 't', 'http://127.0.0.1:1', 0, 'k', 7, 'd', 'd', '{}', 'u', 'm', '0');
    UPDATE watch_batches SET upload_id = 1;
    UPDATE watch_rules SET database_id = 8 WHERE id = ${id};`);
  writeFileSync(join(inbox, 'a', 'copy.txt'), 'one');
  watch({ id, rule: { ...rule, database: 8 } });
  await until(() => rows()[1]?.state === 'settled', rows);
});
