import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { watchRule } from '../../../../preload/contract/watched-folder.ts';
import { migrate, migrations } from '../migrate.ts';
import { createRepositories } from '../repositories.ts';

test('what was found of files that a watched folder sent is counted, and its rule keeps none', () => {
  const given = watchRule.parse({ path: '/w', database: 7, dataset: 'd', name: 'r' });
  const { passwordFile: _, hold: __, ...earlier } = given;
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 47),
  );
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'finished', 't', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1');
    INSERT INTO roots (id, upload_id, path) VALUES (1, 1, '/w');
    INSERT INTO folders (id, root_id, path) VALUES (1, 1, '');
    INSERT INTO items (id, upload_id, folder_id, name, size_bytes, mtime_ns, device, file_id, state, issue)
      VALUES (5, 1, 1, 'a', 1, 1, 1, 1, 'accepted', 'locked'), (6, 1, 1, 'b', 1, 1, 1, 2, 'accepted', NULL);
    INSERT INTO watch_rules (id, name, rule, server_url, is_sandbox, database_id, state, created_at)
      VALUES (1, 'r', '${JSON.stringify(earlier)}', 's', 0, 7, 'active', 't');
    INSERT INTO watch_folders (id, rule_id, path, place, top) VALUES (1, 1, '', CAST('/w' AS BLOB), '');
    INSERT INTO watch_files (id, rule_id, folder_id, name, size_bytes, mtime_ns, mtime_era, device, file_id, state, item_id,
        first_seen_at)
      VALUES (1, 1, 1, 'a', 1, 1, 0, 1, 1, 'sent', 5, 't'), (2, 1, 1, 'b', 1, 1, 0, 1, 2, 'sent', 6, 't'),
        (3, 1, 1, 'c', 1, 1, 0, 1, 3, 'settled', NULL, 't');`);
  migrate(db);
  const { watchLedger, watchRules } = createRepositories(db);
  expect(watchLedger.countFound(1)).toBe(1);
  expect(watchRules.get(1)?.rule).toEqual(given);
  const outcome = { id: 2, itemId: 6, state: 'sent', reason: null, sha256: null, bornNs: 0n } as const;
  watchLedger.recordOutcomes([{ ...outcome, issue: 'damaged' }]);
  expect(watchLedger.countFound(1)).toBe(2);
  watchLedger.recordOutcomes([{ ...outcome, issue: null }]);
  expect(watchLedger.countFound(1)).toBe(1);
  expect(watchLedger.totals(1).sent).toEqual({ files: 2, bytes: 2 });
});
