import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, migrations } from '../migrate.ts';

const sameContent = JSON.stringify({ code: 'same-content', earlierPath: 'x' });

test('one file continues each that was sent, and what an earlier version explained by the same one is decided again', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 38),
  );
  db.exec(`
    INSERT INTO watch_rules (id, name, rule, server_url, is_sandbox, database_id, state, created_at)
      VALUES (1, 'r', '{}', 's', 0, 7, 'active', 't');
    INSERT INTO watch_folders (id, rule_id, path, place, top) VALUES (1, 1, '', CAST('/w' AS BLOB), '');`);
  const insert = db.prepare(
    `INSERT INTO watch_files (id, rule_id, folder_id, name, version, size_bytes, mtime_ns, mtime_era, device, file_id, born_ns,
       state, reason, kind, earlier_id, sha1, first_seen_at, gone_at)
     VALUES (?, 1, 1, ?, ?, 5, 70, 0, 1, ?, 3, ?, ?, ?, ?, x'aa', 't', ?)`,
  );
  const add = (
    id: number,
    name: string,
    fileId: number,
    state: string,
    of: { version?: number; reason?: string; kind?: string; earlier?: number; isGone?: boolean } = {},
  ) => {
    const { version = 1, reason = null, kind = 'new', earlier = null, isGone = false } = of;
    insert.run(id, name, version, fileId, state, reason, kind, earlier, isGone ? 'g' : null);
  };
  // Renamed twice.
  add(1, 'a', 1, 'sent', { isGone: true });
  add(2, 'b', 1, 'renamed', { earlier: 1, isGone: true });
  add(3, 'c', 1, 'renamed', { earlier: 2 });
  // Two hard links, and a copy.
  add(11, 'd', 11, 'sent', { isGone: true });
  add(12, 'e', 11, 'renamed', { earlier: 11 });
  add(13, 'f', 11, 'renamed', { earlier: 11 });
  add(14, 'g', 14, 'renamed', { earlier: 11 });
  // Touched, with another file that was said to be the first.
  add(21, 'h', 21, 'sent', { isGone: true });
  add(22, 'h', 21, 'skipped', { version: 2, reason: sameContent, kind: 'version', earlier: 21 });
  add(23, 'i', 21, 'renamed', { earlier: 21 });
  // A copy that its rule skipped, and one of a file that is still there.
  add(31, 'j', 31, 'sent');
  add(32, 'k', 32, 'skipped', { reason: sameContent, kind: 'copy', earlier: 31 });
  add(33, 'l', 31, 'renamed', { earlier: 31 });
  add(41, 'm', 41, 'skipped', { reason: JSON.stringify({ code: 'taken-by-rule', rule: 'other' }) });
  add(42, 'n', 42, 'settling', { reason: JSON.stringify({ code: 'earlier-away', earlierPath: 'x' }) });
  migrate(
    db,
    migrations.filter(({ number }) => number <= 38),
  );
  const rows = db
    .prepare<[], [number, string, number | null, number]>(
      'SELECT id, state, continues_id, reason IS NULL FROM watch_files ORDER BY id',
    )
    .raw()
    .all();
  expect(rows).toEqual([
    [1, 'sent', null, 1],
    [2, 'renamed', 1, 1],
    [3, 'renamed', 2, 1],
    [11, 'sent', null, 1],
    [12, 'gone', null, 1],
    [13, 'gone', null, 1],
    [14, 'gone', null, 1],
    [21, 'sent', null, 1],
    [22, 'skipped', 21, 0],
    [23, 'gone', null, 1],
    [31, 'sent', null, 1],
    [32, 'skipped', null, 0],
    [33, 'gone', null, 1],
    [41, 'gone', null, 1],
    [42, 'settling', null, 1],
  ]);
  const counted = db.prepare("SELECT files FROM watch_totals WHERE state = 'renamed'").pluck();
  expect(counted.get()).toBe(2);
  const continues = db.prepare('UPDATE watch_files SET continues_id = 2 WHERE id = 12');
  expect(() => continues.run()).toThrow('UNIQUE');
});
