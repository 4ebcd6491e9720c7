import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, migrations } from '../migrate.ts';

test('a batch whose upload is resumed has to be recorded again', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 33),
  );
  const upload = db.prepare(`
    INSERT INTO uploads (id, uuid, state, created_at, finished_at, server_url, is_sandbox, key_id, database_id,
      database_name, dataset_name, request, os_user, machine, version)
      VALUES (?, ?, ?, 't', ?, 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1')`);
  const batch = db.prepare(`
    INSERT INTO watch_batches (id, rule_id, group_key, dataset_key, dataset_name, closed_at, upload_id, recorded_at)
      VALUES (?, 1, '', '', 'n', 't', ?, ?)`);
  db.exec(`INSERT INTO watch_rules (id, name, rule, server_url, is_sandbox, database_id, state, created_at)
    VALUES (1, 'r', '{}', 's', 0, 7, 'active', 't')`);
  for (const [id, state, finishedAt, recordedAt] of [
    [1, 'finished', '5', '5'],
    [2, 'cancelled', null, 'cancelled'],
    [3, 'uploading', null, '4'],
    [4, 'uploading', null, null],
  ] as const) {
    upload.run(id, `${id}`, state, finishedAt);
    batch.run(id, id, recordedAt);
  }
  // Its upload was removed.
  batch.run(5, null, '3');
  migrate(
    db,
    migrations.filter(({ number }) => number <= 33),
  );
  const unrecorded = () =>
    db
      .prepare('SELECT id FROM watch_batches WHERE is_recorded = 0 AND upload_id IS NOT NULL ORDER BY id')
      .pluck()
      .all();
  expect(unrecorded()).toEqual([3, 4]);
  db.exec("UPDATE uploads SET state = 'uploading', finished_at = NULL WHERE id = 1");
  expect(unrecorded()).toEqual([1, 3, 4]);
  db.exec("UPDATE uploads SET database_name = 'other' WHERE id = 2");
  expect(unrecorded()).toEqual([1, 3, 4]);
  expect(db.prepare('SELECT recorded_at FROM watch_batches WHERE id = 1').pluck().get()).toBe('5');
});
