import { createWriteStream } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { verifyReceipt } from '../../main/engine/index.ts';
import { createReadQueries } from '../../main/engine/rpc/read-queries.ts';
import type { UploadId } from '../../main/engine/types/ids.ts';
import { everything } from '../../preload/contract/views/selection.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { unwrap } from '../fixtures/result.ts';
import { zipBytes } from '../fixtures/zip-bytes.ts';
import {
  expectAccepted,
  never,
  type OpenedEngine,
  openWithContext,
  problemTexts,
  requestFor,
  runOptions,
  sourceFiles,
  startTestEnv,
  type TestEnv,
} from './harness.ts';

async function connected(env: TestEnv): Promise<OpenedEngine> {
  const engine = openWithContext(env.stateDir);
  onTestFinished(() => engine.close());
  const { url: serverUrl, apiKey } = env.sandbox;
  unwrap(await engine.connect({ serverUrl, apiKey, profilePath: env.profilePath }));
  return engine;
}

/** Adds a folder as a scan that may not read it does: these tests may run as root, which reads everything. */
function addUnreadableFolder(engine: OpenedEngine, id: UploadId, holder: string, name: string): void {
  const { items, folders } = engine.context.repositories;
  const [root] = folders.roots(id);
  const folderId = folders.find({ rootId: root?.rootId ?? 0, key: Buffer.from(holder) });
  engine.context.store.writes.transaction(() => {
    items.add({
      uploadId: id,
      folderId,
      name,
      nameBytes: null,
      link: null,
      linkHasSecret: false,
      sizeBytes: 0,
      mtimeNs: 0n,
      device: 0n,
      fileId: 0n,
      state: 'failed',
      reason: { code: 'folder-unreadable', errno: 'EACCES' },
    });
    items.addToTotals(id, 'failed', 1, 0);
  });
}

test('a folder that became readable is sent with its custodians, and the receipt lists its files', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'Ng, Ana/a.txt': 10 });
  const engine = await connected(env);
  const custodianRules = [{ kind: 'folder', level: 1 }] as const;
  const id = unwrap(await engine.prepare(requestFor(env, { custodianRules }), never));
  addUnreadableFolder(engine, id, '', 'Roe, Sam');
  addUnreadableFolder(engine, id, 'Ng, Ana', 'gone');
  expect(unwrap(await engine.run(id, runOptions())).totals.failed.items).toBe(2);
  expect(unwrap(await engine.requeueFailed(id))).toMatchObject({ requeued: 0, discovered: 0 });
  expect(unwrap(engine.upload(id)).state).toBe('finished');

  await makeEvidence(env.evidence, { 'Roe, Sam/b.txt': 20, 'Roe, Sam/in/c.txt': 30 });
  await symlink('b.txt', join(env.evidence, 'Roe, Sam', 'link'));
  expect(unwrap(await engine.requeueFailed(id))).toMatchObject({ requeued: 0, discovered: 2 });
  expect(unwrap(engine.upload(id))).toMatchObject({
    state: 'paused',
    totals: { queued: { items: 2, bytes: 50 }, failed: { items: 1 }, skipped: { items: 2 } },
  });
  unwrap(await engine.run(id, runOptions()));
  const arrived = await sourceFiles(env);
  expect(arrived.map(({ filename, custodian }) => [filename, custodian]).sort()).toEqual([
    ['Ng, Ana/a.txt', 'Ng, Ana'],
    ['Roe, Sam/b.txt', 'Roe, Sam'],
    ['Roe, Sam/in/c.txt', 'Roe, Sam'],
  ]);
  const path = join(env.dir, 'receipt.json');
  unwrap(await engine.writeReceipt(id, 'json', createWriteStream(path)));
  expect(unwrap(await verifyReceipt(path, { against: env.evidence }))).toMatchObject({
    intact: true,
    upload: { sandbox: true },
    against: { differences: [{ kind: 'missing', path: 'Ng, Ana/gone' }] },
    totals: { received: { items: 6 }, accepted: { items: 3 }, skipped: { items: 2 }, failed: { items: 1 } },
  });
  const [read] = [...engine.context.repositories.events.all(id)].filter(
    ({ type }) => type === 'folder-rescanned',
  );
  expect(read?.data).toMatchObject({ path: 'Roe, Sam', files: 2, sizeBytes: 50, problems: 1 });
});

