import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import type { UploadId } from '../../types/ids.ts';
import type { ItemId } from '../item-repository.ts';
import { migrate, migrations } from '../migrate.ts';
import type { PackId } from '../pack-repository.ts';
import { createRepositories } from '../repositories.ts';

test('what an earlier version sent keeps its hashes and has no SHA-256, and what it hashed half is hashed again', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 41),
  );
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'paused', 't', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1');
    INSERT INTO roots (id, upload_id, path) VALUES (1, 1, '/e');
    INSERT INTO folders (id, root_id, path) VALUES (1, 1, '');
    INSERT INTO items (id, upload_id, folder_id, name, size_bytes, mtime_ns, device, file_id, state)
      VALUES (5, 1, 1, 'a', 9, 0, 0, 0, 'accepted'), (6, 1, 1, 'b', 9, 0, 0, 0, 'accepted'),
        (7, 1, 1, 'c', 9, 0, 0, 0, 'uploading');
    INSERT INTO packs (id, upload_id, root_id, number, items, bytes) VALUES (1, 1, 1, 1, 1, 9);
    INSERT INTO pack_members (item_id, pack_id, part, crc32, sha1, md5) VALUES (6, 1, 1, 3, 's6', 'm6');
    INSERT INTO source_files (item_id, pack_id, requested_at, platform_id, part_size_bytes, part_count, sha1, md5,
        hashed_bytes, hash_state, completed_at)
      VALUES (5, NULL, 't', 70, 9, 1, 's5', 'm5', 0, NULL, 't2'), (NULL, 1, 't', 71, 9, 1, 's1', NULL, 0, NULL, 't2'),
        (7, NULL, 't', 72, 9, 1, NULL, NULL, 4, x'01', NULL);`);
  migrate(db);
  const { sourceFiles, packs } = createRepositories(db);
  expect([...sourceFiles.sentFiles(1 as UploadId)].map(({ sha1, sha256 }) => [sha1, sha256])).toEqual([
    ['s5', null],
    ['s6', null],
  ]);
  expect([...packs.members(1 as PackId)].map(({ hashes }) => hashes)).toEqual([
    { crc32: 3, sha1: 's6', md5: 'm6', sha256: null },
  ]);
  expect(sourceFiles.current(7 as ItemId)).toMatchObject({ sha1: null, sha256: null, savedHash: null });
});

test('what an earlier version called a duplicate is only a possible one, and a draft that skips it is decided again', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 41),
  );
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'ready', 't', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1')`);
  const duplicate = { of: 'before', sha1: 'aa'.repeat(20), upload: 'earlier', at: '2026-01-01' };
  const reason = JSON.stringify({ code: 'duplicate', ...duplicate });
  db.exec(`
    INSERT INTO roots (id, upload_id, path) VALUES (1, 1, '/e');
    INSERT INTO folders (id, root_id, path, skipped_items, skipped_bytes) VALUES (1, 1, '', 1, 9);
    INSERT INTO items (id, upload_id, folder_id, name, size_bytes, mtime_ns, device, file_id, state, reason)
      VALUES (5, 1, 1, 'a', 9, 1, 1, 1, 'skipped', '${reason}'), (6, 1, 1, 'b', 9, 1, 1, 2, 'queued', NULL),
        (7, 1, 1, 'c', 9, 1, 1, 3, 'queued', NULL);
    INSERT INTO totals VALUES (1, 'skipped', 1, 9), (1, 'queued', 2, 18);
    INSERT INTO findings (upload_id, item_id, code, severity, details)
      VALUES (1, 5, 'duplicate', 2, '${JSON.stringify(duplicate)}');
    INSERT INTO file_hashes (item_id, sha1, md5, sha256)
      VALUES (6, x'aa', x'bb', x'cc'), (7, x'aa', x'bb', NULL);`);
  migrate(db);
  const repositories = createRepositories(db);
  const id = 1 as UploadId;
  expect(repositories.fileHashes.of(7 as ItemId)).toBeNull();
  expect(repositories.selections.isPending(id)).toBe(true);
  const [found] = repositories.findings.ofItem(5 as ItemId);
  expect(found).toMatchObject({ code: 'possible-duplicate', details: duplicate });
  const rules = { custodian: null, known: false, duplicate: true, sent: false };
  expect(repositories.selections.candidates('skipped', id, 0, 9, rules)).toMatchObject([
    { id: 5, duplicate: null, isDuplicate: 0 },
  ]);
});
