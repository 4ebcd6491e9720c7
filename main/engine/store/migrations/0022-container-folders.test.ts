import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import type { UploadId } from '../../types/ids.ts';
import { createContainerFolderRepository } from '../container-folder-repository.ts';
import type { ItemId } from '../item-repository.ts';
import { migrate, migrations } from '../migrate.ts';

test('archives of earlier versions have no listed folders; what is listed goes with its file', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 22),
  );
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'ready', 't', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1');
    INSERT INTO roots (id, upload_id, path) VALUES (1, 1, '/ev');
    INSERT INTO folders (id, root_id, path) VALUES (1, 1, 'box');
    INSERT INTO items (id, upload_id, folder_id, name, size_bytes, mtime_ns, device, file_id, state)
      VALUES (1, 1, 1, 'a.zip', 9, 1, 1, 1, 'queued'), (2, 1, 1, 'b.zip', 9, 1, 1, 2, 'queued');`);
  migrate(db);
  const folders = createContainerFolderRepository(db);
  const [a, b] = [1 as ItemId, 2 as ItemId];
  expect(folders.ofItem(a)).toEqual([]);

  const facts = { otherPath: null, isDoubtful: false, entries: 1, bytes: 5 };
  const row = (path: string) => ({ path, ...facts });
  folders.add(a, [row(''), row('Ng/'), row('Ng/mail/'), row('Ngo/')]);
  folders.add(b, [row('Ng/')]);
  expect(folders.containers(1 as UploadId, 0, 10)).toEqual([
    { itemId: 1, root: '/ev', path: 'box/a.zip' },
    { itemId: 2, root: '/ev', path: 'box/b.zip' },
  ]);
  folders.setRule(a, 'Ng/mail/', 'Rule');
  folders.assign(a, 'Ng/', 'Hand');
  expect(folders.ofItem(a)).toEqual([
    { path: 'Ng/', ...facts, ruleCustodian: null, manualCustodian: 'Hand' },
    { path: 'Ng/mail/', ...facts, ruleCustodian: 'Rule', manualCustodian: 'Hand' },
    { path: 'Ngo/', ...facts, ruleCustodian: null, manualCustodian: null },
  ]);
  expect(folders.ofItem(b)).toMatchObject([{ path: 'Ng/', manualCustodian: null }]);

  // The scan starts over.
  folders.add(a, [row('New/')]);
  expect(folders.ofItem(a).map(({ path }) => path)).toEqual(['New/']);
  db.exec('DELETE FROM items');
  expect(folders.ofItem(a)).toEqual([]);
});
