import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { createContainerFolderRepository } from '../container-folder-repository.ts';
import type { ItemId } from '../item-repository.ts';
import { migrate, migrations } from '../migrate.ts';

test('no folder that an earlier version listed is doubtful, and what it was assigned stays', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 49),
  );
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'ready', 't', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1');
    INSERT INTO roots (id, upload_id, path) VALUES (1, 1, '/ev');
    INSERT INTO folders (id, root_id, path) VALUES (1, 1, 'box');
    INSERT INTO items (id, upload_id, folder_id, name, size_bytes, mtime_ns, device, file_id, state)
      VALUES (1, 1, 1, 'a.zip', 9, 1, 1, 1, 'queued');
    INSERT INTO container_folders (item_id, path, other_path, entries, bytes, rule_custodian)
      VALUES (1, 'Łódź/', '┼ü├│d┼║/', 1, 5, 'Łódź');`);
  migrate(db);
  const folders = createContainerFolderRepository(db);
  const row = { path: 'Łódź/', otherPath: '┼ü├│d┼║/', isDoubtful: false, entries: 1, bytes: 5 };
  expect(folders.ofItem(1 as ItemId)).toEqual([{ ...row, ruleCustodian: 'Łódź', manualCustodian: null }]);
  folders.add(1, [{ ...row, isDoubtful: true }]);
  expect(folders.ofItem(1 as ItemId)).toMatchObject([{ isDoubtful: true, ruleCustodian: null }]);
});
