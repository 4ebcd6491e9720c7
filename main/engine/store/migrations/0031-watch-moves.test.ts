import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, migrations } from '../migrate.ts';

test('files of batches that an earlier version recorded are not moved any more', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 31),
  );
  db.exec(`
    INSERT INTO watch_rules (id, name, rule, server_url, is_sandbox, database_id, state, created_at)
      VALUES (1, 'r', '{}', 's', 0, 7, 'active', 't');
    INSERT INTO watch_batches (id, rule_id, group_key, dataset_key, dataset_name, closed_at, recorded_at)
      VALUES (1, 1, '', '', 'n', 't', 't2'), (2, 1, '', '', 'n', 't', NULL);`);
  migrate(
    db,
    migrations.filter(({ number }) => number <= 31),
  );
  expect(db.prepare('SELECT id, moved_at FROM watch_batches ORDER BY id').raw().all()).toEqual([
    [1, 't2'],
    [2, null],
  ]);
});
