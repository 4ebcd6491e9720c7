import { expect, test } from 'vitest';
import { newUpload } from '../../../../test/fixtures/upload-request.ts';
import { ledgerOfTest } from '../../../../test/fixtures/watch-ledger.ts';
import { createRepositories } from '../repositories.ts';

test('the receipt of a canceled upload is missing until there is one of how it ended', () => {
  const { store, addRule } = ledgerOfTest();
  const { id: ruleId } = addRule();
  const { uploads, events, savedReceipts } = createRepositories(store.db);
  const id = uploads.insert(newUpload());
  store.db.exec(`
    INSERT INTO watch_batches (id, rule_id, group_key, dataset_key, dataset_name, closed_at, upload_id)
      VALUES (1, ${ruleId}, '', '', 'n', 't', ${id});
    INSERT INTO totals (upload_id, state, items, bytes) VALUES (${id}, 'queued', 1, 1)`);
  const missing = () => savedReceipts.missing('/receipts/receipt-').map(({ uploadId }) => uploadId);
  const save = (at: string) => savedReceipts.add(id, `/receipts/receipt-${id}.json`, at);
  store.writes.transaction(() => {
    uploads.setState(id, 'cancelled');
    events.append(id, '2026-11-27T00:00:01.000Z', 'upload-cancelled', {});
  });
  // Its files are closed after its state is.
  expect(missing()).toEqual([]);
  store.db.exec('UPDATE totals SET items = 0, bytes = 0');
  expect(missing()).toEqual([id]);
  save('2026-11-27T00:00:00.000Z');
  expect(missing()).toEqual([id]);
  save('2026-11-27T00:00:02.000Z');
  expect(missing()).toEqual([]);
});
