import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ledgerOfTest } from '../../../../test/fixtures/watch-ledger.ts';
import { decodeRaw } from '../../types/source-path.ts';
import { createRepositories } from '../repositories.ts';

/** Files of a rule that failed to be sent, with their batch; each is the item of its own ID. */
function failedFiles(names: readonly string[]) {
  const ledger = ledgerOfTest();
  const { store, inbox, addRule, watchFiles, watchLedger } = ledger;
  const add = (ruleId: number, name: string, mtimeNs = 1n): number => {
    const folder = { ruleId, path: decodeRaw(''), place: Buffer.from(inbox) };
    const identity = { sizeBytes: 1, mtimeNs, device: 1n, fileId: 1n, bornNs: 1n };
    const file = { ...identity, name: decodeRaw(name), state: 'settling', reason: null } as const;
    const found = { ...file, ruleId, folderId: watchFiles.folderId(folder) };
    const id = watchFiles.addFirst(ruleId, [found], 't')[0] ?? 0;
    const settled = {
      state: 'settled',
      reason: null,
      kind: null,
      earlierId: null,
      continuesId: null,
    } as const;
    watchFiles.decide(id, { ...settled, sha256: null }, 't');
    return id;
  };
  const { id: ruleId } = addRule();
  const ids = names.map((name) => add(ruleId, name));
  ledger.record(ledger.takeSettled(ruleId), () => null);
  const batchId = Number(store.db.prepare('SELECT max(id) FROM watch_batches').pluck().get());
  const retriable = () => [...watchLedger.retriable(batchId).values()];
  return { ...ledger, add, ids, retriable };
}

test('a held file that is gone is elsewhere only if the file there was born when it was: IDs are used again', () => {
  const { store, inbox, addRule, watchFiles, watchLedger, takeSettled, record } = ledgerOfTest();
  const { id: ruleId } = addRule();
  const folder = { ruleId, path: decodeRaw(''), place: Buffer.from(inbox) };
  const add = (name: string, bornNs: bigint): number => {
    const identity = { sizeBytes: 1, mtimeNs: 1n, device: 1n, fileId: 1n, bornNs };
    const file = { ...identity, name: decodeRaw(name), state: 'settling', reason: null } as const;
    const found = { ...file, ruleId, folderId: watchFiles.folderId(folder) };
    return watchFiles.addFirst(ruleId, [found], 't')[0] ?? 0;
  };
  const held = add('held', 1n);
  const settled = { state: 'settled', reason: null, kind: null, earlierId: null, continuesId: null } as const;
  watchFiles.decide(held, { ...settled, sha256: null }, 't');
  record(takeSettled(ruleId), () => null);
  store.db.exec(`UPDATE watch_files SET state = 'held', item_id = 5, gone_at = 't' WHERE id = ${held}`);
  const batchId = Number(store.db.prepare('SELECT max(id) FROM watch_batches').pluck().get());
  const isElsewhere = () => watchLedger.goneItems(batchId).get(5)?.isElsewhere;
  add('another', 2n);
  expect(isElsewhere()).toBe(false);
  add('moved', 1n);
  expect(isElsewhere()).toBe(true);
});

test('a failed file is retried, unless it has gone or changed since', () => {
  const { store, ids, watchFiles, watchLedger, retriable } = failedFiles(['there', 'gone']);
  const [there = 0, gone = 0] = ids;
  expect(retriable()).toEqual([there, gone]);
  store.writes.transaction(() => watchFiles.setGone(gone, 't'));
  expect(retriable()).toEqual([there]);
  expect([watchLedger.takeAgain(gone), watchFiles.get(gone)?.state]).toEqual([false, 'gone']);
  expect([watchLedger.takeAgain(there), watchFiles.get(there)?.state]).toEqual([true, 'taken']);
});

test('a failed file is not retried if a later rule has it, as it was', () => {
  const { add, addRule, ids, watchLedger, retriable, ledger } = failedFiles(['a', 'b', 'summer']);
  const [a = 0, b = 0] = ids;
  const later = addRule({ name: 'Later' });
  add(later.id, 'a');
  add(later.id, 'b', 2n);
  add(later.id, 'summer', 1n + 3_600_000_000_000n);
  expect(ledger(later.id).map(({ state }) => state)).toEqual(['settled', 'settled', 'settled']);
  expect(retriable()).toEqual([b]);
  expect([watchLedger.takeAgain(a), watchLedger.takeAgain(b)]).toEqual([false, true]);
});

test('a rule that was paused settles again what it had settled, and nothing else', () => {
  const { store, add, addRule, watchLedger, ledger, inbox } = failedFiles(['a']);
  const { id } = addRule({ path: join(inbox, 'other') });
  for (const name of ['b', 'c', 'd']) add(id, name);
  expect([watchLedger.unsettle(id, 2), watchLedger.unsettle(id, 2), watchLedger.unsettle(id, 2)]).toEqual([
    2, 1, 0,
  ]);
  expect(ledger(id).map(({ state }) => state)).toEqual(['settling', 'settling', 'settling']);
  expect(createRepositories(store.db).watchLedger.totals(id).settled.files).toBe(0);
});

test('a file is in one batch at a time, and what left meanwhile is in none afterwards', () => {
  const { store, add, addRule, take, watchFiles, watchLedger, ledger, inbox } = failedFiles([]);
  const { id: ruleId } = addRule({ path: join(inbox, 'other') });
  const ids = ['there', 'gone'].map((name) => add(ruleId, name));
  const [one, other] = [7, 8].map((number) =>
    Number(
      store.db
        .prepare(
          `INSERT INTO watch_batches (rule_id, group_key, dataset_key, dataset_name, closed_at) VALUES (?, ?, '', 'd', 't')`,
        )
        .run(ruleId, `${number}`).lastInsertRowid,
    ),
  );
  if (one === undefined || other === undefined) throw new Error('There are no batches');
  const settled = watchFiles.byIds(ids);
  store.writes.transaction(() => {
    expect([take(settled, one), take(settled, other)]).toEqual([2, 0]);
    watchFiles.setGone(ids[1] ?? 0, 't');
    expect([watchLedger.releaseBatch(other, 10), watchLedger.releaseBatch(one, 10)]).toEqual([0, 2]);
  });
  expect(ledger(ruleId).map(({ state, batchId }) => [state, batchId])).toEqual([
    ['settled', null],
    ['gone', null],
  ]);
});
