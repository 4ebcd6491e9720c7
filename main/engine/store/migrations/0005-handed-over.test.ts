import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, migrations } from '../migrate.ts';

test('links that counted as accepted become handed over; files, parts and totals stay', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  db.pragma('foreign_keys = ON');
  const before = migrations.filter(({ number }) => number < 5);
  const until = migrations.filter(({ number }) => number <= 5);
  migrate(db, before);
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'finished', 't', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1');
    INSERT INTO roots VALUES (1, 1, '/ev');
    INSERT INTO folders (id, root_id, path) VALUES (1, 1, '');
    INSERT INTO items (id, upload_id, folder_id, name, link, link_has_secret, size_bytes, mtime_ns, device, file_id, state)
      VALUES (1, 1, 1, 'a', NULL, 0, 9, 5, -5, 9007199254740993, 'accepted'),
             (2, 1, NULL, 'b', 'https://h.example/b', 1, 0, 0, 0, 0, 'accepted'),
             (3, 1, NULL, 'c', 'https://h.example/c', 0, 0, 0, 0, 0, 'failed');
    INSERT INTO totals VALUES (1, 'accepted', 2, 9), (1, 'failed', 1, 0);
    INSERT INTO source_files (id, item_id, requested_at, platform_id, part_size_bytes, part_count)
      VALUES (1, 1, 't', 70, 9, 1), (2, 2, 't', 71, 0, 0);
    INSERT INTO parts VALUES (1, 1, 'etag', 9, 't');`);
  migrate(db, until);
  const rows = db.prepare('SELECT id, state, link_has_secret AS secret, file_id FROM items').safeIntegers();
  expect(rows.all()).toEqual([
    { id: 1n, state: 'accepted', secret: 0n, file_id: 9_007_199_254_740_993n },
    { id: 2n, state: 'handedOver', secret: 1n, file_id: 0n },
    { id: 3n, state: 'failed', secret: 0n, file_id: 0n },
  ]);
  expect(db.prepare('SELECT state, items, bytes FROM totals ORDER BY state').all()).toEqual([
    { state: 'accepted', items: 1, bytes: 9 },
    { state: 'failed', items: 1, bytes: 0 },
    { state: 'handedOver', items: 1, bytes: 0 },
  ]);
  expect(db.prepare('SELECT item_id FROM source_files').pluck().all()).toEqual([1, 2]);
  expect(db.prepare('SELECT etag FROM parts').pluck().all()).toEqual(['etag']);
  // What refers to the copied table still does.
  expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
  db.exec('DELETE FROM uploads');
  expect(db.prepare('SELECT count(*) FROM parts').pluck().get()).toBe(0);
});

test('a migration that leaves dangling rows is undone', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(db);
  const newest = migrations.at(-1)?.number ?? 0;
  const careless = {
    number: newest + 1,
    sql: "INSERT INTO source_files (item_id, requested_at, part_size_bytes, part_count) VALUES (9, 't', 1, 1);",
  };
  expect(() => migrate(db, [...migrations, careless])).toThrow(/dangling/);
  expect(db.prepare('SELECT count(*) FROM source_files').pluck().get()).toBe(0);
});
