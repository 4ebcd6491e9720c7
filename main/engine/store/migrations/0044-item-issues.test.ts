import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { noExceptions } from '../../../../preload/contract/exception.ts';
import { migrate, migrations } from '../migrate.ts';
import { createRepositories } from '../repositories.ts';

test('what an earlier version found of a file that it sent is an exception, by the worst of it', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 44),
  );
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'finished', 't', 's', 0, 'k', 7, 'd', 'n', '{"links":[]}', 'me', 'here', '1');
    INSERT INTO roots (id, upload_id, path) VALUES (1, 1, '/e');
    INSERT INTO folders (id, root_id, path) VALUES (1, 1, '');
    INSERT INTO items (id, upload_id, folder_id, name, size_bytes, mtime_ns, device, file_id, state)
      VALUES (1, 1, 1, 'a', 1, 1, 1, 1, 'accepted'), (2, 1, 1, 'b', 1, 1, 1, 2, 'accepted'),
        (3, 1, 1, 'c', 1, 1, 1, 3, 'skipped'), (4, 1, 1, 'd', 1, 1, 1, 4, 'skipped'), (5, 1, 1, 'e', 1, 1, 1, 5, 'accepted');
    INSERT INTO totals VALUES (1, 'accepted', 3, 3), (1, 'skipped', 2, 2);
    INSERT INTO password_trials (item_id, status) VALUES (5, 'opened');
    INSERT INTO findings (upload_id, item_id, path, code, severity, details)
      VALUES (1, 1, NULL, 'encrypted', 1, '{}'), (1, 1, NULL, 'damaged', 0, '{}'), (1, 2, NULL, 'container', 2, '{}'),
        (1, 2, NULL, 'check-exceeded', 1, '{}'), (1, 3, NULL, 'not-a-file', 2, '{}'), (1, 4, NULL, 'empty', 1, '{}'),
        (1, 5, NULL, 'encrypted', 1, '{}'), (1, NULL, '', 'not-checked', 2, '{}');`);
  migrate(db);
  expect(createRepositories(db).uploads.getAny(1)?.exceptions).toEqual({
    ...noExceptions,
    damaged: 1,
    unchecked: 1,
    'not-a-file': 1,
    excluded: 1,
  });
  expect(db.prepare('SELECT id, issue FROM items WHERE issue IS NOT NULL ORDER BY id').raw().all()).toEqual([
    [1, 'damaged'],
    [2, 'unchecked'],
    [3, 'not-a-file'],
    [4, 'empty'],
  ]);
});
