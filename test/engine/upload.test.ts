import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { verifyReceipt } from '../../main/engine/index.ts';
import { covers } from '../conformance/covers.ts';
import { makeEvidence, sameBytes } from '../fakes/evidence.ts';
import { unwrap } from '../fixtures/result.ts';
import {
  datasets,
  expectAccepted,
  never,
  requestFor,
  runOptions,
  sourceFiles,
  startTestEnv,
  withSharedEngine,
} from './harness.ts';

const tree = {
  'Alvarez, Maria/mail/inbox.mbox': 300_000,
  'Alvarez, Maria/empty.txt': 0,
  'Bergström, Åsa/ärenden/résumé.pdf': 65_536,
  'Bergström, Åsa/one byte': 1,
  '陈伟/合同.docx': 65_537,
  'loose.bin': 1_000_003,
};

test('a small tree is accepted byte for byte, each file once, with its custodian, and its receipt verifies', async () => {
  covers(
    'operation PostDatabaseDataset',
    'operation PostDatasetFile',
    'operation PostSourceFilePart',
    'operation PostSourceFile',
    'rule 1.6',
  );
  const env = await startTestEnv();
  await makeEvidence(env.evidence, tree);
  const receipt = join(env.dir, 'receipt.json');
  const csv = join(env.dir, 'receipt.csv');
  const summary = await withSharedEngine(env, async (engine) => {
    const request = requestFor(env, {
      custodian: 'Nobody yet',
      custodianRules: [{ kind: 'folder', level: 1 }],
      settings: { timezone: 'Europe/Stockholm' },
    });
    const id = unwrap(await engine.prepare(request, never));
    const plan = unwrap(await engine.plan(id));
    expect(plan.parts).toBe(5 + 1 + 1 + 1 + 2 + 16);
    const ran = unwrap(await engine.run(id, runOptions()));
    const { head } = unwrap(await engine.writeReceipt(id, 'json', createWriteStream(receipt)));
    unwrap(await engine.writeReceipt(id, 'csv', createWriteStream(csv)));
    const report = unwrap(await verifyReceipt(receipt, { against: env.evidence }));
    expect(report).toMatchObject({ intact: true, problems: [], head, items: 6 });
    expect(report.upload.finished).toBe(ran.finishedAt);
    expect(ran.finishedAt).not.toBeNull();
    expect(ran.sendingMs).toBeGreaterThan(0);
    expect(report.against).toMatchObject({ differences: [] });
    expect([...engine.sentFiles(id)].map((file) => file.path).sort()).toEqual(Object.keys(tree).sort());
    return ran;
  });
  expect(summary).toMatchObject({
    state: 'finished',
    totals: { accepted: { items: 6, bytes: 1_431_077 }, queued: { items: 0 }, failed: { items: 0 } },
  });
  await expectAccepted(env, Object.keys(tree));
  const custodians = Object.fromEntries((await sourceFiles(env)).map((row) => [row.filename, row.custodian]));
  expect(custodians).toEqual({
    'Alvarez, Maria/mail/inbox.mbox': 'Alvarez, Maria',
    'Alvarez, Maria/empty.txt': 'Alvarez, Maria',
    'Bergström, Åsa/ärenden/résumé.pdf': 'Bergström, Åsa',
    'Bergström, Åsa/one byte': 'Bergström, Åsa',
    '陈伟/合同.docx': '陈伟',
    'loose.bin': 'Nobody yet',
  });
  const rows: Record<string, string>[] = parse(await readFile(csv), { bom: true, columns: true });
  expect(rows.map((row) => row['Path']).sort()).toEqual(Object.keys(tree).sort());
  expect(new Set(rows.map((row) => row['Outcome']))).toEqual(new Set(['accepted']));
  const [dataset] = await datasets(env);
  expect(JSON.parse(dataset?.settings ?? '')).toMatchObject({
    name: 'Media 1',
    timezone: 'Europe/Stockholm',
  });
});

