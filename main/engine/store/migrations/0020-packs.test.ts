import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, migrations } from '../migrate.ts';

test('source files of earlier versions keep their item, their parts and what the platform answered', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 20),
  );
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'paused', 't', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1');
    INSERT INTO roots (id, upload_id, path) VALUES (1, 1, '/e');
    INSERT INTO folders (id, root_id, path) VALUES (1, 1, '');
    INSERT INTO items (id, upload_id, folder_id, name, size_bytes, mtime_ns, device, file_id, state)
      VALUES (5, 1, 1, 'a', 9, 0, 0, 0, 'accepted');
    INSERT INTO source_files (id, item_id, requested_at, platform_id, part_size_bytes, part_count, sha1, md5, hashed_bytes,
      hash_state, completion_requested_at, completed_at, answer_state, abandoned, file_version)
      VALUES (3, 5, 't0', 70, 9, 1, 's1', 'm5', 4, x'01', 't1', 't2', 'DONE', 0, 'v'),
        (4, 5, 't0', 69, 9, 1, NULL, NULL, 0, NULL, NULL, NULL, NULL, 1, NULL);
    INSERT INTO parts (source_file_id, number, etag, size_bytes, acknowledged_at) VALUES (3, 1, '"e"', 9, 't1');`);
  migrate(
    db,
    migrations.filter(({ number }) => number <= 20),
  );
  expect(db.prepare('SELECT * FROM source_files ORDER BY id').all()).toMatchObject([
    {
      id: 3,
      item_id: 5,
      pack_id: null,
      requested_at: 't0',
      platform_id: 70,
      part_size_bytes: 9,
      part_count: 1,
      sha1: 's1',
      md5: 'm5',
      hashed_bytes: 4,
      hash_state: Buffer.from([1]),
      completion_requested_at: 't1',
      completed_at: 't2',
      answer_state: 'DONE',
      abandoned: 0,
      file_version: 'v',
    },
    { id: 4, item_id: 5, platform_id: 69, abandoned: 1, file_version: null },
  ]);
  expect(db.prepare('SELECT source_file_id, number, etag FROM parts').all()).toEqual([
    { source_file_id: 3, number: 1, etag: '"e"' },
  ]);
  expect(() =>
    db.exec("INSERT INTO source_files (requested_at, part_size_bytes, part_count) VALUES ('t', 1, 1)"),
  ).toThrow(/CHECK/);
  db.exec(`INSERT INTO packs (id, upload_id, root_id, number, items, bytes) VALUES (1, 1, 1, 1, 2, 18);
    INSERT INTO pack_members (item_id, pack_id, part) VALUES (5, 1, 1);
    INSERT INTO source_files (pack_id, requested_at, part_size_bytes, part_count) VALUES (1, 't', 1, 1);
    DELETE FROM uploads;`);
  const left = ['packs', 'pack_members', 'source_files', 'parts'].map((table) =>
    db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
  );
  expect(left).toEqual([0, 0, 0, 0]);
});
