import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { newUpload } from '../../../../test/fixtures/upload-request.ts';
import { migrate } from '../migrate.ts';
import { createRepositories } from '../repositories.ts';
import type { QueuedFile } from './add-queued-files.ts';

test('each file is stored with its own values, whatever the files beside it have', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(db);
  const { uploads, folders, items } = createRepositories(db);
  const id = uploads.insert(newUpload());
  const [root] = folders.addRoots(id, [{ path: '/e', identity: null }]);
  const folderId = folders.add(root?.id ?? 0, '', null, null);
  const unusual = new Map<number, Partial<QueuedFile>>([
    [60, { nameBytes: Buffer.from([0xe9]) }],
    [110, { nameFolded: 'ä' }],
    [161, { mtimeEra: -1 }],
    [202, { nameBytes: Buffer.from([0xe8]), nameFolded: 'è', mtimeEra: 1 }],
  ]);
  const files = Array.from({ length: 205 }, (_, n): QueuedFile => {
    const plain = { nameBytes: null, nameFolded: null, mtimeEra: 0 };
    const ids = { mtimeNs: BigInt(n) * 10n ** 16n, device: 2n ** 62n - BigInt(n), fileId: -BigInt(n) };
    return { folderId, name: `letter ${n}`, sizeBytes: n, ...plain, ...ids, ...unusual.get(n) };
  });
  items.addQueuedFiles(id, files);
  const stored = db
    .prepare(
      `SELECT folder_id AS folderId, name, name_bytes AS nameBytes, name_folded AS nameFolded, size_bytes AS sizeBytes,
         mtime_ns AS mtimeNs, mtime_era AS mtimeEra, device, file_id AS fileId
       FROM items WHERE upload_id = ? AND state = 'queued' ORDER BY id`,
    )
    .safeIntegers()
    .all(id);
  expect(stored).toEqual(
    files.map((file) => ({
      ...file,
      folderId: BigInt(folderId),
      sizeBytes: BigInt(file.sizeBytes),
      mtimeEra: BigInt(file.mtimeEra),
    })),
  );
});
