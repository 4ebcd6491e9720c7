import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, migrations } from '../migrate.ts';

test('folders count the files that the selection skipped in an earlier version, and no others', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 28),
  );
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'ready', 't', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1');
    INSERT INTO roots (id, upload_id, path) VALUES (1, 1, '/ev');
    INSERT INTO folders (id, root_id, path) VALUES (1, 1, ''), (2, 1, 'a');
    INSERT INTO items (upload_id, folder_id, name, size_bytes, mtime_ns, device, file_id, state, reason)
      VALUES (1, 1, 'sent', 1, 1, 1, 1, 'queued', NULL),
        (1, 1, 'tmp', 2, 1, 1, 2, 'skipped', '{"code":"excluded","pattern":"tmp"}'),
        (1, 1, 'bak', 4, 1, 1, 3, 'skipped', '{"code":"deselected"}'),
        (1, 1, 'pipe', 8, 1, 1, 4, 'skipped', '{"code":"not-a-file"}');`);
  migrate(
    db,
    migrations.filter(({ number }) => number <= 28),
  );
  const counts = 'SELECT skipped_items, skipped_bytes FROM folders ORDER BY id';
  expect(db.prepare(counts).raw().all()).toEqual([
    [2, 6],
    [0, 0],
  ]);
});
