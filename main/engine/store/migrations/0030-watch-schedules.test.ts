import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate, migrations } from '../migrate.ts';

test('the hours of a rule become a list, and a rule for any hour stays one', () => {
  const db = new Sqlite(':memory:');
  migrate(
    db,
    migrations.filter(({ number }) => number < 30),
  );
  const hours = { days: [1, 2], from: '20:00', to: '06:00' };
  const insert = db.prepare(
    `INSERT INTO watch_rules (name, rule, server_url, is_sandbox, database_id, state, created_at)
       VALUES (?, ?, 's', 0, 7, 'active', 't')`,
  );
  insert.run('nights', JSON.stringify({ path: '/in', schedule: hours, pack: 'auto' }));
  insert.run('any hour', JSON.stringify({ path: '/in', schedule: null }));
  migrate(
    db,
    migrations.filter(({ number }) => number <= 30),
  );
  const rules = db.prepare<[], string>('SELECT rule FROM watch_rules ORDER BY id').pluck().all();
  expect(rules.map((rule) => JSON.parse(rule))).toEqual([
    { path: '/in', schedule: [hours], pack: 'auto' },
    { path: '/in', schedule: null },
  ]);
  db.close();
});
