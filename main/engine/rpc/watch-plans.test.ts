import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchRuleId } from '../../../preload/contract/views/ids.ts';
import { ledgerSortColumns } from '../../../preload/contract/views/states.ts';
import { migrate } from '../store/migrate.ts';
import { createRepositories } from '../store/repositories.ts';
import { prepareLedger } from '../watch/ledger/known-files.ts';
import { createWatchQueries } from './watch-queries.ts';
import { createWatchTallies } from './watch-tallies.ts';

/** The statements about watched folders, each with its plan. */
function plans(): readonly { readonly sql: string; readonly plan: readonly string[] }[] {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(db);
  const prepare = vi.spyOn(db, 'prepare');
  createRepositories(db);
  prepareLedger(db);
  const queries = createWatchQueries(db);
  for (const states of [[], ['sent'], ['failed', 'held']] as const)
    for (const search of ['', 'a'])
      for (const sort of [null, ...ledgerSortColumns.map((column) => ({ column, descending: false }))])
        queries.watchHistory({
          ruleId: watchRuleId.parse(1),
          states: [...states],
          search,
          sort,
          offset: 0,
          limit: 10,
        });
  for (const sort of [null, { column: 'path', descending: false } as const])
    queries.watchHistory({
      ruleId: watchRuleId.parse(1),
      states: [],
      exceptions: true,
      search: '',
      sort,
      offset: 0,
      limit: 10,
    });
  createWatchTallies(db);
  // The plan of an INSERT names a check of references that never runs.
  const statements = prepare.mock.calls.map(([sql]) => sql).filter((sql) => !/^\s*INSERT/.test(sql));
  return [...new Set(statements)]
    .filter((sql) => /watch_(files|folders|batches)/.test(sql))
    .map((sql) => ({
      sql,
      plan: db
        .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll(/[?]|@\w+/g, "'1'")}`)
        .all()
        .map(({ detail }) => detail),
    }));
}

test('with a million rows in the ledger, nothing reads all of them to find some', () => {
  const found = plans();
  expect(found.length).toBeGreaterThan(60);
  const scanning = found.filter(({ plan }) =>
    plan.some((step) =>
      /^SCAN (file|other|folder|batch|watch_files|watch_folders|watch_batches|items)\b/.test(step),
    ),
  );
  expect(scanning).toEqual([]);
});

test('a page of the ledger is not sorted: the indexes have its order', () => {
  const pages = plans().filter(({ sql }) => sql.includes('OFFSET @offset') && !sql.includes('@entryId'));
  expect(pages).toHaveLength(5);
  const sorting = pages.filter(({ plan }) => plan.some((step) => step.startsWith('USE TEMP B-TREE')));
  expect(sorting).toEqual([]);
});
