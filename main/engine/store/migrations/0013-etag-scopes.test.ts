import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, migrations } from '../migrate.ts';

test('of parts that an earlier version sent, host and encryption are unknown', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 13),
  );
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'paused', 't', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1');
    INSERT INTO items (id, upload_id, name, link_has_secret, size_bytes, mtime_ns, device, file_id, state)
      VALUES (1, 1, 'a', 0, 9, 5, 0, 0, 'uploading');
    INSERT INTO source_files (id, item_id, requested_at, platform_id, part_size_bytes, part_count)
      VALUES (1, 1, 't', 70, 9, 1);
    INSERT INTO parts (source_file_id, number, etag, size_bytes, acknowledged_at) VALUES (1, 1, '"e"', 9, 't');`);
  migrate(
    db,
    migrations.filter(({ number }) => number <= 13),
  );
  expect(db.prepare('SELECT number, etag, etag_scope FROM parts').all()).toEqual([
    { number: 1, etag: '"e"', etag_scope: null },
  ]);
});
