import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, migrations } from '../migrate.ts';

test('parts of earlier versions keep their ETags and have no digest', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 39),
  );
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'paused', 't', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1');
    INSERT INTO items (id, upload_id, name, size_bytes, mtime_ns, device, file_id, state)
      VALUES (1, 1, 'a', 9, 0, 0, 0, 'uploading');
    INSERT INTO source_files (id, item_id, requested_at, part_size_bytes, part_count) VALUES (1, 1, 't', 9, 1);
    INSERT INTO parts (source_file_id, number, etag, size_bytes, acknowledged_at, etag_scope)
      VALUES (1, 1, '"e"', 9, 't', 'https://host');`);
  migrate(
    db,
    migrations.filter(({ number }) => number <= 39),
  );
  expect(db.prepare('SELECT * FROM parts').all()).toEqual([
    { source_file_id: 1, number: 1, etag: '"e"', size_bytes: 9, acknowledged_at: 't', digest: null },
  ]);
});
