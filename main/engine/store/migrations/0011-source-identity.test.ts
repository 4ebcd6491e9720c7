import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, migrations } from '../migrate.ts';

test('roots of earlier scans have no identity, and their uploads wait for nothing', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 11),
  );
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'paused', 't', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1');
    INSERT INTO roots (id, upload_id, path) VALUES (1, 1, '/ev');`);
  migrate(
    db,
    migrations.filter(({ number }) => number <= 11),
  );
  expect(db.prepare('SELECT path, device, file_id FROM roots').all()).toEqual([
    { path: '/ev', device: null, file_id: null },
  ]);
  expect(db.prepare('SELECT state, unavailable_sources FROM uploads').all()).toEqual([
    { state: 'paused', unavailable_sources: '[]' },
  ]);
});
