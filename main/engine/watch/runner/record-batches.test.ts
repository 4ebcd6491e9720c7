import { expect, test } from 'vitest';
import { newUpload } from '../../../../test/fixtures/upload-request.ts';
import { ledgerOfTest } from '../../../../test/fixtures/watch-ledger.ts';
import { createRepositories } from '../../store/repositories.ts';
import { watchBatchId, watchRuleId } from '../../types/ids.ts';
import { recordBatches } from './record-batches.ts';

test('a batch whose failed files are queued again while its outcome is recorded is not recorded yet', async () => {
  const { store, addRule } = ledgerOfTest();
  const ruleId = watchRuleId.parse(addRule().id);
  const repositories = createRepositories(store.db);
  const { uploads, watchBatches, watchRules } = repositories;
  const uploadId = uploads.insert(newUpload());
  uploads.setState(uploadId, 'finished', { finishedAt: '2026-11-27T00:00:00.000Z', stoppedBy: null });
  store.db.exec(`
    INSERT INTO watch_batches (id, rule_id, group_key, dataset_key, dataset_name, closed_at, upload_id)
      VALUES (1, ${ruleId}, '', '', 'n', 't', ${uploadId});
    INSERT INTO watch_folders (id, rule_id, path, place, top) VALUES (1, ${ruleId}, '', CAST('/w' AS BLOB), '');
    INSERT INTO watch_files (folder_id, name, rule_id, size_bytes, mtime_ns, mtime_era, device, file_id, state,
      first_seen_at, batch_id) VALUES (1, 'a', ${ruleId}, 1, 1, 0, 1, 1, 'taken', 't', 1)`);
  const rule = watchRules.get(ruleId);
  if (rule === null) throw new Error('The rule is gone');
  const context = { repositories, store, runs: { isRunning: () => false } };
  const recording = recordBatches(context, rule, new AbortController().signal);
  store.writes.transaction(() => uploads.setState(uploadId, 'paused'));
  await recording;
  expect(watchBatches.unrecorded(ruleId).map(({ id }) => id)).toEqual([watchBatchId.parse(1)]);
});
