import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { NewItem } from '../../main/engine/store/items/item-repository.ts';
import { checkVersion, migrate, migrations } from '../../main/engine/store/migrate.ts';
import { openReadOnly, openStore, type Store } from '../../main/engine/store/open.ts';
import { createRepositories, type Repositories } from '../../main/engine/store/repositories.ts';
import { StoreError } from '../../main/engine/store/sqlite-failure.ts';
import type { UploadId } from '../../main/engine/types/ids.ts';
import { afterEvent, type ItemEvent } from '../../main/engine/types/item-states.ts';
import type { ItemState } from '../../main/engine/types/uploads.ts';
import { failureText } from '../../preload/contract/failures/failure-table.ts';
import fc from '../fixtures/property.ts';
import { failureOf, unwrap } from '../fixtures/result.ts';
import { newUpload } from '../fixtures/upload-request.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lading-store-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
});

function opened(): { readonly store: Store; readonly queries: Repositories } {
  const store = unwrap(openStore(dir, 'test'));
  onTestFinished(() => store.close());
  return { store, queries: createRepositories(store.db) };
}

function insertUpload({ uploads }: Repositories): UploadId {
  return uploads.insert(newUpload());
}

test('a store whose first transaction a full disk refused is none yet, and is made by the next command', () => {
  unwrap(openStore(dir, 'test')).close();
  const path = join(dir, 'lading.db');
  rmSync(path);
  const empty = new Sqlite(path);
  empty.pragma('journal_mode = WAL');
  empty.close();
  expect(openReadOnly(dir)).toEqual({ ok: true, value: null });
  unwrap(openStore(dir, 'test')).close();
  const reader = unwrap(openReadOnly(dir));
  expect(reader?.pragma('user_version', { simple: true })).toBe(migrations.at(-1)?.number);
  reader?.close();
});

function newItem(
  { items }: Repositories,
  uploadId: UploadId,
  name: string,
  sizeBytes: number,
  more: Partial<NewItem> = {},
): void {
  items.add({
    uploadId,
    folderId: null,
    name,
    nameBytes: null,
    link: null,
    linkHasSecret: false,
    sizeBytes,
    mtimeNs: 1_893_456_000_123_456_789n,
    device: -5n,
    fileId: 9_007_199_254_740_993n,
    state: 'queued',
    reason: null,
    ...more,
  });
  items.addToTotals(uploadId, 'queued', 1, sizeBytes);
}

describe('migrations', () => {
  const newest = migrations.at(-1)?.number ?? 0;

  test('turn an empty file into a store with the newest version', () => {
    const db = new Sqlite(join(dir, 'a.db'));
    expect(unwrap(migrate(db))).toBe(newest);
    expect(db.pragma('user_version', { simple: true })).toBe(newest);
    db.close();
  });

  test('a later migration changes the rows that an earlier version wrote', () => {
    const { store, queries } = opened();
    insertUpload(queries);
    const next = {
      number: newest + 1,
      sql: "ALTER TABLE uploads ADD COLUMN note TEXT; UPDATE uploads SET note = database_name || '!';",
    };
    expect(unwrap(migrate(store.db, [...migrations, next]))).toBe(newest + 1);
    expect(store.db.prepare('SELECT note FROM uploads').all()).toEqual([{ note: 'Doe v. Roe!' }]);
  });

  test('a store keeps its data when it is opened again, exact to the last bit of times and ids', () => {
    const { store, queries } = opened();
    const id = insertUpload(queries);
    newItem(queries, id, 'a', 7);
    store.close();
    const again = opened();
    const [item] = again.queries.items.openItems(id, 'queued', { after: 0 }, 10);
    expect(item).toMatchObject({
      mtimeNs: 1_893_456_000_123_456_789n,
      device: -5n,
      fileId: 9_007_199_254_740_993n,
    });
    expect(again.queries.uploads.get(id)).toMatchObject({ databaseName: 'Doe v. Roe', state: 'scanning' });
  });

  test('what is committed is flushed through the drive’s cache, which macOS does only on request', () => {
    const { store } = opened();
    const isOn = (name: string) => store.db.pragma(name, { simple: true }) === 1;
    expect(['fullfsync', 'checkpoint_fullfsync'].filter(isOn)).toEqual(['fullfsync', 'checkpoint_fullfsync']);
    expect(store.db.pragma('synchronous', { simple: true })).toBe(2);
  });

  test('deleting an item finds its source files by an index, so deleting an inventory stays fast in a full store', () => {
    const { store } = opened();
    // The very question that SQLite asks for each deleted item (https://sqlite.org/foreignkeys.html, 3).
    const plan = store.db
      .prepare('EXPLAIN QUERY PLAN SELECT rowid FROM source_files WHERE item_id = ?')
      .all(1);
    expect(JSON.stringify(plan)).toContain('SEARCH source_files USING COVERING INDEX source_files_by_item');
  });

  test.each([4, 50])("a preview's store of version %d is refused as that, and left as it is", (version) => {
    const db = new Sqlite(':memory:');
    db.pragma(`user_version = ${version}`);
    const refused = { code: 'store-preview', path: ':memory:', version, oldest: 51 } as const;
    expect(failureOf(migrate(db))).toEqual(refused);
    expect(failureOf(checkVersion(db))).toEqual(refused);
    // Both builds call themselves 0.1.0.
    expect(failureText(refused)).not.toMatch(/use the version|later version of Lading/);
    expect(db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()).toBe(0);
    db.close();
  });

  test('a migration that fails leaves the store at the version before it, with its data', () => {
    const { store, queries } = opened();
    const id = insertUpload(queries);
    const broken = { number: newest + 1, sql: 'CREATE TABLE fine (a); INSERT INTO nowhere VALUES (1);' };
    expect(() => migrate(store.db, [...migrations, broken])).toThrow(/nowhere/);
    expect(store.db.pragma('user_version', { simple: true })).toBe(newest);
    expect(store.db.prepare("SELECT name FROM sqlite_master WHERE name = 'fine'").get()).toBeUndefined();
    expect(queries.uploads.get(id)?.id).toBe(id);
    expect(
      unwrap(migrate(store.db, [...migrations, { number: newest + 1, sql: 'CREATE TABLE fine (a);' }])),
    ).toBe(newest + 1);
    expect(queries.uploads.get(id)?.id).toBe(id);
    expect(failureOf(migrate(store.db)).code).toBe('store-newer');
  });
});

