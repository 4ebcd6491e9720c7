import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate, migrations } from '../migrate.ts';

test('a file that was renamed before is found by its size and time, without a look at every row', () => {
  const db = new Sqlite(':memory:');
  migrate(
    db,
    migrations.filter(({ number }) => number < 32),
  );
  db.exec(`
    INSERT INTO watch_rules (id, name, rule, server_url, is_sandbox, database_id, state, created_at)
      VALUES (1, 'r', '{}', 's', 0, 7, 'active', 't');
    INSERT INTO watch_folders (id, rule_id, path, place, top) VALUES (1, 1, '', CAST('/w' AS BLOB), '');
    INSERT INTO watch_files (rule_id, folder_id, name, size_bytes, mtime_ns, mtime_era, device, file_id, state, sha1, first_seen_at)
      VALUES (1, 1, 'a', 5, 70, 0, 1, 1, 'sent', x'aa', 't'), (1, 1, 'b', 5, 80, 0, 1, 1, 'renamed', x'aa', 't'),
        (1, 1, 'c', 5, 90, 0, 1, 1, 'settled', NULL, 't');`);
  migrate(
    db,
    migrations.filter(({ number }) => number <= 32),
  );
  const find =
    'SELECT name FROM watch_files WHERE size_bytes = 5 AND mtime_ns BETWEEN 75 AND 95 AND sha1 IS NOT NULL';
  expect(db.prepare(find).pluck().all()).toEqual(['b']);
  const plan = db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${find}`).all();
  expect(plan.map(({ detail }) => detail).join()).toContain('watch_files_by_time');
  db.close();
});
