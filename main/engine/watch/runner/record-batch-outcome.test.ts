import { expect, test } from 'vitest';
import { ledgerOfTest } from '../../../../test/fixtures/watch-ledger.ts';
import { createRepositories } from '../../store/repositories.ts';
import type { WatchRuleId } from '../../types/ids.ts';
import { recordBatchOutcome } from './record-batch-outcome.ts';

const sha256 = (byte: string): string => byte.repeat(64);

test('each file of a batch gets the outcome of its own item, and again after a retry', async () => {
  const { store, addRule, ledger, watchLedger } = ledgerOfTest();
  const { id: ruleId } = addRule();
  const { db } = store;
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'finished', 't', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1');
    INSERT INTO roots (id, upload_id, path) VALUES (1, 1, '/w');
    INSERT INTO folders (id, root_id, path) VALUES (1, 1, ''), (2, 1, 'Doe');
    INSERT INTO watch_folders (id, rule_id, path, place, top) VALUES (1, ${ruleId}, '', CAST('/w' AS BLOB), ''),
      (2, ${ruleId}, 'Doe', CAST('/w/Doe' AS BLOB), 'Doe');
    INSERT INTO watch_batches (id, rule_id, group_key, dataset_key, dataset_name, closed_at, upload_id)
      VALUES (1, ${ruleId}, '', '', 'n', 't', 1);`);
  const item = db.prepare(
    `INSERT INTO items (id, upload_id, folder_id, name, name_bytes, size_bytes, mtime_ns, device, file_id, state, reason)
     VALUES (?, 1, ?, ?, ?, 1, 1, 1, 1, ?, ?)`,
  );
  const file = db.prepare(
    `INSERT INTO watch_files (folder_id, name, name_bytes, rule_id, size_bytes, mtime_ns, mtime_era, device, file_id, state,
       first_seen_at, batch_id) VALUES (?, ?, ?, ${ruleId}, 1, 1, 0, 1, 1, 'taken', 't', 1)`,
  );
  const missing = JSON.stringify({ code: 'path-missing' });
  const rows = [
    [1, 'a', null, 'accepted', null],
    [2, 'a', null, 'failed', missing],
    [2, 'held', null, 'held', null],
    [2, 'skipped', null, 'skipped', JSON.stringify({ code: 'cancelled' })],
    [2, '%E9', null, 'accepted', null],
    [2, '%E9', Buffer.from([0xe9]), 'uploading', null],
    [2, 'twice', null, 'failed', missing],
  ] as const;
  for (const [index, [folder, name, bytes, state, reason]] of rows.entries()) {
    item.run(index + 1, folder, name, bytes, state, reason);
    // In another order than the items.
    const [otherFolder, otherName, otherBytes] = rows[rows.length - 1 - index] ?? rows[0];
    file.run(otherFolder, otherName, otherBytes);
  }
  // It was retried as another item.
  item.run(8, 2, 'twice', null, 'held', null);
  // Its upload was canceled while it was scanned.
  file.run(2, 'never', null);
  db.exec(`INSERT INTO source_files (item_id, requested_at, part_size_bytes, part_count, sha256, abandoned)
    VALUES (1, 't', 1, 1, '${sha256('b')}', 1), (1, 't', 1, 1, '${sha256('a')}', 0), (5, 't', 1, 1, '${sha256('a')}', 0);`);
  // Made again between the last look and the sending: alone, and in a pack. Of an earlier version, nobody knows.
  db.exec(`UPDATE source_files SET file_version = '1 1 5 1 77' WHERE item_id = 1 AND abandoned = 0;
    INSERT INTO packs (id, upload_id, root_id, number, items, bytes) VALUES (1, 1, 1, 1, 1, 1);
    INSERT INTO pack_members (item_id, pack_id, part, born_ns) VALUES (5, 1, 1, 88);`);
  const record = () => recordBatchOutcome({ store, repositories: { watchLedger } }, 1, 1);
  const outcomes = () =>
    ledger(ruleId)
      .map(({ folder, name, nameBytes, state, reason, sha256: hash, itemId, kind }) => ({
        path: `${folder}/${name}${nameBytes === null ? '' : ' (bytes)'}`,
        state,
        code: reason?.code === 'not-sent' ? reason.reason.code : null,
        hash,
        itemId,
        kind,
      }))
      .toSorted((one, other) => (one.itemId ?? 0) - (other.itemId ?? 0));
  await record();
  await record();
  const none = { code: null, hash: null, kind: 'new' };
  expect(outcomes()).toEqual([
    { ...none, path: 'Doe/never', state: 'skipped', code: 'cancelled', itemId: null },
    { ...none, path: '/a', state: 'sent', hash: sha256('a'), itemId: 1 },
    { ...none, path: 'Doe/a', state: 'failed', code: 'path-missing', itemId: 2 },
    { ...none, path: 'Doe/held', state: 'held', itemId: 3 },
    { ...none, path: 'Doe/skipped', state: 'skipped', code: 'cancelled', itemId: 4 },
    { ...none, path: 'Doe/%E9', state: 'sent', hash: sha256('a'), itemId: 5, kind: 'copy' },
    { ...none, path: 'Doe/%E9 (bytes)', state: 'taken', itemId: 6 },
    { ...none, path: 'Doe/twice', state: 'held', itemId: 8 },
  ]);
  const births = ledger(ruleId).map(({ itemId, bornNs }) => `${itemId}: ${bornNs}`);
  expect(births.filter((birth) => !birth.endsWith(': 0')).toSorted()).toEqual(['1: 77', '5: 88']);
  expect(watchLedger.totals(ruleId)).toMatchObject({
    sent: { files: 2 },
    failed: { files: 1 },
    taken: { files: 1 },
  });
  db.exec("UPDATE items SET state = 'accepted', reason = NULL WHERE id IN (2, 6)");
  await record();
  expect(watchLedger.totals(ruleId)).toMatchObject({
    sent: { files: 4 },
    failed: { files: 0 },
    taken: { files: 0 },
  });
});

test('until a batch is recorded and moved, its files may have to be moved', () => {
  const { store, addRule } = ledgerOfTest();
  const id = addRule().id as WatchRuleId;
  store.db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'finished', 't', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1');
    INSERT INTO watch_batches (id, rule_id, group_key, dataset_key, dataset_name, closed_at, upload_id)
      VALUES (1, ${id}, '', '', 'n', 't', 1);`);
  const { watchBatches } = createRepositories(store.db);
  const [batch] = watchBatches.unrecorded(id);
  if (batch === undefined) throw new Error('The batch is gone.');
  expect(watchBatches.mayBeUnmoved(id)).toBe(true);
  watchBatches.setRecorded(batch.id);
  expect(watchBatches.mayBeUnmoved(id)).toBe(true);
  watchBatches.setMoved(batch.id, 't');
  expect(watchBatches.mayBeUnmoved(id)).toBe(false);
});
