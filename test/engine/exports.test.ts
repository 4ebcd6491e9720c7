import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { verifyReceipt } from '../../main/engine/custody/verify.ts';
import { createEngineHandlers } from '../../main/engine/rpc/create-handlers.ts';
import type { EngineHandlers } from '../../main/engine/rpc/handler-context.ts';
import type { EngineArgument } from '../../main/engine/rpc/protocol.ts';
import { QueryThread } from '../../main/engine/rpc/query-thread.ts';
import type { UploadId } from '../../main/engine/types/ids.ts';
import { type EngineContext, openContext } from '../../main/engine/uploads/context/engine-context.ts';
import { openReader } from '../../main/engine/uploads/context/read-uploads.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import type { ItemQuery } from '../../preload/contract/views/views.ts';
import { unwrap } from '../fixtures/result.ts';

const fileCount = 1200;
/** So few that the changes last longer than an export, also where it waits for its thread. */
const movedAtOnce = 2;
let folder: string;
let sandbox: Sandbox;
let context: EngineContext;
let handlers: EngineHandlers;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lading-exports-'));
  mkdirSync(join(folder, 'evidence'));
  for (let number = 0; number < fileCount; number += 1)
    writeFileSync(
      join(folder, 'evidence', `${String(number).padStart(5, '0')}.txt`),
      'x'.repeat(number % 50),
    );
  mkdirSync(join(folder, 'small'));
  writeFileSync(join(folder, 'small', 'a.txt'), '');
  sandbox = await startSandbox({ dataDir: join(folder, 'sandbox') });
  const stateDir = join(folder, 'state');
  context = unwrap(openContext({ stateDir, command: 'test', version: '0' }));
  handlers = createEngineHandlers(
    context,
    new QueryThread(stateDir),
    () => undefined,
    (where, error) => expect.fail(`${where}: ${String(error)}`),
  );
  const { url: serverUrl, apiKey } = sandbox;
  const connection = {
    connectionId: 'c1',
    serverUrl,
    apiKey,
    profilePath: null,
    proxyUrl: null,
    caPem: null,
  };
  unwrap(await handlers['connections.open'](connection));
});
afterAll(async () => {
  await handlers['engine.drain'](undefined);
  await sandbox.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function scanDraft(source = 'evidence'): Promise<UploadId> {
  return unwrap(await handlers['drafts.scan'](draftOf([join(folder, source)]))).id;
}

function draftOf(sources: readonly string[], followSymlinks = false): EngineArgument<'drafts.scan'> {
  const dataset = { name: 'Large', description: null };
  const { databaseId } = sandbox;
  return { connectionId: 'c1', databaseId, dataset, sources: [...sources], links: [], followSymlinks };
}

/** Until stopped or out of files, moves files from queued to skipped, changes sizes, and adds files. */
function disturb(
  { repositories: { items }, store }: EngineContext,
  uploadId: UploadId,
  { statesOnly } = { statesOnly: false },
): () => Promise<number> {
  const copy = store.db.prepare(
    `INSERT INTO items (upload_id, folder_id, name, size_bytes, mtime_ns, device, file_id, state)
     SELECT upload_id, folder_id, 'added ' || id, size_bytes, mtime_ns, device, file_id, 'queued' FROM items WHERE id = ?`,
  );
  const count = store.db.prepare(
    "UPDATE totals SET items = items + 1 WHERE upload_id = ? AND state = 'queued'",
  );
  const resize = store.db.prepare('UPDATE items SET size_bytes = 50 - size_bytes % 50 WHERE id = ?');
  const id = uploadId;
  let isStopped = false;
  let changes = 0;
  const done = (async () => {
    const next = () =>
      items
        .openItems(id, 'queued', { after: 0 }, movedAtOnce)
        .filter(({ name }) => !name.startsWith('added '));
    for (let moved = next(); !isStopped && moved.length === movedAtOnce; ) {
      store.writes.transaction(() => {
        for (const item of moved) {
          items.transition(item, 'queued', 'skipped', { code: 'skipped-by-person' });
          if (!statesOnly) resize.run(item.id);
        }
        if (statesOnly) return;
        copy.run(moved[0]?.id);
        count.run(uploadId);
      });
      moved = next();
      changes += 1;
      await setImmediate();
    }
  })();
  return async () => {
    isStopped = true;
    await done;
    return changes;
  };
}

const lists: readonly (readonly [string, Omit<ItemQuery, 'uploadId' | 'offset' | 'limit'>])[] = [
  ['everything in inventory order', { sort: null, states: [], search: '' }],
  ['sorted by size', { sort: { column: 'size', descending: true }, states: [], search: '' }],
  ['sorted by state', { sort: { column: 'state', descending: false }, states: [], search: '' }],
  ['of one state', { sort: null, states: ['queued'], search: '' }],
];

test.each(lists)('a list exported while files are sent is as it was at one moment: %s', async (_, query) => {
  const uploadId = await scanDraft();
  const path = join(mkdtempSync(join(folder, 'out-')), 'files.csv');
  const stop = disturb(context, uploadId);
  unwrap(await handlers['exports.items']({ ...query, uploadId: uploadId, path }));
  expect(await stop(), 'changes meanwhile').toBeGreaterThan(5);
  const rows = z
    .array(z.object({ Path: z.string(), 'Size in bytes': z.coerce.number(), Status: z.string() }))
    .parse(parse(readFileSync(path), { bom: true, columns: true }));
  const paths = rows.map((row) => row.Path);
  expect(new Set(paths).size, 'no row twice').toBe(paths.length);
  // Every change moved some files from queued to skipped and added one, which stays queued.
  const added = paths.filter((name) => name.startsWith('added ')).length;
  const skipped = rows.filter((row) => row.Status === 'skipped').length;
  const queued = rows.filter((row) => row.Status === 'queued').length;
  if (query.states.length === 0)
    expect([rows.length, skipped]).toEqual([fileCount + added, movedAtOnce * added]);
  else expect([queued, skipped]).toEqual([fileCount + added - movedAtOnce * added, 0]);
  if (query.sort?.column === 'size') {
    const sizes = rows.map((row) => row['Size in bytes']);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  }
});

test('a list of files says what was found of each, and is filtered by why it is an exception', async () => {
  const uploadId = await scanDraft('small');
  const path = join(mkdtempSync(join(folder, 'out-')), 'files.csv');
  const query = { uploadId, sort: null, states: [], search: '', path };
  const rows = async (exceptions: NonNullable<ItemQuery['exceptions']>) => {
    unwrap(await handlers['exports.items']({ ...query, exceptions }));
    return z
      .array(z.looseObject({ Path: z.string() }))
      .parse(parse(readFileSync(path), { bom: true, columns: true }));
  };
  expect(await rows(['locked', 'empty'])).toMatchObject([
    {
      Path: 'a.txt',
      Status: 'queued',
      Exception: 'Empty',
      Findings: 'The file has no content.',
      'Finding codes': 'empty',
    },
  ]);
  expect(await rows(['locked'])).toEqual([]);
});

test('the status of an upload and its list of problems are of the same moment', async () => {
  const uploadId = await scanDraft();
  const stop = disturb(context, uploadId);
  const reader = unwrap(openReader(context.stateDir));
  onTestFinished(() => reader.close());
  const upload = unwrap(reader.upload(uploadId));
  for (let turn = 0; turn < 10; turn += 1) await setImmediate();
  expect(await stop(), 'changes meanwhile').toBeGreaterThan(5);
  expect([...reader.problems(upload.id)]).toHaveLength(upload.totals.skipped.items);
});

test('a table of the window is saved with cells that no spreadsheet runs', async () => {
  const path = join(mkdtempSync(join(folder, 'out-')), 'databases.csv');
  const rows = [
    ['=HYPERLINK("https://example.com")', 2001],
    ['Doe v. Roe', null],
  ];
  unwrap(await handlers['exports.table']({ path, columns: ['Name', 'ID'], rows }));
  expect(parse(readFileSync(path), { bom: true })).toEqual([
    ['Name', 'ID', 'Cells with an apostrophe added'],
    [`'=HYPERLINK("https://example.com")`, '2001', 'Name'],
    ['Doe v. Roe', '', ''],
  ]);
});

test('nothing that a person saves is written inside a source, under whatever name', async () => {
  const uploadId = await scanDraft('small');
  const evidence = join(folder, 'small');
  const link = join(mkdtempSync(join(folder, 'out-')), 'link');
  symlinkSync(evidence, link);
  const before = readdirSync(evidence);
  const query = { uploadId, sort: null, states: [], search: '' };
  for (const path of [join(evidence, 'new.csv'), join(evidence, 'a.txt'), join(link, 'new.csv')]) {
    const same = { ok: false, failure: { code: 'output-in-source', path, source: evidence, same: false } };
    expect(
      await handlers['receipts.write']({
        uploadId: uploadId,
        format: 'json',
        path,
        signingKey: null,
        timestamps: null,
      }),
    ).toEqual(same);
    expect(await handlers['exports.items']({ ...query, path })).toEqual(same);
    expect(await handlers['exports.uploads']({ path })).toEqual(same);
    expect(await handlers['exports.text']({ path, text: 'head' })).toEqual(same);
    expect(await handlers['exports.table']({ path, columns: ['Name'], rows: [['x']] })).toEqual(same);
  }
  const outside = dirname(link);
  const folders = [evidence, link, join(folder, 'missing'), join(evidence, 'a.txt'), outside];
  expect(unwrap(await handlers['exports.folder']({ folders })), 'proposed').toBe(outside);
  expect(readdirSync(evidence)).toEqual(before);
  expect(readFileSync(join(evidence, 'a.txt'), 'utf8')).toBe('');
});

test('a draft of a folder that contains the store is refused, and none is kept', async () => {
  const { stateDir, repositories } = context;
  const kept = repositories.uploads.all().length;
  const scanned = await handlers['drafts.scan'](draftOf([folder]));
  expect(scanned).toEqual({
    ok: false,
    failure: { code: 'state-in-source', path: stateDir, source: folder },
  });
  expect(repositories.uploads.all()).toHaveLength(kept);
});

test('a file that was found through a symbolic link is not replaced either', async () => {
  const outside = mkdtempSync(join(folder, 'outside-'));
  const linking = mkdtempSync(join(folder, 'linking-'));
  const path = join(outside, 'linked.txt');
  writeFileSync(path, 'evidence');
  symlinkSync(outside, join(linking, 'link'));
  unwrap(await handlers['drafts.scan'](draftOf([linking], true)));
  const refused = { ok: false, failure: { code: 'output-in-source', path, source: path, same: true } };
  expect(await handlers['exports.uploads']({ path })).toEqual(refused);
  expect(readFileSync(path, 'utf8')).toBe('evidence');
});

test('a receipt written while files are sent is whole, and of one moment', async () => {
  const uploadId = await scanDraft();
  const path = join(mkdtempSync(join(folder, 'out-')), 'receipt.json');
  const stop = disturb(context, uploadId, { statesOnly: true });
  unwrap(
    await handlers['receipts.write']({
      uploadId: uploadId,
      format: 'json',
      path,
      signingKey: null,
      timestamps: null,
    }),
  );
  expect(await stop(), 'changes meanwhile').toBeGreaterThan(5);
  const { intact, totals, items } = unwrap(await verifyReceipt(path, {}));
  expect([intact, items, totals.received.items]).toEqual([true, fileCount, fileCount]);
  expect(totals.pending.items + totals.skipped.items).toBe(fileCount);
});
