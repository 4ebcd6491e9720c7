/** What the schema itself keeps, whatever writes a row. */
import Sqlite, { type Database } from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from './migrate.ts';
import { createRepositories } from './repositories.ts';

/** A store with an upload of two files, and a rule over /w with two of its folders. */
function filled(): Database {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(db);
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, finished_at, server_url, is_sandbox, key_id, database_id,
      database_name, dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'finished', 't', '5', 's', 0, 'k', 7, 'd', 'n', '{"custodian":"Default"}', 'me', 'here', '1');
    INSERT INTO roots (id, upload_id, path) VALUES (1, 1, '/w');
    INSERT INTO folders (id, root_id, path, rule_custodian) VALUES (1, 1, 'Ann', 'Ann'), (2, 1, '', NULL);
    INSERT INTO items (id, upload_id, folder_id, name, size_bytes, mtime_ns, device, file_id, state)
      VALUES (5, 1, 1, 'a', 1, 1, 1, 1, 'accepted'), (6, 1, 2, 'b', 1, 1, 1, 2, 'accepted');
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

const addBatch = (db: Database) =>
  db.exec(`INSERT INTO watch_batches (id, rule_id, group_key, dataset_key, dataset_name, closed_at, upload_id, is_recorded)
    VALUES (1, 1, '', '', 'n', 't', 1, 1)`);

test('a deleted upload takes all of its rows along', () => {
  const db = filled();
  db.exec(`
    INSERT INTO totals VALUES (1, 'accepted', 2, 2);
    INSERT INTO issue_totals VALUES (1, 'accepted', 'damaged', 1);
    INSERT INTO events VALUES (1, 1, 't', 'upload-created', '{}', '', 'h');
    INSERT INTO findings (upload_id, item_id, code, severity, details) VALUES (1, 5, 'damaged', 0, '{}'), (1, NULL, 'x', 0, '{}');
    INSERT INTO saved_receipts (upload_id, path, saved_at) VALUES (1, '/r', 't');
    INSERT INTO kept_inspections VALUES (1, x'00', 9, 1, 0, 1, 1, 'pdf', '[]', '[]');
    INSERT INTO container_folders (item_id, path, entries, bytes) VALUES (5, 'a/', 1, 1);
    INSERT INTO segments VALUES (5, 5, 1);
    INSERT INTO file_hashes VALUES (5, x'01', x'02', x'03');
    INSERT INTO password_trials VALUES (5, 'opened', NULL, 0);
    INSERT INTO selection_changes VALUES (1, 1, 0, '{}');
    INSERT INTO link_checks VALUES (5, 't', NULL, '[]');
    INSERT INTO custodian_maps VALUES (1, 's', '', '[]');
    INSERT INTO custodian_changes VALUES (1, 1, 0, '{}');
    INSERT INTO custodian_directories VALUES (1, 'd', 's', 1, 't');
    INSERT INTO custodian_matches VALUES (1, 'c', 'none', 0, '[]', 0);
    INSERT INTO packs (id, upload_id, root_id, number, items, bytes) VALUES (1, 1, 1, 1, 1, 1);
    INSERT INTO pack_members (item_id, pack_id, part) VALUES (6, 1, 1);
    INSERT INTO source_files (id, item_id, pack_id, requested_at, part_size_bytes, part_count)
      VALUES (1, 5, NULL, 't', 9, 1), (2, NULL, 1, 't', 9, 1);
    INSERT INTO parts (source_file_id, number, etag, size_bytes, acknowledged_at) VALUES (1, 1, '"e"', 9, 't'), (2, 1, '"e"', 9, 't');
    DELETE FROM uploads;`);
  const tables = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*'")
    .pluck()
    .all();
  const filledTables = tables.filter((table) => db.prepare(`SELECT 1 FROM ${table}`).get() !== undefined);
  expect(filledTables).toEqual(['watch_rules', 'watch_folders']);
  expect(tables.length).toBeGreaterThan(25);
});

test('the ledger outlives the upload of a batch', () => {
  const db = filled();
  add(db, 1, 'a');
  addBatch(db);
  db.exec("UPDATE watch_files SET state = 'sent', batch_id = 1; DELETE FROM uploads;");
  expect(db.prepare('SELECT upload_id FROM watch_batches').pluck().all()).toEqual([null]);
  expect(db.prepare('SELECT state FROM watch_files').pluck().all()).toEqual(['sent']);
});

test('a batch whose upload is resumed has to be recorded again', () => {
  const db = filled();
  addBatch(db);
  const isRecorded = () => db.prepare('SELECT is_recorded FROM watch_batches').pluck().get();
  db.exec("UPDATE uploads SET database_name = 'other'");
  expect(isRecorded()).toBe(1);
  db.exec("UPDATE uploads SET state = 'uploading', finished_at = NULL");
  expect(isRecorded()).toBe(0);
});

test('totals by top-level folder and state, and the files of a folder, follow every change', () => {
  const db = filled();
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
  const db = filled();
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
  const db = filled();
  add(db, 1, '%E9', 1);
  add(db, 1, '%E9', 1, Buffer.from([0xe9]));
  add(db, 1, '%E9', 2);
  expect(() => add(db, 1, '%E9', 1)).toThrow(/UNIQUE/);
  expect(() => add(db, 1, '%E9', 1, Buffer.from([0xe9]))).toThrow(/UNIQUE/);
});

