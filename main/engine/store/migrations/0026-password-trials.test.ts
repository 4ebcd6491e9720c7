import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import type { UploadId } from '../../types/ids.ts';
import type { ItemId } from '../item-repository.ts';
import { createLockedFileRepository } from '../locked-file-repository.ts';
import { migrate, migrations } from '../migrate.ts';

test('uploads of earlier versions have no passwords and no trials, and go with their files', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 26),
  );
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'ready', 't', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1');
    INSERT INTO roots (id, upload_id, path) VALUES (1, 1, '/ev');
    INSERT INTO folders (id, root_id, path) VALUES (1, 1, '');
    INSERT INTO items (id, upload_id, folder_id, name, size_bytes, mtime_ns, device, file_id, state, type)
      VALUES (1, 1, 1, 'a.zip', 9, 1, 1, 1, 'queued', 'zip'), (2, 1, 1, 'b.pdf', 7, 1, 1, 2, 'skipped', 'pdf');
    INSERT INTO findings (upload_id, item_id, code, severity, details)
      VALUES (1, 1, 'encrypted', 1, '{"locked":"entries"}'), (1, 2, 'encrypted', 1, '{"locked":"file"}');`);
  migrate(db);
  const lockedFiles = createLockedFileRepository(db);
  const id = 1 as UploadId;
  expect(lockedFiles.passwordCount(id)).toBe(0);
  expect(lockedFiles.counts(id)).toMatchObject({ files: 1, bytes: 9, byStatus: { 'not-tried': 1 } });
  lockedFiles.record(1 as ItemId, 'cannot-try', 'unsupported');
  expect([...lockedFiles.all(id)]).toMatchObject([
    { type: 'zip', locked: 'entries', status: 'cannot-try', reason: 'unsupported' },
  ]);
  db.exec('DELETE FROM items');
  expect(db.prepare('SELECT count(*) FROM password_trials').pluck().get()).toBe(0);
});
