import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { migrate } from '../migrate.ts';
import { prepareAcknowledgedBytes } from './acknowledged-bytes.ts';

/** Upload 1 sends a file whose two parts were acknowledged, a pack, and a file again; upload 2 sends another. */
function filled() {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(db);
  for (const id of [1, 2])
    db.exec(`
      INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
        dataset_name, request, os_user, machine, version)
        VALUES (${id}, 'u${id}', 'uploading', 't', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1');
      INSERT INTO roots (id, upload_id, path) VALUES (${id}, ${id}, '/w');
      INSERT INTO folders (id, root_id, path) VALUES (${id}, ${id}, '');`);
  db.exec(`
    INSERT INTO items (id, upload_id, folder_id, name, size_bytes, mtime_ns, device, file_id, state) VALUES
      (1, 1, 1, 'sent', 100, 1, 1, 1, 'uploading'), (2, 1, 1, 'packed', 9, 1, 1, 2, 'uploading'),
      (3, 1, 1, 'again', 100, 1, 1, 3, 'uploading'), (4, 1, 1, 'accepted', 100, 1, 1, 4, 'accepted'),
      (5, 2, 2, 'other', 100, 1, 1, 5, 'uploading');
    INSERT INTO packs (id, upload_id, root_id, number, state, items, bytes, acknowledged_bytes)
      VALUES (1, 1, 1, 1, 'open', 1, 9, 5), (2, 1, 1, 2, 'accepted', 1, 9, 9);
    INSERT INTO source_files (id, item_id, requested_at, part_size_bytes, part_count, abandoned, completed_at) VALUES
      (1, 1, 't', 10, 9, 0, NULL), (2, 3, 't', 10, 9, 1, NULL), (3, 3, 't', 10, 9, 0, NULL), (4, 4, 't', 10, 9, 0, 't'),
      (5, 5, 't', 10, 9, 0, NULL);
    INSERT INTO parts (source_file_id, number, etag, size_bytes, acknowledged_at) VALUES (1, 1, 'e', 10, 't'),
      (1, 2, 'e', 10, 't'), (2, 1, 'e', 1000, 't'), (3, 1, 'e', 100, 't'), (4, 1, 'e', 10000, 't'), (5, 1, 'e', 7, 't');`);
  return db;
}

test('counts what was acknowledged of open files and packs, without those whose progress is known', () => {
  const acknowledgedBytes = prepareAcknowledgedBytes(filled());
  expect(acknowledgedBytes(1, [])).toBe(10 + 10 + 100 + 5);
  expect(acknowledgedBytes(1, [3])).toBe(10 + 10 + 5);
  expect(acknowledgedBytes(1, [1, -1])).toBe(100);
  expect(acknowledgedBytes(2, [])).toBe(7);
});

test('does not read the files in packs, of which there may be tens of thousands', () => {
  const db = filled();
  const prepare = vi.spyOn(db, 'prepare');
  prepareAcknowledgedBytes(db);
  const [sql = ''] = prepare.mock.calls[0] ?? [];
  const plan = db
    .prepare<unknown[], string>(`EXPLAIN QUERY PLAN ${sql}`)
    .all({ id: 1, without: '[]' })
    .map((row) => JSON.stringify(row));
  expect(plan.join('\n')).toContain('source_files_sending');
  expect(plan.join('\n')).toMatch(/SEARCH items USING INTEGER PRIMARY KEY/);
});
