import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { newUpload } from '../../../../test/fixtures/upload-request.ts';
import { ledgerOfTest } from '../../../../test/fixtures/watch-ledger.ts';
import { watchRuleId } from '../../types/ids.ts';
import { migrate, migrations } from '../migrate.ts';
import { createRepositories } from '../repositories.ts';

const at = '2030-01-01T00:00:00.000Z';

test('a dataset ID belongs to the upload that got it last, whichever is older, and to what shares it since', () => {
  const { store } = ledgerOfTest();
  const { uploads, datasets } = createRepositories(store.db);
  const insert = (datasetId: number | null, databaseId = 1) => {
    const upload = newUpload({ datasetId, databaseId });
    return { ...upload, id: uploads.insert(upload) };
  };
  const create = (upload: ReturnType<typeof insert>, at: string) => {
    datasets.recordRequest(upload.id, at);
    datasets.recordCreated(upload, 7);
  };
  const older = insert(null);
  const first = insert(null);
  create(first, at);
  const shares = insert(7);
  expect([first, shares].map(({ id }) => datasets.reuse(id))).toEqual([null, null]);
  create(insert(null, 2), at);
  expect(datasets.reuse(first.id)).toBeNull();
  // The clock went back meanwhile.
  create(older, '2029-01-01T00:00:00.000Z');
  const sharesOlder = insert(7);
  const reuse = { uploadId: older.id, at: '2029-01-01T00:00:00.000Z' };
  expect([first, shares].map(({ id }) => datasets.reuse(id))).toEqual([reuse, reuse]);
  expect([older, sharesOlder].map(({ id }) => datasets.reuse(id))).toEqual([null, null]);
  const last = insert(null);
  create(last, at);
  for (const { id } of [first, shares, older, sharesOlder])
    expect(datasets.reuse(id)?.uploadId).toBe(last.id);
});

test('a rule forgets a dataset whose ID the platform gave to another one', () => {
  const { store, addRule } = ledgerOfTest();
  const { uploads, datasets, watchRules, watchBatches } = createRepositories(store.db);
  const ruleId = watchRuleId.parse(addRule().id);
  const rule = watchRules.get(ruleId);
  const target = { serverUrl: rule?.serverUrl ?? '', databaseId: rule?.rule.database ?? 0 };
  watchBatches.saveDataset(ruleId, 'this', 'n', 7);
  watchBatches.saveDataset(ruleId, 'other', 'n', 8);
  const id = uploads.insert(newUpload(target));
  datasets.recordCreated({ ...target, id, databaseId: target.databaseId + 1 }, 7);
  expect(watchBatches.dataset(ruleId, 'this')?.datasetId).toBe(7);
  datasets.recordCreated({ ...target, id }, 7);
  expect(watchBatches.dataset(ruleId, 'this')).toBeNull();
  expect(watchBatches.dataset(ruleId, 'other')?.datasetId).toBe(8);
});

test('the uploads of an earlier version got their datasets in the order of their requests', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 57),
  );
  const add = db.prepare(
    `INSERT INTO uploads (uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
       dataset_id, dataset_name, dataset_requested_at, request, os_user, machine, version)
     VALUES (?, 'paused', ?, 's', 0, 'k', 1, 'd', ?, 'n', ?, '{}', 'me', 'here', '1')`,
  );
  add.run('requested last', '1', 7, '5');
  add.run('requested first', '2', 7, '3');
  add.run('shares the first', '4', 7, null);
  add.run('without a dataset', '6', null, null);
  migrate(db);
  const { uploads, datasets } = createRepositories(db);
  expect(uploads.all().map(({ id }) => datasets.reuse(id)?.uploadId ?? null)).toEqual([null, 1, 1, null]);
});