test('an upload that is a draft, or being scanned, has nothing to queue again, and its log begins as without a retry', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'Ng, Ana/a.txt': 10, 'Ng, Ana/empty.txt': 0 });
  const engine = await connected(env);
  const { uploads, events } = engine.context.repositories;
  const id = unwrap(await engine.prepare(requestFor(env), never, { isDraft: true }));
  addUnreadableFolder(engine, id, '', 'late');
  await makeEvidence(env.evidence, { 'late/b.txt': 20 });
  const log = () => [...events.all(id)].map(({ type }) => type);
  const nothing = { requeued: 0, chosenAgain: 0, discovered: 0, left: 0, failed: 0 };
  for (const state of ['ready', 'scanning'] as const) {
    uploads.setState(id, state);
    const before = log();
    expect(unwrap(await engine.requeueFailed(id))).toEqual(nothing);
    expect(log()).toEqual(before);
    if (state === 'ready') unwrap(await engine.start(id));
  }
  unwrap(await engine.run(id, runOptions()));
  const types = log();
  expect(types.lastIndexOf('scan-finished')).toBeLessThan(types.indexOf('inventory-recorded'));
  const path = join(env.dir, 'receipt.json');
  unwrap(await engine.writeReceipt(id, 'json', createWriteStream(path)));
  expect(unwrap(await verifyReceipt(path))).toMatchObject({
    intact: true,
    totals: { accepted: { items: 3 } },
  });
});

test('a partly read folder adds only the rest, with the manual custodian of the folder above', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'box/in/a.txt': 10 });
  const engine = await connected(env);
  const id = unwrap(await engine.prepare(requestFor(env), never));
  addUnreadableFolder(engine, id, 'box', 'in');
  const { folders } = engine.context.repositories;
  const [root] = folders.roots(id);
  if (root === undefined) throw new Error('No root');
  const box = folders.find({ rootId: root.rootId, key: Buffer.from('box') }) ?? 0;
  const { custodians } = engine.context.repositories;
  engine.context.store.writes.transaction(() => custodians.assignFolder(id, box, 'Roe, Sam'));
  await makeEvidence(env.evidence, { 'box/in/b.txt': 20, 'box/in/deeper/c.txt': 30 });
  const window = createReadQueries(engine.context.store.db);
  const shown = () =>
    window.items({ uploadId: id, offset: 0, limit: 9, sort: null, states: [], search: '' }).total;
  expect(shown()).toBe(2);
  expect(unwrap(await engine.requeueFailed(id))).toMatchObject({ requeued: 0, discovered: 2 });
  expect(shown()).toBe(4);
  expect(unwrap(await engine.requeueFailed(id))).toMatchObject({ requeued: 0, discovered: 0 });
  expect(engine.context.repositories.items.custodianTallies(id)).toMatchObject([
    { custodian: 'Roe, Sam', items: 3 },
  ]);
  expect(folders.totals(root)).toMatchObject({ items: 3, bytes: 60 });
});

test('a folder that is requeued twice while its upload starts is added once and sent once', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'a.txt': 10 });
  const engine = await connected(env);
  const id = unwrap(await engine.prepare(requestFor(env), never));
  addUnreadableFolder(engine, id, '', 'late');
  await makeEvidence(env.evidence, { 'late/b.txt': 20 });
  const retries = [engine.requeueFailed(id), engine.requeueFailed(id)];
  const sent = engine.run(id, runOptions());
  for (const retried of retries) expect(unwrap(await retried)).toMatchObject({ requeued: 0, discovered: 1 });
  expect(await engine.requeueFailed(id)).toMatchObject({ ok: false, failure: { code: 'upload-running' } });
  expect(unwrap(await sent)).toMatchObject({ state: 'finished', totals: { accepted: { items: 2 } } });
  await expectAccepted(env, ['a.txt', 'late/b.txt']);
});

test.each([false, true])(
  'a source folder itself is rescanned, links followed: %s',
  async (followSymlinks) => {
    const env = await startTestEnv();
    await makeEvidence(env.evidence, { 'a.txt': 10 });
    const engine = await connected(env);
    const id = unwrap(await engine.prepare(requestFor(env, { followSymlinks }), never));
    addUnreadableFolder(engine, id, '', '');
    await makeEvidence(env.evidence, { 'b.txt': 20, 'in/c.txt': 30 });
    expect(unwrap(await engine.requeueFailed(id))).toMatchObject({ requeued: 0, discovered: 2 });
    expect(unwrap(engine.upload(id)).totals).toMatchObject({ failed: { items: 0 }, skipped: { items: 1 } });
  },
);

test('the reason of a rescanned folder says if it is empty', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'a.txt': 10 });
  const engine = await connected(env);
  const id = unwrap(await engine.prepare(requestFor(env), never));
  addUnreadableFolder(engine, id, '', 'late');
  await mkdir(join(env.evidence, 'late'));
  expect(unwrap(await engine.requeueFailed(id))).toMatchObject({ requeued: 0, discovered: 0 });
  expect(problemTexts(engine.problems(id))).toMatchObject([
    { path: 'late', state: 'skipped', reason: expect.stringMatching(/It contains no files\.$/) },
  ]);
});

