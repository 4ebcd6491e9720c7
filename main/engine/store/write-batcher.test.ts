import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { WriteBatcher } from './write-batcher.ts';

test('what can be computed again does not wait for the disk, and what follows it does', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  db.pragma('synchronous = FULL');
  const writes = new WriteBatcher(db, 'store');
  const level = () => db.pragma('synchronous', { simple: true });
  const [normal, full] = [1, 2];
  expect(writes.recomputable(level)).toBe(normal);
  expect(writes.transaction(level)).toBe(full);
  expect(() =>
    writes.recomputable(() => {
      throw new Error('a bug');
    }),
  ).toThrow('a bug');
  expect(level()).toBe(full);
});

test('writes that share a transaction are all stored, or all of them are refused', async () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  db.exec('CREATE TABLE numbers (n INTEGER)');
  const writes = new WriteBatcher(db, 'store');
  const add = (n: number) =>
    writes.enqueue(() => db.prepare('INSERT INTO numbers VALUES (?)').run(n).changes);
  const stored = () => db.prepare('SELECT n FROM numbers').pluck().all();
  expect(await Promise.all([add(1), add(2)])).toEqual([1, 1]);
  const failing = writes.enqueue(() => {
    throw new Error('a bug');
  });
  const outcomes = await Promise.allSettled([add(3), failing, add(4)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(stored()).toEqual([1, 2]);
});
