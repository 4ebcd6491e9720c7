import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { uploadId } from '../../../preload/contract/views/ids.ts';
import type { ItemQuery } from '../../../preload/contract/views/views.ts';
import { migrate } from '../store/migrate.ts';
import { ItemOrders } from './item-order.ts';

type ItemRow = readonly [id: number, folder: string | null, nameOrLink: string, custodian: string | null];

const items: readonly ItemRow[] = [
  [1, '', 'b.txt', 'roe'],
  [2, 'Mail', 'Z.txt', 'Roe, Sam'],
  [3, '', 'C.txt', 'doe'],
  [4, 'mail2', 'a.txt', 'Doe'],
  [5, 'Mail', 'a.txt', 'Ng'],
  [6, null, 'https://host/x', 'ng'],
];

function orders(rows = items): ItemOrders {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(db);
  db.exec(`
    INSERT INTO uploads (id, uuid, state, request, server_url, is_sandbox, key_id, database_id, database_name, dataset_name, os_user,
      machine, version, created_at)
      VALUES (1, '1', 'ready', '{"custodian":"Ng"}', 'http://127.0.0.1:1', 0, 'k', 7, 'd', 'd', 'u', 'm', '1', 't');
    INSERT INTO roots (id, upload_id, path) VALUES (1, 1, '/media/1');
    INSERT INTO folders (root_id, path) VALUES (1, ''), (1, 'Mail'), (1, 'mail2');`);
  const insert = db.prepare(
    `INSERT INTO items (id, upload_id, folder_id, name, link, size_bytes, mtime_ns, device, file_id, state, custodian)
     VALUES (@id, 1, (SELECT id FROM folders WHERE path = @folder), @name,
       iif(@folder IS NULL, @name, NULL), 1, 1, 1, @id, 'queued', @custodian)`,
  );
  for (const [id, folder, name, custodian] of rows) insert.run({ id, folder, name, custodian });
  return new ItemOrders(db, 'current');
}

function page(of: ItemOrders, query: Pick<ItemQuery, 'sort'> & Partial<ItemQuery>) {
  return of.of({ uploadId: uploadId.parse(1), states: [], search: '', ...query }).page(0, 10);
}

test.each([
  ['path', [1, 3, 6, 5, 2, 4]],
  ['custodian', [3, 4, 6, 5, 1, 2]],
] as const)('files are sorted by %s without regard to case', (column, ids) => {
  const sort = { column, descending: false };
  expect(page(orders(), { sort })).toEqual(ids);
});

test('files that nobody is named for are sorted, and found, as those of the default custodian', () => {
  const named = orders([
    [1, '', 'a.txt', 'Roe'],
    [2, 'Mail', 'b.txt', null],
    [3, null, 'https://host/x', null],
    [4, '', 'c.txt', 'Doe'],
  ]);
  expect(page(named, { sort: { column: 'custodian', descending: false } })).toEqual([4, 3, 2, 1]);
  expect(page(named, { sort: null, search: 'NG' })).toEqual([3, 2]);
});

test('files that nobody sorted are in natural order, and so are those of one custodian', () => {
  const numbered = orders([
    [1, '', 'a10.msg', 'Roe'],
    [2, '', 'a2.msg', 'Roe'],
    [3, '', 'A1.msg', 'Doe'],
  ]);
  expect(page(numbered, { sort: null })).toEqual([3, 2, 1]);
  expect(page(numbered, { sort: { column: 'custodian', descending: true } })).toEqual([2, 1, 3]);
});
