import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, migrations } from '../migrate.ts';

test('in uploads of earlier versions nothing was chosen by hand, and no rules wait', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 24),
  );
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'ready', 't', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1');
    INSERT INTO roots (id, upload_id, path) VALUES (1, 1, '/ev');
    INSERT INTO folders (id, root_id, path) VALUES (1, 1, '');
    INSERT INTO items (id, upload_id, folder_id, name, size_bytes, mtime_ns, device, file_id, state)
      VALUES (1, 1, 1, 'a', 9, 1, 1, 1, 'queued');`);
  migrate(
    db,
    migrations.filter(({ number }) => number <= 24),
  );
  expect(db.prepare('SELECT choice FROM items UNION ALL SELECT choice FROM folders').pluck().all()).toEqual([
    null,
    null,
  ]);
  expect(db.prepare('SELECT selection_pending FROM uploads').pluck().get()).toBe(0);
  db.exec(`
    INSERT INTO segments VALUES (1, 1, 9);
    INSERT INTO file_hashes VALUES (1, x'00', x'01', NULL);
    DELETE FROM items;`);
  expect(db.prepare('SELECT (SELECT count(*) FROM segments) + count(*) FROM file_hashes').pluck().get()).toBe(
    0,
  );
});
