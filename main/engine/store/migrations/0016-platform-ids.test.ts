import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, migrations } from '../migrate.ts';

test('source files of an earlier version stay, and are found by the platform’s ID without a scan', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 16),
  );
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'paused', 't', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1');
    INSERT INTO items (id, upload_id, name, link_has_secret, size_bytes, mtime_ns, device, file_id, state)
      VALUES (1, 1, 'a', 0, 9, 5, 0, 0, 'uploading');
    INSERT INTO source_files (id, item_id, requested_at, platform_id, part_size_bytes, part_count, abandoned)
      VALUES (1, 1, 't', 70, 9, 1, 1), (2, 1, 't', NULL, 9, 1, 0);`);
  migrate(
    db,
    migrations.filter(({ number }) => number <= 16),
  );
  const query = 'SELECT id FROM source_files WHERE platform_id = 70';
  expect(db.prepare(query).all()).toEqual([{ id: 1 }]);
  expect(JSON.stringify(db.prepare(`EXPLAIN QUERY PLAN ${query}`).all())).toContain('by_platform_id');
});