test('the files of a folder that became readable follow the rules that the upload started with, also after a kill', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'a.txt': 10 });
  const engine = await connected(env);
  const selection = { ...everything, exclude: ['*.tmp'] };
  const custodianRules = [
    { kind: 'pattern', pattern: '(?<custodian>\\w+)\\.txt$', ignoreCase: false },
  ] as const;
  const id = unwrap(await engine.prepare(requestFor(env, { selection, custodianRules }), never));
  addUnreadableFolder(engine, id, '', 'locked');
  unwrap(await engine.run(id, runOptions()));
  await makeEvidence(env.evidence, { 'locked/b.tmp': 20, 'locked/c.txt': 0 });
  vi.spyOn(engine.context.repositories.custodians, 'files').mockImplementationOnce(() => {
    throw new Error('killed');
  });
  await expect(engine.requeueFailed(id)).rejects.toThrow('killed');
  const { findings, inspections } = engine.context.repositories;
  const found = () => [...findings.all(id)].map(({ finding: { code, path } }) => `${code} ${path}`);
  // Killed again, when what was found is stored.
  vi.spyOn(inspections, 'endFound').mockImplementationOnce(() => {
    throw new Error('killed again');
  });
  await engine.run(id, runOptions()).catch(() => undefined);
  unwrap(await engine.run(id, runOptions()));
  expect(found()).toEqual(['empty locked/c.txt']);
  expect(inspections.get(id)).toEqual({ checked: 3, files: 3, isSkipped: false });
  expect(unwrap(await engine.requeueFailed(id))).toMatchObject({ discovered: 0, failed: 0 });
  expect(found()).toEqual(['empty locked/c.txt']);
  await expectAccepted(env, ['a.txt', 'locked/c.txt']);
  const arrived = await sourceFiles(env);
  expect(arrived.map(({ custodian }) => custodian).toSorted()).toEqual(['a', 'c']);
  expect([...engine.problems(id)].find(({ path }) => path === 'locked/b.tmp')?.reason).toEqual({
    code: 'excluded',
    pattern: '*.tmp',
  });
});

test('files that are not checked are counted once, also if an examination is killed when all of it is stored', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'a.txt': 10 });
  const engine = await connected(env);
  const id = unwrap(await engine.prepare(requestFor(env, { checkFiles: false }), never));
  addUnreadableFolder(engine, id, '', 'late');
  await makeEvidence(env.evidence, { 'late/b.txt': 20, 'late/c.txt': 30 });
  const { findings, inspections } = engine.context.repositories;
  vi.spyOn(inspections, 'endFound').mockImplementationOnce(() => {
    throw new Error('killed');
  });
  await expect(engine.requeueFailed(id)).rejects.toThrow('killed');
  unwrap(await engine.requeueFailed(id));
  const skipped = (files: number) => ({ code: 'not-checked', details: { files, why: 'skipped' } });
  expect([...findings.all(id)].map(({ finding }) => finding)).toMatchObject([skipped(1), skipped(2)]);
  expect(inspections.get(id)).toEqual({ checked: 0, files: 3, isSkipped: true });
});

test('the files of a folder that became readable are checked as the others were, and what was found before stays', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'early.log': 0, 'Ng, Ana/a.bin': 10 });
  const engine = await connected(env);
  const { inspections, findings, events } = engine.context.repositories;
  const selection = { ...everything, notTypes: ['pdf'] };
  const custodianRules = [{ kind: 'folder', level: 1 }] as const;
  const id = unwrap(await engine.prepare(requestFor(env, { selection, custodianRules }), never));
  const before = inspections.get(id);
  expect(before).toEqual({ checked: 2, files: 2, isSkipped: false });
  addUnreadableFolder(engine, id, '', 'late');
  unwrap(await engine.run(id, runOptions()));

  await makeEvidence(env.evidence, { 'late/empty.txt': 0, 'late/Thumbs.db': 30, 'late/CON.d/b.bin': 5 });
  // By content, which only the check tells.
  await writeFile(
    join(env.evidence, 'late', 'memo.txt'),
    '%PDF-1.7\n1 0 obj\n<<>>\nendobj\nstartxref\n0\n%%EOF\n',
  );
  const content = Buffer.from('mail');
  await writeFile(join(env.evidence, 'late', 'box.zip'), zipBytes([{ name: 'Roe/a.eml', content }]));
  expect(unwrap(await engine.requeueFailed(id))).toMatchObject({ requeued: 0, discovered: 5 });
  const found = [...findings.all(id)].map(({ finding: { code, path } }) => `${code} ${path}`).sort();
  expect(found).toEqual([
    'container late/box.zip',
    'empty early.log',
    'empty late/empty.txt',
    'name-reserved late/CON.d/',
    'system-file late/Thumbs.db',
    'type-mismatch late/memo.txt',
  ]);
  expect(inspections.get(id)).toEqual({ checked: 7, files: 7, isSkipped: false });
  const checks = [...events.all(id)].filter(({ type }) => type === 'files-checked');
  expect(checks.map(({ data }) => data['files'])).toEqual([2, 7]);

  unwrap(await engine.run(id, runOptions()));
  await expectAccepted(env, [
    'early.log',
    'Ng, Ana/a.bin',
    'late/box.zip',
    'late/CON.d/b.bin',
    'late/empty.txt',
    'late/Thumbs.db',
  ]);
});
