import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, migrations } from '../migrate.ts';

test('nothing that an earlier version inspected is kept, and what is kept goes with its upload', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 46),
  );
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'scanning', 't', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1');
    INSERT INTO items (upload_id, name, size_bytes, mtime_ns, device, file_id, state, type)
      VALUES (1, 'a', 9, 1, 1, 1, 'queued', 'pdf');`);
  migrate(
    db,
    migrations.filter(({ number }) => number <= 46),
  );
  expect(db.prepare('SELECT type, inspected FROM items').all()).toEqual([{ type: 'pdf', inspected: 0 }]);
  expect(db.prepare('SELECT inspected_with FROM uploads').pluck().all()).toEqual([null]);
  db.exec(`
    INSERT INTO kept_inspections VALUES (1, x'00', 9, 1, 0, 1, 1, 'pdf', '[]', '[]');
    DELETE FROM uploads;`);
  expect(db.prepare('SELECT count(*) FROM kept_inspections').pluck().get()).toBe(0);
});
