import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { newUpload } from '../../../../test/fixtures/upload-request.ts';
import type { ItemId } from '../../types/ids.ts';
import { migrate } from '../migrate.ts';
import { createRepositories } from '../repositories.ts';
import type { NewUpload } from './upload-repository.ts';

/** Two uploads with a file each; the first file has source file 500. Returns whether the second file may not get it. */
function isUsedBeside(first: Partial<NewUpload>, second: Partial<NewUpload>): boolean {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(db);
  const { uploads, sourceFiles } = createRepositories(db);
  uploads.insert(newUpload(first));
  const uploadId = uploads.insert(newUpload(second));
  db.exec(`
    INSERT INTO roots (upload_id, path) VALUES (1, '/media/1'), (2, '/media/2');
    INSERT INTO folders (root_id, path) VALUES (1, ''), (2, '');
    INSERT INTO items (upload_id, folder_id, name, size_bytes, mtime_ns, device, file_id, state)
      VALUES (1, 1, 'a', 1, 1, 1, 1, 'queued'), (2, 2, 'b', 1, 1, 1, 2, 'queued');
    INSERT INTO source_files (item_id, requested_at, platform_id, part_size_bytes, part_count)
      VALUES (1, 't', 500, 1, 1), (2, 't', NULL, 1, 1)`);
  const row = sourceFiles.current(2 as ItemId)?.id;
  if (row === undefined) throw new Error('No source file');
  expect(sourceFiles.usesOf(501, uploadId, row)).toEqual([]);
  return sourceFiles.usesOf(500, uploadId, row).length > 0;
}

// A gateway may repeat an earlier answer, to another upload. Two files that share a source file would be mixed.
test.each([
  ['of the same database', {}, {}, true],
  ['of another database', {}, { databaseId: 2 }, false],
  ['of another server', {}, { serverUrl: 'https://other.example/' }, false],
  ['of the same database of the sandbox', { isSandbox: true }, { isSandbox: true }, true],
])('a source file of an upload %s is used: %s', (_what, first, second, expected) => {
  expect(isUsedBeside(first, second)).toBe(expected);
});
