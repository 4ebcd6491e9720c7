/** Whatever stands in a column that a receipt reads, the receipt is written, and it is intact only if it says what its log says. */
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemsAfter, storeOfEveryOutcome } from './outcome-store.ts';

let original: Buffer;
let end = async (): Promise<void> => {};
beforeAll(async () => {
  ({ original, end } = await storeOfEveryOutcome());
});
afterAll(() => end());

const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
/** As SQL. */
const values = {
  'JSON that is cut off': `'{"code":'`,
  'a JSON list': "'[]'",
  'JSON without its details': `'{"code":"file-changed"}'`,
  'deep JSON': `'{"code":"cancelled","deep":${deep}}'`,
  'half a surrogate pair': String.raw`'{"code":"cancelled","half":"\ud800"}'`,
  'a day that no calendar has': "'2026-02-31T00:00:00.000Z'",
  'a time beyond dates': "'+999999-01-01T00:00:00.000Z'",
  'bytes that are no text': "CAST(x'ff' AS TEXT)",
  bytes: "x'ff00'",
  NULL: 'NULL',
} as const;

/** Those that a receipt is read from. */
const tables = [
  ...['uploads', 'roots', 'folders', 'items', 'packs', 'pack_members', 'source_files'],
  ...['findings', 'events', 'totals'],
] as const;

/** Every column that holds text or bytes. */
function columnsOf(table: string): readonly string[] {
  const db = new Sqlite(original);
  const columns = db
    .prepare<[string], string>("SELECT name FROM pragma_table_info(?) WHERE type IN ('TEXT', 'BLOB')")
    .pluck()
    .all(table);
  db.close();
  return columns;
}

test.each(tables)(
  'a damaged value in %s leads to a receipt that says what the log says, or is not intact',
  async (table) => {
    const columns = columnsOf(table);
    expect(columns.length).toBeGreaterThan(0);
    const crashed: string[] = [];
    const believed: string[] = [];
    for (const name of columns)
      for (const [kind, value] of Object.entries(values)) {
        // One row: unique columns take the value too.
        const edit = `UPDATE ${table} SET ${name} = ${value}
        WHERE (${name}, 1) IN (SELECT ${name}, 1 FROM ${table} WHERE ${name} IS NOT NULL ORDER BY length(${name}) DESC LIMIT 1)`;
        try {
          const { shows, written, read } = await problemsAfter(original, edit);
          // What the lists don't show stands in the log or in the totals.
          const isElsewhere = table === 'events' || table === 'totals';
          const isIntact = written.length === 0 && read.length === 0;
          if (shows ? written.length * read.length === 0 : !isElsewhere && !isIntact)
            believed.push(`${name}: ${kind}`);
        } catch (error) {
          // SQLite's own checks keep it out.
          if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT')) continue;
          crashed.push(`${name}: ${kind}: ${String(error).slice(0, 200)}`);
        }
      }
    expect({ crashed, believed }).toEqual({ crashed: [], believed: [] });
  },
);
