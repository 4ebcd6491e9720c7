import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, migrations } from '../migrate.ts';

test('what failed and left its folder before does not count as failed, and what is there still does', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 35),
  );
  db.exec(`
    INSERT INTO watch_rules (id, name, rule, server_url, is_sandbox, database_id, state, created_at)
      VALUES (1, 'r', '{}', 's', 0, 7, 'active', 't');
    INSERT INTO watch_folders (id, rule_id, path, place, top) VALUES (1, 1, '', CAST('/w' AS BLOB), '');
    INSERT INTO watch_batches (id, rule_id, group_key, dataset_key, dataset_name) VALUES (1, 1, '', '', 'n');`);
  const insert = db.prepare(
    `INSERT INTO watch_files (rule_id, folder_id, name, size_bytes, mtime_ns, mtime_era, device, file_id, state, first_seen_at,
       gone_at, batch_id) VALUES (1, 1, ?, 5, 70, 0, 1, 1, ?, 't', ?, ?)`,
  );
  insert.run('failed and gone', 'failed', 't', 1);
  insert.run('failed', 'failed', null, 1);
  insert.run('held and gone', 'held', 't', null);
  insert.run('needs review', 'held', 't', 1);
  insert.run('sent and gone', 'sent', 't', 1);
  migrate(
    db,
    migrations.filter(({ number }) => number <= 35),
  );
  expect(db.prepare('SELECT state FROM watch_files ORDER BY id').pluck().all()).toEqual([
    'gone',
    'failed',
    'gone',
    'held',
    'sent',
  ]);
  const counted = db.prepare("SELECT files FROM watch_totals WHERE state = 'failed'").pluck();
  expect(counted.get()).toBe(1);
});
