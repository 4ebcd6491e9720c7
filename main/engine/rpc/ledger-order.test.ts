import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchRuleId } from '../../../preload/contract/views/ids.ts';
import { ledgerSortColumns } from '../../../preload/contract/views/states.ts';
import type { LedgerQuery } from '../../../preload/contract/watch/watch-calls.ts';
import type { LedgerState } from '../../../preload/contract/watch/watched-folder.ts';
import { migrate } from '../store/migrate.ts';
import { createWatchQueries } from './watch-queries.ts';
import { createWatchTallies } from './watch-tallies.ts';

const files: readonly (readonly [
  folder: string,
  name: string,
  size: number,
  state: LedgerState,
  taken: string | null,
])[] = [
  ['', 'b.txt', 5, 'sent', '2026-11-02T00:00:00.000Z'],
  ['Roe', 'A.txt', 70, 'failed', '2026-11-01T00:00:00.000Z'],
  ['', 'C.txt', 5, 'settling', null],
  ['Doe', 'z.txt', 1, 'held', null],
  ['Roe', 'b.txt', 9, 'gone', null],
  ['Doe', 'a.txt', 400, 'sent', '2026-11-03T00:00:00.000Z'],
];

function openLedger() {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(db);
  db.exec(`
    INSERT INTO watch_rules (id, name, rule, server_url, is_sandbox, database_id, state, created_at)
      VALUES (1, 'r', '{}', 'http://127.0.0.1:1', 0, 7, 'active', 't');
    INSERT INTO watch_folders (id, rule_id, path, place, top)
      VALUES (1, 1, '', x'2f', ''), (2, 1, 'Roe', x'2f52', 'Roe'), (3, 1, 'Doe', x'2f44', 'Doe');`);
  const insert = db.prepare(
    `INSERT INTO watch_files (rule_id, folder_id, name, size_bytes, mtime_ns, mtime_era, device, file_id, state, taken_at,
       first_seen_at)
     VALUES (1, (SELECT id FROM watch_folders WHERE path = ?), ?, ?, 0, 0, 0, 0, ?, ?, 't')`,
  );
  for (const file of files) insert.run(...file);
  return db;
}

const query = (given: Partial<LedgerQuery> & { readonly limit?: number }) => ({
  ruleId: watchRuleId.parse(1),
  states: [],
  search: '',
  sort: null,
  offset: 0,
  limit: 10,
  ...given,
});

test('a sent file has the default custodian of its upload where nobody else is named for it', () => {
  const db = openLedger();
  db.exec(`
    INSERT INTO uploads (id, uuid, state, request, server_url, is_sandbox, key_id, database_id, database_name, dataset_name,
      os_user, machine, version, created_at)
      VALUES (1, '1', 'finished', '{"custodian":"Ng"}', 's', 0, 'k', 7, 'd', 'd', 'u', 'm', '1', 't');
    INSERT INTO items (id, upload_id, name, size_bytes, mtime_ns, device, file_id, state)
      VALUES (1, 1, 'b.txt', 5, 1, 1, 1, 'accepted');
    UPDATE watch_files SET item_id = 1 WHERE name = 'C.txt';`);
  const { watchHistory } = createWatchQueries(db);
  const page = watchHistory(query({ sort: { column: 'custodian', descending: true } }));
  expect(page.entries.slice(0, 2).map(({ path, custodian }) => [path, custodian])).toEqual([
    ['C.txt', 'Ng'],
    ['Doe/a.txt', null],
  ]);
});

