import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, migrations } from '../migrate.ts';

test('uploads of earlier versions were compared with no hash list', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 27),
  );
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, started_at, server_url, is_sandbox, key_id, database_id,
      database_name, dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'finished', 't1', 't2', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1');`);
  migrate(
    db,
    migrations.filter(({ number }) => number <= 27),
  );
  expect(db.prepare('SELECT id, hash_lists FROM uploads').all()).toEqual([{ id: 1, hash_lists: null }]);
});
