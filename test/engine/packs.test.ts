/** Many small files that are sent as a few source files, and what the platform makes of them. */
import { createWriteStream, writeFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type UploadRequest, verifyReceipt } from '../../main/engine/index.ts';
import type { ActiveItem } from '../../main/engine/types/progress.ts';
import type { FaultRule } from '../../main/sandbox/index.ts';
import { unwrap } from '../fixtures/result.ts';
import {
  never,
  problemTexts,
  requestFor,
  runOptions,
  sourceFiles,
  startTestEnv,
  type TestEnv,
  withEngine,
  withSharedEngine,
} from './harness.ts';
import { changeStore } from './killed-store.ts';
import {
  contentOf,
  datasetOf,
  documentsOf,
  expectDocuments,
  makeFolders,
  sha1Of,
  write,
} from './pack-files.ts';

async function upload(env: TestEnv, given: Partial<UploadRequest> = {}) {
  return withEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env, { pack: 'always', ...given }), never));
    const { totals } = unwrap(await engine.run(id, runOptions()));
    return { id, totals, problems: problemTexts(engine.problems(id)) };
  });
}

test('files of forty custodians go up in packs, and each child is there once with its path, bytes and custodian', async () => {
  const env = await startTestEnv();
  const people = Array.from({ length: 40 }, (_, index) => `Person ${index}`);
  const files = await makeFolders(
    env,
    people.flatMap((name) => [name, `${name}/Mail/2019`]),
    6,
  );
  const { id, totals } = await upload(env, { custodianRules: [{ kind: 'folder', level: 1 }] });
  expect(totals.accepted.items).toBe(files.size);
  const datasetId = await datasetOf(env, id);
  const rows = (await sourceFiles(env)).filter((row) => row.datasetId === datasetId);
  // As many as are sent at once, as little as it is.
  expect(rows).toHaveLength(5);
  const documents = await documentsOf(env, datasetId);
  expect(documents.map(({ path }) => path).toSorted()).toEqual([...files.keys()].toSorted());
  for (const { path, sha1, custodian } of documents) {
    expect(sha1, path).toBe(sha1Of(files.get(path) ?? Buffer.alloc(0)));
    expect(custodian, path).toBe(path.slice(0, path.indexOf('/')));
  }
  for (const row of rows) expect(row.sha1).toBe(sha1Of(await readFile(row.assembledPath ?? '')));
});

test('a decomposed folder is listed composed too, because programs that expand a ZIP may compose its name', async () => {
  const env = await startTestEnv();
  await makeFolders(env, ['e\u0301', 'Bob'], 2);
  const { id } = await upload(env, { custodianRules: [{ kind: 'folder', level: 1 }] });
  const datasetId = await datasetOf(env, id);
  const [pack] = (await sourceFiles(env)).filter((row) => row.datasetId === datasetId);
  expect(JSON.parse(pack?.childCustodians ?? '')).toEqual({
    'Bob/': 'Bob',
    'e\u0301/': '\u00e9',
    '\u00e9/': '\u00e9',
  });
});

