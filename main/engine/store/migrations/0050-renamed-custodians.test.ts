import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, migrations } from '../migrate.ts';
import { createRepositories } from '../repositories.ts';

test('files that an earlier version recorded as renamed are compared, with the custodian that was sent first', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 50),
  );
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'finished', 't', 's', 0, 'k', 7, 'd', 'n', '{"custodian":"Default"}', 'me', 'here', '1');
    INSERT INTO roots (id, upload_id, path) VALUES (1, 1, '/w');
    INSERT INTO folders (id, root_id, path, rule_custodian) VALUES (1, 1, 'Ann', 'Ann'), (2, 1, '', NULL);
    INSERT INTO items (id, upload_id, folder_id, name, size_bytes, mtime_ns, device, file_id, state)
      VALUES (5, 1, 1, 'a', 1, 1, 1, 1, 'accepted'), (6, 1, 2, 'b', 1, 1, 1, 2, 'accepted');
    INSERT INTO watch_rules (id, name, rule, server_url, is_sandbox, database_id, state, created_at)
      VALUES (1, 'r', '{}', 's', 0, 7, 'active', 't');
    INSERT INTO watch_folders (id, rule_id, path, place, top) VALUES (1, 1, 'Bob', CAST('/w/Bob' AS BLOB), 'Bob');
    INSERT INTO watch_files (id, rule_id, folder_id, name, size_bytes, mtime_ns, mtime_era, device, file_id, state, item_id,
        continues_id, first_seen_at, gone_at)
      VALUES (1, 1, 1, 'a', 1, 1, 0, 1, 1, 'sent', 5, NULL, 't', 't'), (2, 1, 1, 'b', 1, 1, 0, 1, 2, 'sent', 6, NULL, 't', 't'),
        (3, 1, 1, 'a2', 1, 1, 0, 1, 1, 'renamed', NULL, 1, 't', 't'), (4, 1, 1, 'a3', 1, 1, 0, 1, 1, 'renamed', NULL, 3, 't', NULL),
        (5, 1, 1, 'b2', 1, 1, 0, 1, 2, 'renamed', NULL, 2, 't', NULL);`);
  migrate(db);
  const { renamedCustodians } = createRepositories(db);
  expect(renamedCustodians.uncompared(1, 10).map(({ id, folder }) => [id, folder])).toEqual([
    [3, 'Bob'],
    [4, 'Bob'],
    [5, 'Bob'],
  ]);
  expect([4, 5].map((id) => renamedCustodians.sent(id)?.custodian)).toEqual(['Ann', 'Default']);
  for (const id of [3, 4]) renamedCustodians.setOther(id, { sent: 'Ann', now: 'Bob' });
  renamedCustodians.setOther(5, null);
  // One of them was renamed again.
  expect([renamedCustodians.countOther(1), renamedCustodians.uncompared(1, 10)]).toEqual([1, []]);
  renamedCustodians.compareAgain({ ruleId: 1, after: 3, to: 9 });
  expect(renamedCustodians.uncompared(1, 10).map(({ id }) => id)).toEqual([4, 5]);
});
