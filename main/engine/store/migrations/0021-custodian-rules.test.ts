import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, migrations } from '../migrate.ts';

test('a rule of an earlier version becomes a list, and what was assigned by hand stays with its topmost folder', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 21),
  );
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'ready', 't', 's', 0, 'k', 7, 'd', 'n',
        '{"sources":["/e"],"custodianRule":{"kind":"folder","level":2}}', 'me', 'here', '1'),
      (2, 'v', 'ready', 't', 's', 0, 'k', 7, 'd', 'n', '{"custodianRule":{"kind":"none"}}', 'me', 'here', '1');
    INSERT INTO roots (id, upload_id, path) VALUES (1, 1, '/e');
    INSERT INTO folders (root_id, path, rule_custodian, manual_custodian)
      VALUES (1, '', NULL, NULL), (1, 'a', 'a', 'Ng'), (1, 'a/b', 'b', 'Ng'), (1, 'a/b/c', 'c', 'Roe'), (1, 'ab', NULL, 'Ng');`);
  migrate(
    db,
    migrations.filter(({ number }) => number <= 21),
  );
  const requests = db.prepare<[], string>('SELECT request FROM uploads ORDER BY id').pluck().all();
  expect(requests.map((request) => JSON.parse(request))).toEqual([
    {
      sources: ['/e'],
      custodianRules: [{ kind: 'folder', level: 2 }],
      custodianNames: [],
      leaveUnassigned: false,
    },
    { custodianRules: [], custodianNames: [], leaveUnassigned: false },
  ]);
  const folders = 'SELECT path, rule_from, assigned_custodian FROM folders ORDER BY id';
  expect(db.prepare(folders).raw().all()).toEqual([
    ['', null, null],
    ['a', 'folder', 'Ng'],
    ['a/b', 'folder', null],
    ['a/b/c', 'folder', 'Roe'],
    ['ab', null, 'Ng'],
  ]);
});