test('the receipt of packed files lists and hashes each, agrees with the log and the disk, and refuses an edited store', async () => {
  const env = await startTestEnv();
  const files = await makeFolders(env, ['Ann', 'Bob/Mail'], 20);
  await write(env, 'Bob/archive.zip', 3000);
  const { id, totals } = await upload(env, { custodianRules: [{ kind: 'folder', level: 1 }] });
  expect(totals.accepted.items).toBe(41);
  const receipt = join(env.dir, 'packs.json');
  const writeReceipt = async (): Promise<void> =>
    withEngine(
      env,
      async (engine) => void unwrap(await engine.writeReceipt(id, 'json', createWriteStream(receipt))),
    );
  await writeReceipt();
  const report = unwrap(await verifyReceipt(receipt, { against: env.evidence }));
  expect(report).toMatchObject({ intact: true, problems: [], items: 41, against: { differences: [] } });
  const { items, sourceFiles: sent } = JSON.parse(await readFile(receipt, 'utf8'));
  const packs = sent.filter(({ kind }: { kind: string }) => kind === 'pack');
  expect(packs).toMatchObject([{ files: 40, partCount: 1, custodian: null, state: 'PROCESSING' }]);
  expect(sent).toHaveLength(2);
  for (const { path, pack, sha1, md5, sourceFileId, custodian, sizeBytes } of items) {
    expect(custodian).toBe(path.slice(0, 3));
    if (path === 'Bob/archive.zip') continue;
    const content = files.get(path) ?? Buffer.alloc(0);
    expect(sizeBytes).toBe(content.length);
    expect(sha1).toBe(sha1Of(content));
    expect(md5).toBeNull();
    expect(pack).toBe(packs[0].filename);
    expect(sourceFileId).toBe(packs[0].id);
  }
  const source = `pack_id = (SELECT pack_id FROM pack_members WHERE item_id = ${items[3].id})`;
  changeStore(env, `UPDATE source_files SET sha1 = '${'2'.repeat(40)}' WHERE ${source}`);
  await writeReceipt();
  expect(unwrap(await verifyReceipt(receipt))).toMatchObject({ problems: [{ code: 'packs-not-logged' }] });
  changeStore(env, `UPDATE source_files SET sha1 = '${packs[0].sha1}' WHERE ${source}`);
  changeStore(env, `UPDATE pack_members SET sha1 = '${'1'.repeat(40)}' WHERE item_id = ${items[3].id}`);
  await writeReceipt();
  const edited = unwrap(await verifyReceipt(receipt));
  expect(edited).toMatchObject({ intact: false, problems: [{ code: 'items-not-logged' }] });
});

test('a member that changed, vanished or became a folder fails alone, and goes when it is retried', async () => {
  const env = await startTestEnv();
  const files = new Map(await makeFolders(env, ['a', 'b', 'c'], 25, () => 4000));
  await withSharedEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env, { pack: 'always' }), never));
    await writeFile(join(env.evidence, 'a/file-3.txt'), contentOf('other', 4000));
    await rm(join(env.evidence, 'b/file-7.txt'));
    await rm(join(env.evidence, 'c/file-24.txt'));
    await mkdir(join(env.evidence, 'c/file-24.txt'));
    const { totals, datasetId } = unwrap(await engine.run(id, runOptions()));
    expect(totals).toMatchObject({ accepted: { items: 72 }, failed: { items: 3 }, uploading: { items: 0 } });
    const problems = [...engine.problems(id)].map(({ path, reason }) => [path, reason?.code]).toSorted();
    expect(problems).toEqual([
      ['a/file-3.txt', 'file-changed'],
      ['b/file-7.txt', 'path-missing'],
      ['c/file-24.txt', 'path-not-a-file'],
    ]);
    const rest = new Map([...files].filter(([path]) => !problems.some(([failed]) => failed === path)));
    await expectDocuments(env, datasetId, rest);
    files.set('a/file-3.txt', contentOf('other', 4000));
    await write(env, 'b/file-7.txt', 4000);
    files.delete('c/file-24.txt');
    expect(unwrap(await engine.requeueFailed(id)).requeued).toBe(2);
    expect(unwrap(await engine.run(id, runOptions())).totals).toMatchObject({
      accepted: { items: 74 },
    });
    const receipt = join(env.dir, 'changed.json');
    unwrap(await engine.writeReceipt(id, 'json', createWriteStream(receipt)));
    expect(unwrap(await verifyReceipt(receipt))).toMatchObject({ intact: true, problems: [] });
    await expectDocuments(env, datasetId, files);
  });
});