test.each([
  ['path', ['b.txt', 'C.txt', 'Doe/a.txt', 'Doe/z.txt', 'Roe/A.txt', 'Roe/b.txt']],
  ['size', ['Doe/z.txt', 'C.txt', 'b.txt', 'Roe/b.txt', 'Roe/A.txt', 'Doe/a.txt']],
  ['status', ['Roe/A.txt', 'Doe/z.txt', 'C.txt', 'Doe/a.txt', 'b.txt', 'Roe/b.txt']],
  ['custodian', ['Doe/a.txt', 'Roe/b.txt', 'Doe/z.txt', 'C.txt', 'Roe/A.txt', 'b.txt']],
  ['taken', ['Roe/b.txt', 'Doe/z.txt', 'C.txt', 'Roe/A.txt', 'b.txt', 'Doe/a.txt']],
] as const)(
  'the file history is sorted by %s, page by page, and equal entries are newest first',
  (column, paths) => {
    const { watchHistory } = createWatchQueries(openLedger());
    const read = (descending: boolean, offset: number, limit: number) => {
      const page = watchHistory({ ...query({ sort: { column, descending } }), offset, limit });
      expect(page.total).toBe(files.length);
      return page.entries.map(({ path }) => path);
    };
    const pages = [0, 2, 4].flatMap((offset) => read(false, offset, 2));
    expect(pages).toEqual(paths);
    expect(read(true, 0, 10).toSorted()).toEqual(paths.toSorted());
    if (column !== 'custodian')
      expect(read(true, 0, 1)).toEqual([column === 'status' ? 'Roe/b.txt' : paths.at(-1)]);
  },
);

test('a sorted file history shows only what the search and the filter find', () => {
  const { watchHistory } = createWatchQueries(openLedger());
  for (const column of ledgerSortColumns) {
    const sort = { column, descending: true };
    const found = watchHistory(query({ sort, search: 'DOE/', states: ['sent', 'failed'] }));
    expect(found).toMatchObject({ total: 1, entries: [{ path: 'Doe/a.txt' }] });
  }
});

test('an order is kept while the counts of the ledger are the same, and sorted again after a change', () => {
  const now = vi.spyOn(performance, 'now');
  onTestFinished(() => now.mockRestore());
  const db = openLedger();
  const { watchHistory } = createWatchQueries(db);
  const largest = () => {
    const { total, entries } = watchHistory(query({ sort: { column: 'size', descending: true }, limit: 1 }));
    return [total, entries[0]?.path];
  };
  // Sorting takes a second.
  now.mockReturnValueOnce(0).mockReturnValueOnce(1_000);
  expect(largest()).toEqual([6, 'Doe/a.txt']);
  db.exec("UPDATE watch_files SET size_bytes = 1000 WHERE name = 'C.txt'");
  now.mockReturnValueOnce(10_999);
  expect(largest()).toEqual([6, 'Doe/a.txt']);
  now.mockReturnValueOnce(11_000).mockReturnValueOnce(12_000);
  expect(largest()).toEqual([6, 'C.txt']);
  const prepare = vi.spyOn(db, 'prepare');
  now.mockReturnValueOnce(60_000);
  expect(largest()).toEqual([6, 'C.txt']);
  expect(prepare.mock.calls.some(([sql]) => sql.includes('ORDER BY'))).toBe(false);
});

test('uploads are sorted by their status: what a person has to look at first', () => {
  const db = openLedger();
  const add = db.prepare(
    `INSERT INTO uploads (id, uuid, state, request, server_url, is_sandbox, key_id, database_id, database_name, dataset_name, os_user, machine,
       version, created_at)
     VALUES (@id, @id, @state, '{}', 'http://127.0.0.1:1', 0, 'k', 7, 'd', 'd', 'u', 'm', '1', 't')`,
  );
  const addBatch = db.prepare(
    `INSERT INTO watch_batches (id, rule_id, group_key, dataset_key, dataset_name, closed_at, upload_id)
     VALUES (@id, 1, '', '', 'd', 't', @id)`,
  );
  const states = ['finished', 'cancelled', 'uploading', 'paused', 'finished', 'finished'] as const;
  for (const [index, state] of states.entries()) {
    add.run({ id: index + 1, state });
    addBatch.run({ id: index + 1 });
  }
  db.exec(
    `INSERT OR REPLACE INTO totals (upload_id, state, items, bytes) VALUES (5, 'held', 1, 1), (6, 'failed', 2, 1), (1, 'failed', 0, 0)`,
  );
  const { watchBatches } = createWatchTallies(db);
  const page = { ruleId: watchRuleId.parse(1), offset: 0, limit: 10 };
  const ids = (descending: boolean) =>
    watchBatches({ ...page, sort: { column: 'status', descending } }).map(({ uploadId }) => uploadId);
  expect(ids(false)).toEqual([6, 5, 4, 3, 2, 1]);
  expect(ids(true)).toEqual([1, 2, 3, 4, 5, 6]);
});