test('a skipped file leaves the totals of its folder and its custodian; a failed link still counts for its custodian', () => {
  const { store, queries } = opened();
  const { items, folders } = queries;
  const id = insertUpload(queries);
  const folderId = folders.add(
    folders.addRoots(id, [{ path: '/media/1', identity: null }])[0]?.id ?? 0,
    '',
    null,
    null,
  );
  const [root] = folders.roots(id);
  newItem(queries, id, 'sent', 5, { folderId });
  newItem(queries, id, 'held', 7, { folderId });
  newItem(queries, id, 'link', 0, { link: 'https://a.example/x', mtimeNs: 0n, fileId: 0n });
  folders.addToTotals(folderId, 2, 12);
  for (const item of items.openItems(id, 'queued', { after: 0 }, 9)) {
    items.transition(item, 'queued', 'uploading', null);
    if (item.name === 'link') items.transition(item, 'uploading', 'failed', { code: 'path-missing' });
    if (item.name !== 'held') continue;
    items.transition(item, 'uploading', 'held', { code: 'bug' });
    items.transition(item, 'held', 'skipped', { code: 'skipped-by-person' });
  }
  expect(root && folders.totals(root)).toMatchObject({ items: 1, bytes: 5 });
  expect(items.custodianTallies(id)).toMatchObject([{ items: 2, bytes: 5 }]);
  store.close();
});

test('the ETag of a part can be read once it is acknowledged', () => {
  const { store, queries } = opened();
  const { items, sourceFiles } = queries;
  const id = insertUpload(queries);
  newItem(queries, id, 'a', 7);
  const [item] = items.openItems(id, 'queued', { after: 0 }, 1);
  if (item === undefined) throw new Error('no item');
  const row = sourceFiles.recordRequest(item.id, '2030-01-01T00:00:00.000Z', 4, 2, null);
  sourceFiles.recordPart(
    row,
    { number: 2, etag: '"e"', sizeBytes: 3, digest: 'crc32:0' },
    '2030-01-01T00:00:01.000Z',
  );
  expect([1, 2].map((number) => sourceFiles.partEtag(row, number))).toEqual([null, '"e"']);
  store.close();
});

test('no query on one upload scans all source files or parts', () => {
  const { store } = opened();
  const prepare = vi.spyOn(store.db, 'prepare');
  createRepositories(store.db);
  const statements = prepare.mock.calls.map(([sql]) => sql);
  prepare.mockRestore();
  expect(statements.length).toBeGreaterThan(20);
  for (const sql of statements) {
    const plan = store.db.prepare<[], { detail: string }>(
      `EXPLAIN QUERY PLAN ${sql.replaceAll(/\?|@\w+/g, '1')}`,
    );
    for (const { detail } of plan.all()) expect(detail, sql).not.toMatch(/^SCAN (source_files|parts)/);
  }
});

