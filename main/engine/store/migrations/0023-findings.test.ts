import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import type { UploadId } from '../../types/ids.ts';
import { createFindingRepository } from '../finding-repository.ts';
import { createInspectionRepository } from '../inspection-repository.ts';
import { migrate, migrations } from '../migrate.ts';

test('uploads of earlier versions keep their files, which were never checked', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 23),
  );
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'ready', 't', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1');
    INSERT INTO roots (id, upload_id, path) VALUES (1, 1, '/ev');
    INSERT INTO folders (id, root_id, path) VALUES (1, 1, '');
    INSERT INTO items (id, upload_id, folder_id, name, size_bytes, mtime_ns, device, file_id, state)
      VALUES (1, 1, 1, 'a', 9, 1, 1, 1, 'queued');`);
  migrate(db);
  expect(db.prepare('SELECT name, type FROM items').all()).toEqual([{ name: 'a', type: null }]);
  const findings = createFindingRepository(db);
  const id = 1 as UploadId;
  expect(createInspectionRepository(db).get(id)).toBeNull();
  findings.add(id, [
    { code: 'empty', itemId: 1, path: null, details: {} },
    { code: 'unreadable', itemId: 1, path: null, details: { errno: 'EACCES' } },
    { code: 'not-checked', itemId: null, path: '', details: { files: 3, why: 'skipped' } },
  ]);
  expect(findings.groups(id)).toEqual([
    { code: 'unreadable', severity: 'error', findings: 1, ofFiles: 1, bytes: 9, skipped: 0 },
    { code: 'empty', severity: 'warning', findings: 1, ofFiles: 1, bytes: 9, skipped: 0 },
    { code: 'not-checked', severity: 'info', findings: 1, ofFiles: 0, bytes: 0, skipped: 0 },
  ]);
  db.exec('DELETE FROM items');
  expect(findings.groups(id).map(({ code }) => code)).toEqual(['not-checked']);
});
