import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ItemId, UploadId } from '../../types/ids.ts';
import { migrate } from '../migrate.ts';
import { createContainerFolderRepository } from './container-folder-repository.ts';
import { innerCustodian } from './custodian-columns.ts';

test('folders inside an archive count for whom the nearest folder above was assigned to, as they are sent', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(db);
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'ready', 't', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1');
    INSERT INTO roots (id, upload_id, path) VALUES (1, 1, '/ev');
    INSERT INTO folders (id, root_id, path) VALUES (1, 1, 'box');
    INSERT INTO items (id, upload_id, folder_id, name, size_bytes, mtime_ns, device, file_id, state)
      VALUES (1, 1, 1, 'a.zip', 9, 1, 1, 1, 'queued');
    INSERT INTO container_folders (item_id, path, entries, bytes, rule_custodian)
      VALUES (1, 'Smith/', 1, 10, 'Smith'), (1, 'Smith/mail/', 2, 20, 'Smith'), (1, 'Smith/mail/old/', 4, 40, 'Smith'),
        (1, 'Jones/', 8, 80, 'Jones');`);
  const folders = createContainerFolderRepository(db);
  folders.assign(1, 'Smith/', 'Ng');
  folders.assign(1, 'Smith/mail/old/', 'Boyd');
  expect(folders.tallies(1 as UploadId)).toEqual([
    { custodian: 'Boyd', items: 4, bytes: 40, uncheckedFolders: 0 },
    { custodian: 'Jones', items: 8, bytes: 80, uncheckedFolders: 0 },
    { custodian: 'Ng', items: 3, bytes: 30, uncheckedFolders: 0 },
  ]);
  for (const custodian of [null, 'Ng', 'Roe']) {
    db.prepare('UPDATE items SET custodian = ?').run(custodian);
    const container = { custodian, isManual: custodian !== null };
    const inside = folders
      .ofItem(1 as ItemId)
      .map((row) => innerCustodian(row.manualCustodian, row.ruleCustodian, container).custodian);
    expect(new Set(folders.tallies(1 as UploadId).map((tally) => tally.custodian))).toEqual(
      new Set(inside.filter((name) => name !== null && name !== custodian)),
    );
  }
});

test('no statement reads all folders of an archive again for each of them', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(db);
  const prepare = vi.spyOn(db, 'prepare');
  createContainerFolderRepository(db);
  const statements = prepare.mock.calls.map(([sql]) => sql);
  expect(statements.length).toBeGreaterThan(10);
  const quadratic = statements.filter((sql) => {
    const plan = db
      .prepare<[], { id: number; parent: number; detail: string }>(
        `EXPLAIN QUERY PLAN ${sql.replaceAll(/[?]|@\w+/g, '1')}`,
      )
      .all();
    const repeated = new Set(
      plan.filter(({ detail }) => detail.startsWith('CORRELATED')).map(({ id }) => id),
    );
    return plan.some(
      ({ parent, detail }) => repeated.has(parent) && /^SCAN|\((?:item_id=\?)?\)$/.test(detail),
    );
  });
  expect(quadratic).toEqual([]);
});
