import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, migrations } from '../migrate.ts';

test('nothing of an upload of an earlier version is in the inventory of its log, and no file was retried', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 40),
  );
  db.exec(`
    INSERT INTO uploads (uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name, dataset_name,
      request, os_user, machine, version)
      VALUES ('u', 'paused', 't', 's', 0, 'k', 1, 'd', 'n', '{}', 'o', 'm', 'v');
    INSERT INTO items (upload_id, name, size_bytes, mtime_ns, device, file_id, state)
      VALUES (1, 'a', 5, 70, 1, 1, 'accepted');`);
  migrate(
    db,
    migrations.filter(({ number }) => number <= 40),
  );
  expect(db.prepare('SELECT logged_to FROM uploads').pluck().all()).toEqual([0]);
  expect(db.prepare('SELECT name, scanned FROM items').all()).toEqual([{ name: 'a', scanned: null }]);
});