test('a pack of which hardly anything is left is cut again, and a single file that is left goes alone', async () => {
  const env = await startTestEnv();
  await makeFolders(env, ['a'], 30, () => 4000);
  // Sent alone, and still there: else the whole source counts as unavailable.
  for (const path of ['0.zip', '1.zip', 'a/y.zip', 'a/z.zip']) await write(env, path, 10);
  await withSharedEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env, { pack: 'always' }), never));
    for (let index = 0; index < 29; index += 1) await rm(join(env.evidence, `a/file-${index}.txt`));
    const { totals } = unwrap(await engine.run(id, runOptions()));
    expect(totals).toMatchObject({ accepted: { items: 5 }, failed: { items: 29 } });
    const sent = [...engine.sentFiles(id)].filter(({ path }) => path.endsWith('.txt'));
    expect(sent).toMatchObject([{ path: 'a/file-29.txt', parts: 1 }]);
  });
});

const onParts = { operation: 'PutPart' } as const;
test.each<[string, readonly FaultRule[]]>([
  ['broken connections', [{ match: onParts, times: 3, fault: { kind: 'drop-during', afterBytes: 9000 } }]],
  ['an expired URL', [{ match: onParts, times: 2, fault: { kind: 'expired-url' } }]],
  ['a part that was altered on its way', [{ match: onParts, times: 1, fault: { kind: 'wrong-etag' } }]],
  [
    'a lost answer to its completion',
    [{ match: { operation: 'PostSourceFile' }, times: 1, fault: { kind: 'lost-answer' } }],
  ],
  [
    'a lost answer to its creation',
    [{ match: { operation: 'PostDatasetFile' }, times: 1, fault: { kind: 'lost-answer' } }],
  ],
])('a pack survives %s', async (_, rules) => {
  const env = await startTestEnv();
  const files = await makeFolders(env, ['a', 'b'], 20, () => 5000);
  await env.useFaults(rules);
  const { id, totals } = await upload(env);
  expect(totals.accepted.items).toBe(40);
  await env.useFaults([]);
  await expectDocuments(env, await datasetOf(env, id), files);
});

test('a pack that the platform refuses fails with all its files, which go in another pack when they are retried', async () => {
  const env = await startTestEnv();
  const files = await makeFolders(env, ['a'], 20);
  await env.useFaults([{ match: onParts, times: 3, fault: { kind: 'status', status: 400 } }]);
  const { id, totals, problems } = await upload(env);
  expect(totals.failed.items).toBe(20);
  expect(problems).toHaveLength(20);
  await withEngine(env, async (engine) => {
    expect(unwrap(await engine.requeueFailed(id)).requeued).toBe(20);
    expect(unwrap(await engine.run(id, runOptions())).totals.accepted.items).toBe(20);
  });
  await expectDocuments(env, await datasetOf(env, id), files);
});

test('a pack whose completion is unknown needs review with all its files, and one decision settles it', async () => {
  const env = await startTestEnv();
  const files = await makeFolders(env, ['a'], 20);
  await env.useFaults([
    { match: { operation: 'PostSourceFile' }, times: 1, fault: { kind: 'lost-answer' } },
    { match: { operation: 'PostSourceFile' }, fault: { kind: 'status', status: 403 } },
  ]);
  const { id, totals } = await upload(env);
  expect(totals.held.items).toBe(20);
  await env.useFaults([]);
  await withEngine(env, async (engine) => {
    expect(unwrap(engine.heldFiles(id, ['file-3.txt']))).toEqual({ items: [], packedWithOthers: 1 });
    expect(unwrap(engine.heldFiles(id, ['a/*'])).items).toHaveLength(20);
    expect(engine.heldFiles(id, ['a**'])).toMatchObject({ failure: { code: 'glob-invalid' } });
    const { totals: after } = unwrap(await engine.run(id, { ...runOptions(), held: 'skip' }));
    expect(after).toMatchObject({ held: { items: 0 }, skipped: { items: 20 } });
  });
  // What the platform has of it is whole.
  await expectDocuments(env, await datasetOf(env, id), files);
});

/** Its completion is asked for, or will be again: nothing else waits here. */
const isAskedToComplete = ({ activity }: ActiveItem): boolean =>
  activity === 'completing' || activity === 'waiting';