test('the SHA-256 of every file is kept and logged, whether it has one part, several, or a place in a pack', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'empty.txt': 0, 'one part.txt': 5000, 'five parts.txt': 300_000 });
  const hashOf = async (path: string) =>
    createHash('sha256')
      .update(await readFile(join(env.evidence, path)))
      .digest('hex');
  await withSharedEngine(env, async (engine) => {
    const send = async (request: Parameters<typeof requestFor>[1]) => {
      const id = unwrap(await engine.prepare(requestFor(env, request), never));
      unwrap(await engine.run(id, runOptions()));
      return { sent: [...engine.sentFiles(id)], log: [...engine.log(id, 0)] };
    };
    const alone = await send({});
    expect(alone.sent).toHaveLength(3);
    for (const { path, sha256 } of alone.sent) expect(sha256, path).toBe(await hashOf(path));
    const completed = alone.log.filter(({ type }) => type === 'source-file-completed');
    expect(completed.map(({ data }) => [data['path'], data['sha256']]).toSorted()).toEqual(
      alone.sent.map(({ path, sha256 }) => [path, sha256]).toSorted(),
    );
    const packed = await send({ pack: 'always' });
    expect(packed.sent.map(({ path, pack }) => [path, pack]).toSorted()).toEqual([
      ['empty.txt', 1],
      ['five parts.txt', undefined],
      ['one part.txt', 1],
    ]);
    for (const { path, sha256 } of packed.sent) expect(sha256, path).toBe(await hashOf(path));
    const withSha1 = await send({ sha256: false });
    expect(withSha1.sent.map(({ sha1 }) => sha1).toSorted()).toEqual(
      alone.sent.map(({ sha1 }) => sha1).toSorted(),
    );
    expect(withSha1.sent.map(({ sha256 }) => sha256)).toEqual(Array(3).fill(null));
    const unhashed = await send({ sha1: false });
    expect(unhashed.sent.map(({ sha1, sha256 }) => [sha1, sha256])).toEqual(Array(3).fill([null, null]));
  });
});

test('a receipt in which one byte was changed no longer verifies', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'a.bin': 10_000 });
  const receipt = join(env.dir, 'receipt.json');
  await withSharedEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env), never));
    unwrap(await engine.run(id, runOptions()));
    unwrap(await engine.writeReceipt(id, 'json', createWriteStream(receipt)));
  });
  const text = await readFile(receipt, 'utf8');
  await writeFile(receipt, text.replace('"a.bin"', '"b.bin"'));
  const report = await verifyReceipt(receipt);
  expect(report.ok && report.value.intact).toBe(false);
});

test('files and folders can be sent together, into an existing dataset', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'a/1.bin': 5000, 'b/2.bin': 70_000, 'c/3.bin': 3 });
  await withSharedEngine(env, async (engine) => {
    const first = requestFor(env, { sources: [join(env.evidence, 'a')] });
    const one = unwrap(await engine.prepare(first, never));
    const { datasetId } = unwrap(await engine.run(one, runOptions()));
    const second = requestFor(env, {
      sources: [join(env.evidence, 'b', '2.bin'), join(env.evidence, 'c')],
      dataset: { id: datasetId ?? 0 },
      sha1: false,
    });
    const two = unwrap(await engine.prepare(second, never));
    expect(unwrap(await engine.run(two, runOptions())).datasetId).toBe(datasetId);
  });
  expect(await datasets(env)).toHaveLength(1);
  const rows = await sourceFiles(env);
  // Files of one upload are sent in parallel, in no particular order.
  const byName = rows.toSorted((a, b) => a.filename.localeCompare(b.filename));
  expect(byName.map((row) => [row.filename, row.sizeBytes, row.claimedSha1 === null])).toEqual([
    ['1.bin', 5000, false],
    ['2.bin', 70_000, true],
    ['3.bin', 3, true],
  ]);
});

const sampleMatter = fileURLToPath(new URL('../../resources/sample-matter', import.meta.url));
const hasSample = existsSync(sampleMatter) && readdirSync(sampleMatter).length > 0;

test.skipIf(!hasSample)('the sample matter is accepted byte for byte', async () => {
  const env = await startTestEnv();
  const summary = await withSharedEngine(env, async (engine) => {
    const request = requestFor(env, {
      sources: [sampleMatter],
      custodianRules: [{ kind: 'folder', level: 1 }],
    });
    const id = unwrap(await engine.prepare(request, never));
    return unwrap(await engine.run(id, runOptions()));
  });
  expect(summary).toMatchObject({ state: 'finished', totals: { failed: { items: 0 }, held: { items: 0 } } });
  const rows = await sourceFiles(env);
  expect(rows.length).toBe(summary.totals.accepted.items);
  for (const row of rows)
    expect(await sameBytes(join(sampleMatter, row.filename), row.assembledPath ?? ''), row.filename).toBe(
      true,
    );
  expect(new Set(rows.map((row) => row.filename.split('/')[0]))).toEqual(
    new Set(rows.map((row) => row.custodian)),
  );
});