test('a row explains one file at most', () => {
  const db = filled();
  for (const name of ['a', 'b', 'c']) add(db, 1, name);
  db.exec('UPDATE watch_files SET continues_id = 1 WHERE id = 2');
  expect(() => db.exec('UPDATE watch_files SET continues_id = 1 WHERE id = 3')).toThrow(/UNIQUE/);
});

test('what was found of files that a watched folder sent is counted', () => {
  const db = filled();
  for (const name of ['a', 'b']) add(db, 1, name);
  const { watchLedger } = createRepositories(db);
  const outcome = { state: 'sent', reason: null, sha256: null, sentFile: null } as const;
  watchLedger.recordOutcomes([
    { ...outcome, id: 1, itemId: 5, issue: 'damaged' },
    { ...outcome, id: 2, itemId: 6, issue: 'locked' },
  ]);
  expect(watchLedger.countFound(1)).toBe(2);
  watchLedger.recordOutcomes([{ ...outcome, id: 2, itemId: 6, issue: null }]);
  expect(watchLedger.countFound(1)).toBe(1);
  expect(watchLedger.totals(1).sent).toEqual({ files: 2, bytes: 20 });
});

test('a renamed file is compared once, with the custodian that was sent first', () => {
  const db = filled();
  db.exec(`
    INSERT INTO watch_files (id, rule_id, folder_id, name, size_bytes, mtime_ns, mtime_era, device, file_id, state, item_id,
        continues_id, first_seen_at, gone_at)
      VALUES (1, 1, 1, 'a', 1, 1, 0, 1, 1, 'sent', 5, NULL, 't', 't'), (2, 1, 1, 'b', 1, 1, 0, 1, 2, 'sent', 6, NULL, 't', 't'),
        (3, 1, 2, 'a2', 1, 1, 0, 1, 1, 'renamed', NULL, 1, 't', 't'), (4, 1, 2, 'a3', 1, 1, 0, 1, 1, 'renamed', NULL, 3, 't', NULL),
        (5, 1, 2, 'b2', 1, 1, 0, 1, 2, 'renamed', NULL, 2, 't', NULL);`);
  const { renamedCustodians } = createRepositories(db);
  expect(renamedCustodians.uncompared(1, 10).map(({ id, folder }) => [id, folder])).toEqual([
    [3, 'Doe/mail'],
    [4, 'Doe/mail'],
    [5, 'Doe/mail'],
  ]);
  expect([4, 5].map((id) => renamedCustodians.sent(id)?.custodian)).toEqual(['Ann', 'Default']);
  for (const id of [3, 4]) renamedCustodians.setOther(id, { sent: 'Ann', now: 'Bob' });
  renamedCustodians.setOther(5, null);
  // One of them was renamed again.
  expect([renamedCustodians.countOther(1), renamedCustodians.uncompared(1, 10)]).toEqual([1, []]);
  renamedCustodians.compareAgain({ ruleId: 1, after: 3, to: 9 });
  expect(renamedCustodians.uncompared(1, 10).map(({ id }) => id)).toEqual([4, 5]);
});

test('a file whose outcome is unknown was sent when its upload ended, else when it was started, not when it was drafted', () => {
  const db = filled();
  const { surveys } = createRepositories(db);
  const sentAt = () => surveys.sentVersions(1).map((file) => file.sentAt);
  db.exec("UPDATE items SET state = 'held'; UPDATE uploads SET started_at = '3'");
  expect(sentAt()).toEqual(['5']);
  db.exec("UPDATE uploads SET state = 'paused', finished_at = NULL");
  expect(sentAt()).toEqual(['3']);
});

test('a key that replaces another is noticed once', () => {
  const { signingKeys: keys } = createRepositories(filled());
  const key = (fingerprint: string, storage: 'file' | 'keychain' = 'file') => ({
    fingerprint,
    storage,
    publicKey: `public ${fingerprint}`,
  });
  expect(keys.use(key('a'), '1')).toBe(null);
  expect(keys.use(key('a'), '2')).toBe(null);
  expect(keys.use(key('k', 'keychain'), '3')).toBe(null);
  expect(keys.use(key('b'), '4')).toBe('a');
  expect(keys.use(key('b'), '5')).toBe(null);
  // The earlier key was restored from a backup.
  expect(keys.use(key('a'), '6')).toBe(null);
  expect(keys.all().map(({ fingerprint, firstUsedAt }) => [fingerprint, firstUsedAt])).toEqual([
    ['a', '1'],
    ['k', '3'],
    ['b', '4'],
  ]);
});

test('the last ten measurements of a line are kept', () => {
  const { lineSpeeds: speeds } = createRepositories(filled());
  for (let n = 1; n <= 12; n += 1) speeds.addMeasurement('https://p/', 't', { bytes: n, seconds: 0.5 });
  speeds.addMeasurement('https://q/', 't', { bytes: 1, seconds: 2 });
  expect(speeds.measurements('https://p/').map(({ bytes }) => bytes)).toEqual([
    3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
  ]);
  expect(speeds.measurements('https://q/')).toEqual([{ bytes: 1, seconds: 2 }]);
});
