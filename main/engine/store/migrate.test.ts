import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, migrations } from './migrate.ts';

const newest = migrations.at(-1)?.number ?? 0;

function empty(): Sqlite.Database {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  return db;
}

const version = (db: Sqlite.Database) => db.pragma('user_version', { simple: true });

test('the numbers have no gap', () => {
  const first = migrations[0]?.number ?? 0;
  expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, index) => first + index));
});

test('an empty store gets every migration or none, and another keeps those before the one that fails', () => {
  const steps = [
    ...migrations,
    { number: newest + 1, sql: 'CREATE TABLE fine (a)' },
    { number: newest + 2, sql: 'SELECT * FROM nowhere' },
  ];
  const [none, earlier] = [empty(), empty()];
  migrate(earlier);
  for (const db of [none, earlier]) expect(() => migrate(db, steps)).toThrow('nowhere');
  expect([none, earlier].map(version)).toEqual([0, newest + 1]);
});

test('a table can be copied to change it, and what refers to it still does', () => {
  const db = empty();
  migrate(db);
  db.exec(`
    INSERT INTO watch_rules (id, name, rule, server_url, is_sandbox, database_id, state, created_at)
      VALUES (1, 'r', '{}', 's', 0, 7, 'active', 't');
    INSERT INTO watch_datasets (rule_id, key, name) VALUES (1, 'k', 'n');`);
  const copies = `
    CREATE TABLE copy (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    INSERT INTO copy SELECT id, name FROM watch_rules;
    DROP TABLE watch_rules;
    ALTER TABLE copy RENAME TO watch_rules;`;
  migrate(db, [...migrations, { number: newest + 1, sql: copies }]);
  expect(db.prepare('SELECT name FROM watch_datasets').pluck().all()).toEqual(['n']);
  expect(() => db.exec('DELETE FROM watch_rules')).toThrow('FOREIGN KEY');
  expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
});

test('a migration that leaves dangling rows is undone', () => {
  const db = empty();
  migrate(db);
  const careless = {
    number: newest + 1,
    sql: "INSERT INTO source_files (item_id, requested_at, part_size_bytes, part_count) VALUES (9, 't', 1, 1);",
  };
  expect(() => migrate(db, [...migrations, careless])).toThrow(/dangling/);
  expect(db.prepare('SELECT count(*) FROM source_files').pluck().get()).toBe(0);
});
