import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, migrations } from '../migrate.ts';

test('nobody knows when files in packs of earlier versions were created', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 45),
  );
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'paused', 't', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1');
    INSERT INTO roots (id, upload_id, path) VALUES (1, 1, '/w');
    INSERT INTO items (id, upload_id, name, size_bytes, mtime_ns, device, file_id, state)
      VALUES (1, 1, 'a', 9, 0, 0, 0, 'accepted');
    INSERT INTO packs (id, upload_id, root_id, number, items, bytes) VALUES (1, 1, 1, 1, 1, 9);
    INSERT INTO pack_members (item_id, pack_id, part, ctime_ns) VALUES (1, 1, 1, 5);`);
  migrate(
    db,
    migrations.filter(({ number }) => number <= 45),
  );
  expect(db.prepare('SELECT item_id, ctime_ns, born_ns FROM pack_members').all()).toEqual([
    { item_id: 1, ctime_ns: 5, born_ns: null },
  ]);
});
