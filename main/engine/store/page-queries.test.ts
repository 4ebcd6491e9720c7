import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { migrate } from './migrate.ts';
import { createRepositories } from './repositories.ts';

test('no query that reads page by page sorts everything for each page', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(db);
  const prepare = vi.spyOn(db, 'prepare');
  createRepositories(db);
  const pages = prepare.mock.calls
    .map(([sql]) => sql)
    .filter((sql) => />\s*[?@].*ORDER BY.*LIMIT [?@]/s.test(sql));
  expect(pages.length).toBeGreaterThan(10);
  const sorting = pages.filter((sql) =>
    db
      .prepare<[], { parent: number; detail: string }>(
        `EXPLAIN QUERY PLAN ${sql.replaceAll(/[?]|@\w+/g, '1')}`,
      )
      .all()
      .some(({ parent, detail }) => parent === 0 && detail.startsWith('USE TEMP B-TREE')),
  );
  // Locked files are few.
  expect(sorting.filter((sql) => !sql.includes("findings.code = 'encrypted'"))).toEqual([]);
});
