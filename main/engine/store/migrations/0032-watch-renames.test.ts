import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate, migrations } from '../migrate.ts';

test('a renamed file is found by the one that it was before', () => {
  const db = new Sqlite(':memory:');
  migrate(
    db,
    migrations.filter(({ number }) => number < 32),
  );
  db.exec(`
    INSERT INTO watch_rules (id, name, rule, server_url, is_sandbox, database_id, state, created_at)
      VALUES (1, 'r', '{}', 's', 0, 7, 'active', 't');
    INSERT INTO watch_folders (id, rule_id, path, place, top) VALUES (1, 1, '', x'2f', '');
    INSERT INTO watch_files (id, rule_id, folder_id, name, size_bytes, mtime_ns, mtime_era, device, file_id, state,
        earlier_id, first_seen_at)
      VALUES (1, 1, 1, 'a', 1, 1, 0, 1, 1, 'sent', NULL, 't'), (2, 1, 1, 'b', 1, 1, 0, 1, 1, 'renamed', 1, 't')`);
  migrate(
    db,
    migrations.filter(({ number }) => number <= 32),
  );
  const renamed = "SELECT name FROM watch_files WHERE earlier_id = 1 AND state = 'renamed'";
  expect(db.prepare<[], string>(renamed).pluck().all()).toEqual(['b']);
  const plan = db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${renamed}`).all();
  expect(plan.map(({ detail }) => detail).join()).toContain('watch_files_renamed');
  db.close();
});