describe('writes', () => {
  test('writes of one turn share a transaction and are visible to others when they resolve', async () => {
    const { store, queries } = opened();
    const other = new Sqlite(store.path, { readonly: true });
    const count = other.prepare<[], number>('SELECT count(*) FROM uploads').pluck();
    const writes = Array.from({ length: 50 }, () => store.writes.enqueue(() => insertUpload(queries)));
    expect(count.get()).toBe(0);
    const ids = await Promise.all(writes);
    expect(new Set(ids).size).toBe(50);
    expect(count.get()).toBe(50);
    other.close();
  });

  test('what is acknowledged is flushed to disk first', () => {
    const { store } = opened();
    expect(store.db.pragma('synchronous', { simple: true })).toBe(2);
    expect(store.db.pragma('journal_mode', { simple: true })).toBe('wal');
  });

  test('a full disk rejects every write of the turn and keeps only earlier ones', async () => {
    const { store, queries } = opened();
    const id = await store.writes.enqueue(() => insertUpload(queries));
    const pages = Number(store.db.pragma('page_count', { simple: true }));
    store.db.pragma(`max_page_count = ${pages + 1}`);
    const writes = await Promise.allSettled([
      store.writes.enqueue(() => newItem(queries, id, 'small', 1)),
      store.writes.enqueue(() => newItem(queries, id, 'x'.repeat(100_000), 2)),
      store.writes.enqueue(() => newItem(queries, id, 'small', 3)),
    ]);
    for (const write of writes) {
      expect(write.status).toBe('rejected');
      const refusal = write.status === 'rejected' ? write.reason : null;
      expect(refusal).toBeInstanceOf(StoreError);
      expect(refusal.failure).toMatchObject({ code: 'disk-full', path: store.path });
    }
    store.db.pragma('max_page_count = 1000000');
    expect(queries.items.openItems(id, 'queued', { after: 0 }, 10)).toEqual([]);
    expect(queries.uploads.get(id)?.totals.queued.items).toBe(0);
    await store.writes.enqueue(() => newItem(queries, id, 'small', 1));
    expect(queries.uploads.get(id)?.totals.queued.items).toBe(1);
  });
});

describe('totals', () => {
  const states: readonly ItemState[] = ['queued', 'uploading', 'accepted', 'skipped', 'failed', 'held'];
  const events: readonly ItemEvent[] = [
    'started',
    'completed',
    'failed',
    'unknown',
    'retried',
    'skipped',
    'rescanned',
  ];
  const step = fc.record({
    item: fc.nat(9),
    event: fc.constantFrom(...events),
    /** The file's size when it is examined again. */
    sizeBytes: fc.nat(10_000),
  });

  test('always equal the rows counted, whatever happens to the items', () => {
    const { store, queries } = opened();
    const count = store.db.prepare<[UploadId], { state: ItemState; items: number; bytes: number }>(
      'SELECT state, count(*) AS items, sum(size_bytes) AS bytes FROM items WHERE upload_id = ? GROUP BY state',
    );
    fc.assert(
      fc.property(
        fc.array(fc.nat(1_000_000), { minLength: 10, maxLength: 10 }),
        fc.array(step),
        (sizes, steps) => {
          const id = insertUpload(queries);
          for (const [index, sizeBytes] of sizes.entries()) newItem(queries, id, String(index), sizeBytes);
          const ids = queries.items.openItems(id, 'queued', { after: 0 }, 10).map((item) => item.id);
          const now = new Map(
            queries.items.openItems(id, 'queued', { after: 0 }, 10).map((item) => [item.id, item]),
          );
          for (const { item: index, event, sizeBytes } of steps) {
            const itemId = ids[index];
            const item = itemId === undefined ? undefined : now.get(itemId);
            if (item === undefined) throw new Error('no item');
            const to = afterEvent(item.state, event);
            if (to === null) {
              const another = item.state === 'skipped' ? 'queued' : 'skipped';
              expect(() => queries.items.transition(item, another, 'accepted', null)).toThrow();
              continue;
            }
            const renewed = event === 'retried' && item.state === 'failed' ? { ...item, sizeBytes } : item;
            if (renewed !== item) queries.items.updateIdentity(item, renewed);
            queries.items.transition(renewed, item.state, to, null);
            now.set(item.id, { ...renewed, state: to });
          }
          const kept = queries.uploads.totals(id);
          const counted = new Map(count.all(id).map((row) => [row.state, row]));
          for (const state of states) {
            const { items = 0, bytes = 0 } = counted.get(state) ?? {};
            expect(kept[state]).toEqual({ items, bytes });
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
