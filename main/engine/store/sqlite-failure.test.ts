import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { failureOf } from '../../../test/fixtures/result.ts';
import { mountSmallDisk } from '../../../test/fixtures/small-disk.ts';
import { sqliteFailure, sqliteResult } from './sqlite-failure.ts';
import { WriteBatcher } from './write-batcher.ts';

test('a transaction that the store refuses is returned as a failure', () => {
  const db = new Sqlite(':memory:');
  db.exec('CREATE TABLE numbers (number INTEGER)');
  db.pragma('query_only = ON');
  const writes = new WriteBatcher(db, '/state');
  const refused = sqliteResult('/state', () => writes.transaction(() => db.exec('DELETE FROM numbers')));
  expect(failureOf(refused)).toMatchObject({ code: 'store-read-only', path: '/state' });
});

test('a write that fails on a file system that became read-only is not called a full disk', ({ skip }) => {
  const folder = mkdtempSync(join(tmpdir(), 'lading-read-only-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  skip(!mountSmallDisk(folder, '64k'), 'only root on Linux can make a disk read-only');
  const failed = new Sqlite.SqliteError('disk I/O error', 'SQLITE_IOERR_WRITE');
  expect(sqliteFailure(failed, folder)).toEqual({ code: 'disk-full', path: folder });
  execFileSync('mount', ['-o', 'remount,ro', folder]);
  expect(sqliteFailure(failed, folder)).toEqual({ code: 'store-read-only', path: folder, errno: 'EROFS' });
});

test('a store beside which no file can be created says why', ({ skip }) => {
  const folder = mkdtempSync(join(tmpdir(), 'lading-cannot-open-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'lading.db');
  const refused = () => sqliteFailure(new Sqlite.SqliteError('', 'SQLITE_CANTOPEN'), path);
  expect(refused()).toEqual({ code: 'store-cannot-open', path });
  skip(!mountSmallDisk(folder, '64k'), 'only root on Linux can fill a disk or make one read-only');
  expect(() => writeFileSync(join(folder, 'filler'), Buffer.alloc(1_000_000))).toThrow('ENOSPC');
  expect(refused()).toEqual({ code: 'disk-full', path });
  execFileSync('mount', ['-o', 'remount,ro', folder]);
  expect(refused()).toEqual({ code: 'store-cannot-open', path, errno: 'EROFS' });
});
