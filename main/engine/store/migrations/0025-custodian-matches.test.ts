import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import type { UploadId } from '../../types/ids.ts';
import { createCustodianMatchRepository } from '../custodian-match-repository.ts';
import { migrate, migrations } from '../migrate.ts';

test('drafts of earlier versions were compared with no directory, and matches go with their upload', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 25),
  );
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'ready', 't', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1');`);
  migrate(
    db,
    migrations.filter(({ number }) => number <= 25),
  );
  const matches = createCustodianMatchRepository(db);
  const id = 1 as UploadId;
  expect([matches.directory(id), matches.all(id).size]).toEqual([null, 0]);
  const directory = { path: '/p.csv', sha256: 'ab', people: 2, matchedAt: 't' };
  matches.replace(id, directory, [{ custodian: 'jsmith', status: 'unmatched', candidates: [], more: 0 }]);
  matches.keep(id, ['jsmith'], true);
  matches.replace(id, directory, [
    { custodian: 'jsmith', status: 'review', candidates: [], more: 0 },
    { custodian: 'roe', status: 'unmatched', candidates: [], more: 0 },
  ]);
  // A decision outlives another comparison.
  expect([...matches.all(id).values()].map(({ status, isKept }) => [status, isKept])).toEqual([
    ['review', true],
    ['unmatched', false],
  ]);
  expect(matches.directory(id)).toEqual(directory);
  db.exec('PRAGMA foreign_keys = ON; DELETE FROM uploads');
  expect([matches.directory(id), matches.all(id).size]).toEqual([null, 0]);
});
