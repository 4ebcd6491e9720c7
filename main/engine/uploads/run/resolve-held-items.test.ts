import { expect, test } from 'vitest';
import { newUpload } from '../../../../test/fixtures/upload-request.ts';
import { ledgerOfTest } from '../../../../test/fixtures/watch-ledger.ts';
import { createRepositories } from '../../store/repositories.ts';
import { uploadId, watchBatchId, watchRuleId } from '../../types/ids.ts';
import { resolveHeldItems } from './requeue-items.ts';

/** Files that need review in the upload of a watched folder, which they have left but for `there`. */
function heldFiles() {
  const { store, addRule, ledger } = ledgerOfTest();
  const { id: ruleId } = addRule();
  const { db } = store;
  const repositories = createRepositories(db);
  const watch = { ruleId: watchRuleId.parse(ruleId), batchId: watchBatchId.parse(1) };
  repositories.uploads.insert(newUpload({ request: { ...newUpload().request, watch } }));
  db.exec(`
    INSERT INTO roots (id, upload_id, path) VALUES (1, 1, '/w');
    INSERT INTO folders (id, root_id, path) VALUES (1, 1, '');
    INSERT INTO watch_folders (id, rule_id, path, place, top) VALUES (1, ${ruleId}, '', CAST('/w' AS BLOB), '');
    INSERT INTO watch_batches (id, rule_id, group_key, dataset_key, dataset_name, closed_at, upload_id)
      VALUES (1, ${ruleId}, '', '', 'n', 't', 1);`);
  const reasons = {
    withheld: '{"code":"held-by-rule","issue":"empty"}',
    sent: '{"code":"completion-unknown","cause":{"kind":"status","status":500}}',
    renamed: '{"code":"completion-unknown","cause":{"kind":"status","status":500}}',
    there: '{"code":"held-by-rule","issue":"empty"}',
  };
  for (const [index, [name, reason]] of Object.entries(reasons).entries()) {
    db.prepare(
      `INSERT INTO items (id, upload_id, folder_id, name, size_bytes, mtime_ns, device, file_id, state, reason)
       VALUES (?, 1, 1, ?, 1, 1, 1, 1, 'held', ?)`,
    ).run(index + 1, name, reason);
    db.prepare(
      `INSERT INTO watch_files (folder_id, name, rule_id, size_bytes, mtime_ns, mtime_era, device, file_id, state,
         first_seen_at, batch_id, item_id, gone_at) VALUES (1, ?, ${ruleId}, 1, 1, 0, 1, ?, 'held', 't', 1, ?, ?)`,
    ).run(name, index + 1, index + 1, name === 'there' ? null : 't');
  }
  db.exec(`INSERT INTO watch_files (folder_id, name, rule_id, size_bytes, mtime_ns, mtime_era, device, file_id, state, first_seen_at)
    SELECT 1, 'new name', rule_id, size_bytes, mtime_ns, mtime_era, device, file_id, 'settling', 't'
    FROM watch_files WHERE name = 'renamed'`);
  const states = () =>
    Object.fromEntries(db.prepare<[], [string, string]>('SELECT name, state FROM items').raw().all());
  const decide = (held: 'retry' | 'skip') =>
    store.writes.transaction(() =>
      resolveHeldItems(repositories, uploadId.parse(1), { held }, '2026-11-27T00:00:00.000Z'),
    );
  return { decide, states, ledgerStates: () => ledger(ruleId).map(({ state }) => state) };
}

test('a file that is to be sent and left the folder is skipped if it was never sent, or is sent under its new name', () => {
  const { decide, states, ledgerStates } = heldFiles();
  expect(decide('retry')).toEqual({ files: 3, left: 2, kept: 1 });
  expect(states()).toEqual({ withheld: 'skipped', sent: 'held', renamed: 'skipped', there: 'queued' });
  expect(ledgerStates()).toEqual(['held', 'held', 'held', 'taken', 'settling']);
});

test('a person who looked skips a file, whatever became of it', () => {
  const { decide, states } = heldFiles();
  expect(decide('skip')).toEqual({ files: 4, left: 0, kept: 0 });
  expect(new Set(Object.values(states()))).toEqual(new Set(['skipped']));
});
