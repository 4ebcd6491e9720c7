import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { failureOf } from '../../../test/fixtures/result.ts';
import { sqliteResult } from './sqlite-failure.ts';
import { WriteBatcher } from './write-batcher.ts';

test('a transaction that the store refuses is returned as a failure', () => {
  const db = new Sqlite(':memory:');
  db.exec('CREATE TABLE numbers (number INTEGER)');
  db.pragma('query_only = ON');
  const writes = new WriteBatcher(db, '/state');
  const refused = sqliteResult('/state', () => writes.transaction(() => db.exec('DELETE FROM numbers')));
  expect(failureOf(refused)).toMatchObject({ code: 'store-read-only', path: '/state' });
});