test('a member that changes while it is unknown whether the platform has the pack does not fail: the pack needs review', async () => {
  const env = await startTestEnv();
  await makeFolders(env, ['a'], 20);
  await env.useFaults([
    { match: { operation: 'PostSourceFile' }, times: 3, fault: { kind: 'drop-before' } },
    { match: { operation: 'PostSourceFile' }, times: 1, fault: { kind: 'status', status: 400 } },
    {
      match: { operation: 'GetSourceFileParts' },
      fault: { kind: 'answer', status: 200, body: { data: [] } },
    },
  ]);
  await withSharedEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env, { pack: 'always' }), never));
    engine.onProgress(({ active }) => {
      if (active.some(isAskedToComplete)) writeFileSync(join(env.evidence, 'a/file-3.txt'), 'other');
    });
    const { totals } = unwrap(await engine.run(id, runOptions()));
    expect(totals).toMatchObject({ held: { items: 20 }, failed: { items: 0 } });
  });
});

/** Sends all parts of a pack; the store then says that its completion was never asked for. */
async function sendPartsOnly(env: TestEnv): Promise<void> {
  await withEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env, { pack: 'always' }), never));
    const stop = new AbortController();
    engine.onProgress(({ active }) => {
      if (active.some((each) => each.pack !== undefined && isAskedToComplete(each))) stop.abort();
    });
    expect(await engine.run(id, runOptions({ signal: stop.signal }))).toMatchObject({ ok: false });
  });
  changeStore(env, 'UPDATE source_files SET completion_requested_at = NULL');
}

test.each([
  ['changes', 3, 1, (path: string) => writeFile(path, contentOf('other', 4000))],
  ['vanishes', 3, 1, (path: string) => rm(path)],
])(
  'a member that %s after all parts were sent is not completed: it fails, and the pack goes without it',
  async (_, index, failed, act) => {
    const env = await startTestEnv();
    const files = new Map(await makeFolders(env, ['a', 'b'], 15, () => 4000));
    await env.useFaults([{ match: { operation: 'PostSourceFile' }, fault: { kind: 'status', status: 503 } }]);
    await sendPartsOnly(env);
    await env.useFaults([]);
    const path = `a/file-${index}.txt`;
    await act(join(env.evidence, path));
    files.delete(path);
    await withEngine(env, async (engine) => {
      const [upload] = engine.uploads();
      if (upload === undefined) throw new Error('There is no upload');
      const { totals, datasetId } = unwrap(await engine.run(upload.id, runOptions()));
      expect(totals).toMatchObject({ accepted: { items: files.size }, failed: { items: failed } });
      await expectDocuments(env, datasetId, files);
    });
  },
);

test('an upload that is canceled within a pack skips all of the pack, and its receipt explains every file', async () => {
  const env = await startTestEnv();
  await makeFolders(env, ['a'], 60, () => 8000);
  await withSharedEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env, { pack: 'always' }), never));
    const stop = new AbortController();
    engine.onProgress(({ active }) => {
      if (active.some(({ parts, pack }) => pack?.files === 10 && parts.done === 1 && parts.count === 2))
        stop.abort();
    });
    const slow = { bytesPerSecond: 100_000 };
    expect(await engine.run(id, runOptions({ signal: stop.signal, limits: slow }))).toMatchObject({
      ok: false,
    });
    const paused = unwrap(engine.upload(id));
    const accepted = paused.totals.accepted.items;
    expect(accepted).toBeLessThan(60);
    expect(paused.acknowledgedBytes % 8000).toBe(0);
    expect(paused.acknowledgedBytes).toBeGreaterThan(0);
    unwrap(await engine.cancel(id));
    await expect.poll(() => unwrap(engine.upload(id)).totals.skipped.items).toBe(60 - accepted);
    expect(unwrap(engine.upload(id)).totals.uploading.items).toBe(0);
    const receipt = join(env.dir, 'canceled.json');
    unwrap(await engine.writeReceipt(id, 'json', createWriteStream(receipt)));
    expect(unwrap(await verifyReceipt(receipt))).toMatchObject({ intact: true, problems: [] });
  });
});
