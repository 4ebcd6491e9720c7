import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { uploadId } from '../../../preload/contract/views/ids.ts';
import { migrate } from '../store/migrate.ts';
import { ItemOrders } from './item-order.ts';

const items: readonly (readonly [
  id: number,
  folder: string | null,
  nameOrLink: string,
  custodian: string,
])[] = [
  [1, '', 'b.txt', 'roe'],
  [2, 'Mail', 'Z.txt', 'Roe, Sam'],
  [3, '', 'C.txt', 'doe'],
  [4, 'mail2', 'a.txt', 'Doe'],
  [5, 'Mail', 'a.txt', 'Ng'],
  [6, null, 'https://host/x', 'ng'],
];

function orders(): ItemOrders {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(db);
  db.exec(`
    INSERT INTO uploads (id, uuid, state, request, server_url, is_sandbox, key_id, database_id, database_name, dataset_name, os_user,
      machine, version, created_at)
      VALUES (1, '1', 'ready', '{}', 'http://127.0.0.1:1', 0, 'k', 7, 'd', 'd', 'u', 'm', '1', 't');
    INSERT INTO roots (id, upload_id, path) VALUES (1, 1, '/media/1');
    INSERT INTO folders (root_id, path) VALUES (1, ''), (1, 'Mail'), (1, 'mail2');`);
  const insert = db.prepare(
    `INSERT INTO items (id, upload_id, folder_id, name, link, size_bytes, mtime_ns, device, file_id, state, custodian)
     VALUES (@id, 1, (SELECT id FROM folders WHERE path = @folder), @name,
       iif(@folder IS NULL, @name, NULL), 1, 1, 1, @id, 'queued', @custodian)`,
  );
  for (const [id, folder, name, custodian] of items) insert.run({ id, folder, name, custodian });
  return new ItemOrders(db, 'current');
}

test.each([
  ['path', [1, 3, 6, 5, 2, 4]],
  ['custodian', [3, 4, 5, 6, 1, 2]],
] as const)('files are sorted by %s without regard to case', (column, ids) => {
  const sort = { column, descending: false };
  expect(
    orders()
      .of({ uploadId: uploadId.parse(1), sort, states: [], search: '' })
      .page(0, 10),
  ).toEqual(ids);
});
