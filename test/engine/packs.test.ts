/** Many small files that are sent as a few source files, and what the platform makes of them. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type UploadId, type UploadRequest, verifyReceipt } from '../../main/engine/index.ts';
import { pseudoRandom } from '../fakes/evidence.ts';
import { unwrap } from '../fixtures/result.ts';
import {
  never,
  openTestEnv,
  problemTexts,
  requestFor,
  runOptions,
  sourceFiles,
  type TestEnv,
  withEngine,
} from './harness.ts';
import { changeStore } from './killed-store.ts';

let shared: TestEnv;
beforeAll(async () => {
  shared = await openTestEnv();
});
afterAll(() => shared.end());

let envs = 0;
/** The shared sandbox, with evidence and a store of their own. */
function ownEnv(): TestEnv {
  envs += 1;
  return {
    ...shared,
    get sandbox() {
      return shared.sandbox;
    },
    evidence: join(shared.dir, `evidence-${envs}`),
    stateDir: join(shared.dir, `state-${envs}`),
  };
}

function contentOf(path: string, sizeBytes: number): Buffer {
  return Buffer.concat([...pseudoRandom(path, sizeBytes)]);
}

async function write(env: TestEnv, path: string, sizeBytes: number): Promise<void> {
  const target = join(env.evidence, path);
  await mkdir(join(target, '..'), { recursive: true });
  await writeFile(target, contentOf(path, sizeBytes));
  await utimes(target, 1_700_000_000, 1_700_000_000);
}

/** Folders of custodians with small files. Returns each file's content by path. */
async function makeFolders(
  env: TestEnv,
  folders: readonly string[],
  filesPerFolder: number,
  sizeBytes: (index: number) => number = (index) => 500 + 37 * index,
): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const folder of folders)
    for (let index = 0; index < filesPerFolder; index += 1) {
      const path = `${folder}/file-${index}.txt`;
      await write(env, path, sizeBytes(index));
      files.set(path, contentOf(path, sizeBytes(index)));
    }
  return files;
}

const sha1Of = (content: Uint8Array): string => createHash('sha1').update(content).digest('hex');

async function datasetOf(env: TestEnv, id: UploadId): Promise<number> {
  return withEngine(env, async (engine) => unwrap(engine.upload(id)).datasetId ?? 0);
}

/** What the platform made of the dataset's source files: path, custodian and SHA-1 of each child. */
async function documentsOf(env: TestEnv, datasetId: number) {
  const files = (await sourceFiles(env)).filter((row) => row.datasetId === datasetId);
  await expect
    .poll(
      async () =>
        (await sourceFiles(env)).filter((row) => row.datasetId === datasetId && row.state === 'PROCESSING')
          .length,
    )
    .toBe(0);
  const documents = [];
  for (let after = 0; ; ) {
    const page = await env.sandbox.inspect('documents', { after, limit: 10_000 });
    if (page.length === 0) break;
    documents.push(...page);
    after = page.at(-1)?.id ?? 0;
  }
  const ids = new Set(files.map(({ id }) => id));
  return documents.filter(({ sourceFileId }) => ids.has(sourceFileId));
}

async function upload(env: TestEnv, given: Partial<UploadRequest> = {}) {
  return withEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env, { pack: 'always', ...given }), never));
    const { totals } = unwrap(await engine.run(id, runOptions()));
    return { id, totals, problems: problemTexts(engine.problems(id)) };
  });
}

test('files of forty custodians go up in packs, and each child is there once with its path, bytes and custodian', async () => {
  const env = ownEnv();
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
  expect(rows).toHaveLength(1);
  const documents = await documentsOf(env, datasetId);
  expect(documents.map(({ path }) => path).toSorted()).toEqual([...files.keys()].toSorted());
  for (const { path, sha1, custodian } of documents) {
    expect(sha1, path).toBe(sha1Of(files.get(path) ?? Buffer.alloc(0)));
    expect(custodian, path).toBe(path.slice(0, path.indexOf('/')));
  }
  const assembled = await readFile(rows[0]?.assembledPath ?? '');
  expect(rows[0]?.sha1).toBe(sha1Of(assembled));
  expect((await stat(rows[0]?.assembledPath ?? '')).size).toBeGreaterThan(64 * 1024);
});

test('the receipt of packed files lists and hashes each, agrees with the log and the disk, and refuses an edited store', async () => {
  const env = ownEnv();
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
    expect(md5).toBe(createHash('md5').update(content).digest('hex'));
    expect(pack).toBe(packs[0].filename);
    expect(sourceFileId).toBe(packs[0].id);
  }
  changeStore(env, `UPDATE pack_members SET sha1 = '${'1'.repeat(40)}' WHERE item_id = ${items[3].id}`);
  await writeReceipt();
  const edited = unwrap(await verifyReceipt(receipt));
  expect(edited).toMatchObject({ intact: false, problems: [{ code: 'items-not-logged' }] });
});
