import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { unwrap } from '../../../test/fixtures/result.ts';
import type { UploadId } from '../types/ids.ts';
import { migrate, migrations } from './migrate.ts';
import { createRepositories } from './repositories.ts';

const id = 1 as UploadId;

/** As the first version wrote it. */
const request = JSON.stringify({
  databaseId: 7,
  dataset: { name: 'n', description: null },
  settings: {},
  sources: ['/ev'],
  links: [{ shown: 'https://h/l', hasSecret: false }],
  custodian: null,
  custodianRule: { kind: 'folder', level: 1 },
  passwordFile: null,
  followSymlinks: false,
  sha1: true,
  partCheck: 'auto',
});

/** A store as the first version wrote it, with a row of every table. */
function firstVersion(): Sqlite.Database {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  unwrap(migrate(db, migrations.slice(0, 1)));
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'paused', '2030-01-01T00:00:00.000Z', 'https://p/', 0, 'k', 7, 'd', 'n', '${request}', 'me', 'here', '1');
    INSERT INTO roots (id, upload_id, path) VALUES (1, 1, '/ev');
    INSERT INTO folders (id, root_id, path, items, bytes) VALUES (1, 1, '', 1, 9), (2, 1, 'locked', 0, 0);
    INSERT INTO items (id, upload_id, folder_id, name, link, link_has_secret, size_bytes, mtime_ns, device, file_id, state,
      reason)
      VALUES (1, 1, 1, 'a.pst', NULL, 0, 9, -1, 5, 6, 'uploading', NULL),
             (2, 1, 2, '', NULL, 0, 0, 0, 0, 0, 'failed', '{"code":"folder-unreadable","errno":"EACCES"}'),
             (3, 1, NULL, 'l', 'https://h/l', 0, 0, 0, 0, 0, 'queued', NULL);
    INSERT INTO totals VALUES (1, 'uploading', 1, 9), (1, 'failed', 1, 0), (1, 'queued', 1, 0);
    INSERT INTO source_files (id, item_id, requested_at, platform_id, part_size_bytes, part_count)
      VALUES (1, 1, 't', 70, 9, 1);
    INSERT INTO parts (source_file_id, number, etag, size_bytes, acknowledged_at) VALUES (1, 1, '"e"', 9, 't');
    INSERT INTO events VALUES (1, 1, 't', 'upload-created', '{}', '', 'h');`);
  return db;
}

test('the numbers have no gap', () => {
  const first = migrations[0]?.number ?? 0;
  expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, index) => first + index));
});

test('an empty store gets every migration or none, and another keeps those before the one that fails', () => {
  const last = migrations.at(-1)?.number ?? 0;
  const steps = [...migrations, { number: last + 1, sql: 'SELECT * FROM nowhere' }];
  const empty = new Sqlite(':memory:');
  const earlier = firstVersion();
  onTestFinished(() => void empty.close());
  for (const db of [empty, earlier]) expect(() => migrate(db, steps)).toThrow('nowhere');
  expect([empty, earlier].map((db) => db.pragma('user_version', { simple: true }))).toEqual([0, last]);
});

test('a store of the first version keeps its uploads, and means the same afterwards', () => {
  const db = firstVersion();
  unwrap(migrate(db));
  const { uploads, items, folders, sourceFiles, linkChecks, lineSpeeds } = createRepositories(db);
  expect(uploads.get(id)).toMatchObject({
    state: 'paused',
    startedAt: '2030-01-01T00:00:00.000Z',
    acknowledgedBytes: 9,
    unreadFolders: 1,
    unavailableSources: [],
    totals: { uploading: { items: 1, bytes: 9 }, failed: { items: 1 }, queued: { items: 1 } },
  });
  expect(uploads.limits(id)).toEqual({});
  expect(folders.rootIdentity(id, '/ev')).toBeNull();
  const [file] = items.openItems(id, 'uploading', 0, 9);
  expect(file).toMatchObject({ name: 'a.pst', root: '/ev', mtimeNs: -1n, device: 5n, fileId: 6n });
  if (file === undefined) throw new Error('The file is gone');
  const current = sourceFiles.current(file.id);
  expect(current).toMatchObject({ platformId: 70, fileVersion: null });
  expect(current === null ? [] : sourceFiles.parts(current.id)).toEqual([
    { number: 1, etag: '"e"', sizeBytes: 9, digest: null },
  ]);
  const [link] = items.links(id);
  expect(link).toMatchObject({ link: 'https://h/l', state: 'queued' });
  expect(link === undefined ? null : linkChecks.of(link.id)).toBeNull();
  expect(lineSpeeds.get('https://p/')).toBeNull();
});

test('a deleted upload of the first version takes all of its rows along', () => {
  const db = firstVersion();
  unwrap(migrate(db));
  db.exec(`INSERT INTO link_checks VALUES (3, 't', NULL, '[]'); DELETE FROM uploads;`);
  const tables = ['roots', 'folders', 'items', 'totals', 'source_files', 'parts', 'events', 'link_checks'];
  const counts = tables.map((table) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
  expect(counts).toEqual(tables.map(() => 0));
});
