import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { failure } from '../../../preload/contract/failures/failure.ts';
import { StoreError } from './sqlite-failure.ts';
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

function numbers() {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  db.exec('CREATE TABLE numbers (n INTEGER UNIQUE)');
  const writes = new WriteBatcher(db, 'store');
  const insert = (n: number) => db.prepare('INSERT INTO numbers VALUES (?)').run(n).changes;
  const add = (n: number) => writes.enqueue(() => insert(n));
  return { db, writes, insert, add, stored: () => db.prepare('SELECT n FROM numbers').pluck().all() };
}

test('of writes that share a transaction, one that fails is undone, and the others are stored', async () => {
  const { writes, insert, add, stored } = numbers();
  expect(await Promise.all([add(1), add(2)])).toEqual([1, 1]);
  const altered = new StoreError(failure('upload-altered', { uploadId: 7, altered: 'states' }).failure);
  const failing = writes.enqueue(() => {
    insert(8);
    throw altered;
  });
  const outcomes = await Promise.allSettled([add(3), failing, add(4), add(1), add(5)]);
  const rejected = { status: 'rejected' };
  const stays = { status: 'fulfilled', value: 1 };
  expect(outcomes).toMatchObject([stays, { ...rejected, reason: altered }, stays, rejected, stays]);
  expect(stored()).toEqual([1, 2, 3, 4, 5]);
});

test('of writes that share a transaction, none is stored where the store refuses it', async () => {
  const { db, add, stored } = numbers();
  await add(1);
  // As on a full disk, SQLite ends the transaction itself.
  db.exec(
    "CREATE TRIGGER full BEFORE INSERT ON numbers WHEN new.n = 3 BEGIN SELECT RAISE(ROLLBACK, 'full'); END",
  );
  const outcomes = await Promise.allSettled([add(2), add(3), add(4)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(stored()).toEqual([1]);
});
