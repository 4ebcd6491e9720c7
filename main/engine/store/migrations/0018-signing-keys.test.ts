import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, migrations } from '../migrate.ts';
import { createSigningKeyRepository } from '../signing-key-repository.ts';

test('logs of earlier versions stay, and a key that replaces another is noticed once', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 18),
  );
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'paused', 't', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1');
    INSERT INTO events VALUES (1, 1, 't', 'receipt-issued', '{}', 'p', 'h');`);
  migrate(
    db,
    migrations.filter(({ number }) => number <= 18),
  );
  expect(db.prepare('SELECT type, hash FROM events').all()).toEqual([{ type: 'receipt-issued', hash: 'h' }]);
  const keys = createSigningKeyRepository(db);
  const key = (fingerprint: string, storage: 'file' | 'keychain' = 'file') => ({
    fingerprint,
    storage,
    publicKey: `public ${fingerprint}`,
  });
  expect(keys.all()).toEqual([]);
  expect(keys.use(key('a'), '1')).toBe(null);
  expect(keys.use(key('a'), '2')).toBe(null);
  expect(keys.use(key('k', 'keychain'), '3')).toBe(null);
  expect(keys.use(key('b'), '4')).toBe('a');
  expect(keys.use(key('b'), '5')).toBe(null);
  // The earlier key was restored from a backup.
  expect(keys.use(key('a'), '6')).toBe(null);
  expect(keys.all().map(({ fingerprint, firstUsedAt }) => [fingerprint, firstUsedAt])).toEqual([
    ['a', '1'],
    ['k', '3'],
    ['b', '4'],
  ]);
});
