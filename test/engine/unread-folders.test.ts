import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { compileRules } from '../../main/engine/intake/custodians/custodian-of.ts';
import { createInventoryWriter } from '../../main/engine/intake/inventory-writer.ts';
import { BatchBuilder, unpackBatch } from '../../main/engine/intake/scan-batch.ts';
import { createReadQueries } from '../../main/engine/rpc/read-queries.ts';
import { toUploadView } from '../../main/engine/rpc/upload-view.ts';
import type { UploadId } from '../../main/engine/types/ids.ts';
import { chooseFiles } from '../../main/engine/uploads/drafts/choose-files.ts';
import { setSelection } from '../../main/engine/uploads/prepare/select-files.ts';
import { everything, type Selection } from '../../preload/contract/views/selection.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { unwrap } from '../fixtures/result.ts';
import {
  foldersIn,
  never,
  type OpenedEngine,
  openWithContext,
  requestFor,
  runOptions,
  sourceFiles,
  startTestEnv,
} from './harness.ts';

const custodianRules = [{ kind: 'folder', level: 1 }] as const;

/** Stores what a scan reports of folders that it may not read: these tests may run as root, which reads everything. */
function reportUnreadable({ context }: OpenedEngine, uploadId: UploadId): void {
  const batch = new BatchBuilder();
  const reason = { code: 'folder-unreadable', errno: 'EACCES' } as const;
  for (const [folder, name] of [
    ['', 'Roe, Sam'],
    ['Ng, Ana', 'locked'],
  ] as const)
    batch.addProblem({ reason, rootIndex: 0, folder, folderBytes: null, name, nameBytes: null });
  batch.addProblem({
    reason: { code: 'path-unreadable', errno: 'EACCES' },
    rootIndex: 0,
    folder: 'Ng, Ana',
    folderBytes: null,
    name: 'secret.txt',
    nameBytes: null,
  });
  const roots = context.repositories.folders
    .roots(uploadId)
    .map(({ rootId, rootPath }) => ({ id: rootId, path: rootPath }));
  const writer = createInventoryWriter(
    context.repositories,
    { uploadId, rules: compileRules(custodianRules, [], [], false), roots, isKnown: null },
    (store) => context.store.writes.transaction(store),
  );
  writer.add(unpackBatch(batch.take()));
  writer.end();
}

test('a folder that could not be read is a folder of its custodian, with unknown content, wherever it is counted', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'Ng, Ana/a.txt': 10 });
  const engine = openWithContext(env.stateDir);
  onTestFinished(() => engine.close());
  const { url: serverUrl, apiKey } = env.sandbox;
  unwrap(await engine.connect({ serverUrl, apiKey, profilePath: env.profilePath }));
  const id = unwrap(await engine.prepare(requestFor(env, { custodianRules }), never));
  reportUnreadable(engine, id);
  const queries = createReadQueries(engine.context.store.db);
  const [root] = foldersIn(queries, id, null);
  expect(root?.unreadFolders).toBe(2);
  expect(
    foldersIn(queries, id, root?.id ?? 0).map((folder) => [
      folder.name,
      folder.custodian,
      folder.items,
      folder.unreadFolders,
    ]),
  ).toEqual([
    ['Ng, Ana', 'Ng, Ana', 1, 1],
    ['Roe, Sam', 'Roe, Sam', 0, 1],
  ]);
  unwrap(await engine.run(id, runOptions()));
  const upload = unwrap(engine.upload(id));
  expect(upload.totals.failed.items).toBe(3);
  expect(toUploadView(upload, null).unreadFolders).toBe(2);
  expect(queries.custodians(id).custodians).toMatchObject([
    { custodian: 'Ng, Ana', items: 1, sent: { items: 1 }, notRead: { folders: 1, files: 1 } },
    {
      custodian: 'Roe, Sam',
      folders: ['Roe, Sam'],
      items: 0,
      sent: { items: 0 },
      notRead: { folders: 1, files: 0 },
    },
  ]);
  const page = { uploadId: id, offset: 0, limit: 10, sort: null, states: [], search: '' };
  expect(queries.items(page).items.map(({ sizeBytes }) => sizeBytes)).toEqual([10, null, null, null]);
  const file = new PassThrough();
  const [written] = await Promise.all([text(file), engine.writeReceipt(id, 'json', file)]);
  const { items } = JSON.parse(written) as {
    items: { path: string; custodian: string; sizeBytes: number | null; outcome: string }[];
  };
  expect(items.map((item) => [item.path, item.custodian, item.sizeBytes, item.outcome])).toEqual([
    ['Ng, Ana/a.txt', 'Ng, Ana', 10, 'accepted'],
    ['Roe, Sam', 'Roe, Sam', null, 'failed'],
    ['Ng, Ana/locked', 'Ng, Ana', null, 'failed'],
    ['Ng, Ana/secret.txt', 'Ng, Ana', null, 'failed'],
  ]);

  await makeEvidence(env.evidence, { 'Roe, Sam/b.txt': 20, 'Ng, Ana/locked/in/c.txt': 30 });
  expect(unwrap(await engine.requeueFailed(id)).discovered).toBe(2);
  unwrap(await engine.run(id, runOptions()));
  expect(unwrap(engine.upload(id)).unreadFolders).toBe(0);
  const arrived = (await sourceFiles(env)).map(({ filename, custodian }) => [filename, custodian]);
  expect(arrived.sort()).toEqual([
    ['Ng, Ana/a.txt', 'Ng, Ana'],
    ['Ng, Ana/locked/in/c.txt', 'Ng, Ana'],
    ['Roe, Sam/b.txt', 'Roe, Sam'],
  ]);
});

