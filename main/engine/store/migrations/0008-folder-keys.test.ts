import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { unwrap } from '../../../../test/fixtures/result.ts';
import type { UploadId } from '../../types/ids.ts';
import { createFolderRepository } from '../folder-repository.ts';
import { migrate, migrations } from '../migrate.ts';

test('folders of an earlier version are told apart by their bytes afterwards', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  unwrap(
    migrate(
      db,
      migrations.filter(({ number }) => number < 8),
    ),
  );
  db.exec(`INSERT INTO uploads (uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES ('u', 'ready', 't', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1');
    INSERT INTO roots (upload_id, path) VALUES (1, '/media');
    INSERT INTO folders (root_id, path, path_bytes, items) VALUES (1, '', NULL, 0), (1, 'Ca\u{fffd}', x'4361e9', 1),
      (1, 'Ca\u{fffd}', x'4361e8', 2), (1, 'Ca\u{fffd}/x', x'4361e82f78', 4), (1, 'Ca\u{fffd}', NULL, 8);`);
  unwrap(migrate(db));
  const folders = createFolderRepository(db);
  const [root] = folders.roots(1 as UploadId);
  const { total, folders: inside } = folders.children(root ?? { rootId: 0, key: Buffer.alloc(0) }, 0, 10);
  expect(total).toBe(3);
  expect(inside.map((folder) => [folder.id, folders.totals(folder).items])).toEqual([
    [3, 6],
    [2, 1],
    [5, 8],
  ]);
  expect(folders.find({ rootId: 1, key: Buffer.from('Ca\u{fffd}') })).toBe(5);
});
