import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, migrations } from '../migrate.ts';

test('started uploads of earlier versions are not asked about; drafts are', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 19),
  );
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, started_at, server_url, is_sandbox, key_id, database_id,
      database_name, dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'paused', 't1', 't2', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1'),
        (2, 'v', 'ready', 't3', NULL, 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1');`);
  migrate(
    db,
    migrations.filter(({ number }) => number <= 19),
  );
  expect(db.prepare('SELECT id, database_checked_at FROM uploads').all()).toEqual([
    { id: 1, database_checked_at: 't2' },
    { id: 2, database_checked_at: null },
  ]);
});
