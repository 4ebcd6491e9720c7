import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, migrations } from '../migrate.ts';

test('a CSV of custodians keeps its rows, and has others with another separator', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  db.pragma('foreign_keys = ON');
  migrate(
    db,
    migrations.filter(({ number }) => number < 48),
  );
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'ready', 't', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1');
    INSERT INTO custodian_maps (upload_id, sha1, rows) VALUES (1, 'a', '[[1,"P001;Jones","Ana"]]');`);
  migrate(
    db,
    migrations.filter(({ number }) => number <= 48),
  );
  const stored = { upload_id: 1, sha1: 'a', separator: '', rows: '[[1,"P001;Jones","Ana"]]' };
  const all = db.prepare('SELECT * FROM custodian_maps');
  expect(all.all()).toEqual([stored]);
  const bySemicolon = { ...stored, separator: 'semicolon', rows: '[[1,"P001","Jones, Ana"]]' };
  const insert = db.prepare('INSERT INTO custodian_maps VALUES (@upload_id, @sha1, @separator, @rows)');
  insert.run(bySemicolon);
  expect(all.all()).toEqual([stored, bySemicolon]);
  expect(() => insert.run(bySemicolon)).toThrow('UNIQUE');
  db.exec('DELETE FROM uploads');
  expect(all.all()).toEqual([]);
});