test('what could not be read is skipped while nothing of it would be sent, and fails again once it would', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'Ng, Ana/a.txt': 10 });
  const engine = openWithContext(env.stateDir);
  onTestFinished(() => engine.close());
  const { url: serverUrl, apiKey } = env.sandbox;
  unwrap(await engine.connect({ serverUrl, apiKey, profilePath: env.profilePath }));
  const id = unwrap(await engine.prepare(requestFor(env, { custodianRules }), never, { isDraft: true }));
  reportUnreadable(engine, id);
  const states = () => [...engine.problems(id)].map(({ path, state, reason }) => [path, state, reason?.code]);
  const asScanned = [
    ['Roe, Sam', 'failed', 'folder-unreadable'],
    ['Ng, Ana/locked', 'failed', 'folder-unreadable'],
    ['Ng, Ana/secret.txt', 'failed', 'path-unreadable'],
  ];
  const select = async (selection: Partial<Selection>) =>
    unwrap(await setSelection(engine.context, id, { ...everything, ...selection }));
  expect(states()).toEqual(asScanned);

  await select({ exclude: ['Roe, Sam/**', 'locked', 'secret.*', 'nothing'] });
  expect(states().map(([, state, code]) => [state, code])).toEqual(
    Array(3).fill(['skipped', 'excluded-unread']),
  );
  const excluded = unwrap(engine.upload(id));
  expect([excluded.totals.failed.items, excluded.totals.skipped.items, excluded.unreadFolders]).toEqual([
    0, 3, 0,
  ]);
  const { findings, folders } = engine.context.repositories;
  const codes = () => findings.groups(id).map((group) => [group.code, group.findings]);
  // The patterns were of use.
  expect(codes()).toContainEqual(['filter-unused', 1]);

  // Of what a folder holds, only its path is known.
  await select({ exclude: ['*.pdf'], include: ['*.txt'], maxBytes: 100 });
  expect(states()).toEqual(asScanned);
  expect(codes()).toContainEqual(['not-read', 3]);

  const [root] = folders.roots(id);
  const roe = folders.find({ rootId: root?.rootId ?? 0, key: Buffer.from('Roe, Sam') }) ?? 0;
  await select({ exclude: ['locked'] });
  unwrap(await chooseFiles(engine.context, id, { folders: [{ id: roe, choice: 'deselected' }] }));
  unwrap(await engine.start(id));
  unwrap(await engine.run(id, runOptions()));
  const upload = unwrap(engine.upload(id));
  expect([upload.totals.accepted.items, upload.totals.failed.items, upload.totals.skipped.items]).toEqual([
    1, 1, 2,
  ]);
  const file = new PassThrough();
  const [written] = await Promise.all([text(file), engine.writeReceipt(id, 'json', file)]);
  const { items } = JSON.parse(written) as {
    items: { path: string; outcome: string; reason: object | null }[];
  };
  expect(items.map(({ path, outcome }) => [path, outcome])).toEqual([
    ['Ng, Ana/a.txt', 'accepted'],
    ['Roe, Sam', 'skipped'],
    ['Ng, Ana/locked', 'skipped'],
    ['Ng, Ana/secret.txt', 'failed'],
  ]);
  expect(unwrap(await engine.requeueFailed(id)).failed).toBe(1);
});
