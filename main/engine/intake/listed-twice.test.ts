import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../test/fixtures/scan-observer.ts';
import { newUpload } from '../../../test/fixtures/upload-request.ts';
import { migrate } from '../store/migrate.ts';
import { createRepositories } from '../store/repositories.ts';
import { compileRules } from './custodians/custodian-of.ts';
import { createInventoryWriter } from './inventory-writer.ts';
import { unpackBatch } from './scan-batch.ts';
import { FolderWalk } from './scan-walk.ts';

// As network file systems do while a folder changes.
vi.mock('./scan-folder.ts', async (importOriginal) => {
  const { readFolder } = await importOriginal<typeof import('./scan-folder.ts')>();
  const readTwice: typeof readFolder = (path, onOpen, onEntry) =>
    readFolder(path, onOpen, (...entry) => {
      onEntry(...entry);
      onEntry(...entry);
    });
  return { readFolder: readTwice };
});

test('files and folders that a folder lists twice are in the inventory once', () => {
  const root = temporaryFolder();
  mkdirSync(join(root, 'inner', 'innermost'), { recursive: true });
  for (const path of ['a.txt', 'b.txt', 'inner/c.txt', 'inner/innermost/d.txt'])
    writeFileSync(join(root, path), path);
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(db);
  const repositories = createRepositories(db);
  const { uploads, folders, items } = repositories;
  const uploadId = uploads.insert(newUpload());
  const inventory = createInventoryWriter(
    repositories,
    {
      uploadId,
      rules: compileRules([], [], [], false),
      roots: folders.addRoots(uploadId, [{ path: root, identity: null }]),
      isKnown: null,
    },
    (store) => store(),
  );
  new FolderWalk(
    {
      rootPaths: [root],
      followSymlinks: false,
      own: new Set(),
      sources: new Map(),
      firstNumber: 1,
      numberStep: 1,
    },
    {
      atRoot: () => undefined,
      post: (batch) => inventory.add(unpackBatch(batch)),
      isWorkWanted: () => false,
      share: () => expect.unreachable(),
    },
  ).run([{ rootIndex: 0, parent: '', names: '', ancestors: [], mayRepeat: false }]);
  const bytes = 5 + 5 + 11 + 21;
  expect(inventory.end()).toEqual({ items: 4, bytes });
  const paths = items
    .openItems(uploadId, 'queued', { after: 0 }, 100)
    .map(({ folder, name }) => join(folder, name));
  expect(paths.sort()).toEqual(['a.txt', 'b.txt', 'inner/c.txt', 'inner/innermost/d.txt']);
  expect(uploads.totals(uploadId).queued).toEqual({ items: 4, bytes });
  const ofFolders = db.prepare('SELECT sum(items) AS items, sum(bytes) AS bytes FROM folders').get();
  expect(ofFolders).toEqual({ items: 4, bytes });
});
