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
