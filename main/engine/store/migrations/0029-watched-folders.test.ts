import Sqlite, { type Database } from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, migrations } from '../migrate.ts';

/** A store of the version before, with an upload, brought to this one; with a rule over /w and two of its folders. */
function migrated(): Database {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 29),
  );
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'finished', 't', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1');`);
  migrate(
    db,
    migrations.filter(({ number }) => number <= 29),
  );
  db.exec(`
    INSERT INTO watch_rules (id, name, rule, server_url, is_sandbox, database_id, state, created_at)
      VALUES (1, 'r', '{}', 's', 0, 7, 'active', 't');
    INSERT INTO watch_folders (id, rule_id, path, place, top) VALUES (1, 1, '', CAST('/w' AS BLOB), ''),
      (2, 1, 'Doe/mail', CAST('/w/Doe/mail' AS BLOB), 'Doe');`);
  return db;
}

const add = (db: Database, folder: number, name: string, version = 1, bytes: Buffer | null = null) =>
  db
    .prepare(
      `INSERT INTO watch_files (rule_id, folder_id, name, name_bytes, version, size_bytes, mtime_ns, mtime_era, device,
         file_id, state, first_seen_at) VALUES (1, ?, ?, ?, ?, 10, 0, 0, 1, 1, 'settling', 't')`,
    )
    .run(folder, name, bytes, version);

test('totals by top-level folder and state, and the files of a folder, follow every change', () => {
  const db = migrated();
  for (const [folder, name] of [
    [1, 'a'],
    [2, 'b'],
    [2, 'c'],
  ] as const)
    add(db, folder, name);
  db.exec(`
    UPDATE watch_files SET state = 'settled' WHERE name <> 'a';
    UPDATE watch_files SET size_bytes = 25 WHERE name = 'b';
    UPDATE watch_files SET state = 'gone', gone_at = 't' WHERE name = 'a';
    UPDATE watch_files SET gone_at = 't' WHERE name = 'b';
    UPDATE watch_files SET gone_at = NULL WHERE name = 'b';`);
  expect(db.prepare('SELECT top, state, files, bytes FROM watch_totals WHERE files > 0').raw().all()).toEqual(
    [
      ['', 'gone', 1, 10],
      ['Doe', 'settled', 2, 35],
    ],
  );
  expect(db.prepare('SELECT present FROM watch_folders ORDER BY id').pluck().all()).toEqual([0, 2]);
});

test('settled files wait since the first of them settled, until there are none', () => {
  const db = migrated();
  for (const name of ['b', 'c', 'd']) add(db, 2, name);
  const settle = (name: string, at: string) =>
    db.prepare("UPDATE watch_files SET state = 'settled', settled_at = ? WHERE name = ?").run(at, name);
  const since = () =>
    db.prepare("SELECT since FROM watch_totals WHERE state = 'settled' AND top = 'Doe'").pluck().get();
  settle('b', '1');
  settle('c', '2');
  expect(since()).toBe('1');
  db.exec("UPDATE watch_files SET state = 'taken' WHERE state = 'settled'");
  settle('d', '3');
  expect(since()).toBe('3');
});

test('a version of a file is in the ledger once, and names that only look alike are two files', () => {
  const db = migrated();
  add(db, 1, '%E9', 1);
  add(db, 1, '%E9', 1, Buffer.from([0xe9]));
  add(db, 1, '%E9', 2);
  expect(() => add(db, 1, '%E9', 1)).toThrow(/UNIQUE/);
  expect(() => add(db, 1, '%E9', 1, Buffer.from([0xe9]))).toThrow(/UNIQUE/);
});

test('the ledger outlives the upload of a batch', () => {
  const db = migrated();
  db.pragma('foreign_keys = ON');
  add(db, 1, 'a');
  db.exec(`
    INSERT INTO watch_batches (id, rule_id, group_key, dataset_key, dataset_name, closed_at, upload_id)
      VALUES (1, 1, '', '', 'n', 't', 1);
    UPDATE watch_files SET state = 'sent', batch_id = 1;
    DELETE FROM uploads;`);
  expect(db.prepare('SELECT upload_id FROM watch_batches').pluck().all()).toEqual([null]);
  expect(db.prepare('SELECT state FROM watch_files').pluck().all()).toEqual(['sent']);
});
