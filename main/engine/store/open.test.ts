import { expect, onTestFinished, test } from 'vitest';
import { hideParameters, SqliteDatabase } from './open.ts';

test.each([
  ['SELECT * FROM items WHERE id = ?', 'SELECT * FROM items WHERE id = +?'],
  ['a=? AND b =@b AND c IS ?', 'a=+? AND b =+@b AND c IS +?'],
  ['UPDATE items SET state = @state', 'UPDATE items SET state = +@state'],
  // What SQLite doesn't plan by
  ['a <> ? AND a != ? AND a <= ? AND a >= ? AND a > ?', 'a <> ? AND a != ? AND a <= ? AND a >= ? AND a > ?'],
  ['a IS NOT ? AND a IN (?, ?)', 'a IS NOT ? AND a IN (?, ?)'],
  ["a = b AND c = 'd'", "a = b AND c = 'd'"],
])('%s', (sql, hidden) => {
  expect(hideParameters(sql)).toBe(hidden);
});

test('a value of any type is found, stored, and returned as it is', () => {
  const db = new SqliteDatabase(':memory:');
  onTestFinished(() => void db.close());
  db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, a, i INTEGER, s TEXT); CREATE INDEX t_a ON t (a);');
  const values = [1n, -1n, 2n ** 62n, 1.5, '', '1', 'text', Buffer.from([0, 255]), Buffer.alloc(0)];
  for (const [index, value] of values.entries()) {
    db.prepare('INSERT INTO t (id) VALUES (?)').run(index + 1);
    db.prepare('UPDATE t SET a = ? WHERE id = ?').run(value, index + 1);
    const found = db.prepare('SELECT id, a FROM t WHERE a = @a').safeIntegers().all({ a: value });
    expect(found).toEqual([{ id: BigInt(index + 1), a: value }]);
  }
  db.prepare("INSERT INTO t (i, s) VALUES ('5', 7)").run();
  const byNumber = db.prepare('SELECT count(*) FROM t WHERE i = ? AND s = ?').pluck();
  expect([byNumber.get('5', '7'), byNumber.get(5n, 7n)]).toEqual([1, 1]);
  expect(db.prepare('SELECT count(*) FROM t WHERE a IS ?').pluck().get(null)).toBe(1);
});

test('an index serves the parameter', () => {
  const db = new SqliteDatabase(':memory:');
  onTestFinished(() => void db.close());
  db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, a, b); CREATE INDEX t_a ON t (a, b);');
  const plan = (where: string) =>
    db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN SELECT * FROM t WHERE ${where}`).all(1, 1);
  expect(plan('a = ? AND b = ?')).toMatchObject([
    { detail: 'SEARCH t USING COVERING INDEX t_a (a=? AND b=?)' },
  ]);
});
