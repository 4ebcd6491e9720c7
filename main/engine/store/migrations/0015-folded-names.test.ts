import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { unwrap } from '../../../../test/fixtures/result.ts';
import { migrate, migrations } from '../migrate.ts';

const number = 15;

test('names of an earlier version are found in any case and form of Unicode afterwards', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  const before = migrations.filter((migration) => migration.number < number);
  unwrap(migrate(db, before));
  db.exec(`INSERT INTO uploads (uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES ('u', 'ready', 't', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1');
    INSERT INTO items (upload_id, name, size_bytes, mtime_ns, device, file_id, state)
      VALUES (1, 'Договор.DOCX', 1, 1, 1, 1, 'queued'), (1, 'e\u0301', 1, 1, 1, 2, 'queued'), (1, 'A.txt', 1, 1, 1, 3, 'queued');`);
  unwrap(migrate(db));
  expect(db.prepare('SELECT name_folded FROM items ORDER BY id').pluck().all()).toEqual([
    'договор.docx',
    '\u00e9',
    null,
  ]);
});
