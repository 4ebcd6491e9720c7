import { mkdir, writeFile } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import type { UploadRequest } from '../../main/engine/index.ts';
import { createReadQueries } from '../../main/engine/rpc/read-queries.ts';
import type { UploadId } from '../../main/engine/types/ids.ts';
import { changeCustodians } from '../../main/engine/uploads/drafts/assign-custodians.ts';
import { unwrap } from '../fixtures/result.ts';
import {
  foldersIn,
  never,
  type OpenedEngine,
  openWithContext,
  requestFor,
  startTestEnv,
  type TestEnv,
} from './harness.ts';

/** Names are bytes: 'Caf\xe9' and 'Caf\xe8' are two folders of an old Latin-1 volume, and neither is valid UTF-8. */
const bytes = (latin1: string): Buffer => Buffer.from(latin1, 'latin1');
const below = (env: TestEnv, latin1: string): Buffer =>
  Buffer.concat([Buffer.from(`${env.evidence}/`), bytes(latin1)]);

async function prepare(
  env: TestEnv,
  request: Partial<UploadRequest> = {},
): Promise<{ engine: OpenedEngine; id: UploadId }> {
  for (const folder of ['Caf\xe8/sub', 'Caf\xe9', 'Cafe'])
    await mkdir(below(env, folder), { recursive: true });
  for (const file of ['Caf\xe9/a', 'Caf\xe8/bb', 'Caf\xe8/sub/ccc', 'Cafe/d\xe9', 'Cafe/d\xe8'])
    await writeFile(below(env, file), bytes(file.slice(file.lastIndexOf('/') + 1)));
  const engine = openWithContext(env.stateDir);
  onTestFinished(() => engine.close());
  const { url: serverUrl, apiKey } = env.sandbox;
  unwrap(await engine.connect({ serverUrl, apiKey, profilePath: env.profilePath }));
  return { engine, id: unwrap(await engine.prepare(requestFor(env, request), never, { isDraft: true })) };
}

function topFolders(engine: OpenedEngine, id: UploadId) {
  const queries = createReadQueries(engine.context.store.db);
  return foldersIn(queries, id, foldersIn(queries, id, null)[0]?.id ?? 0);
}

async function receiptItems(engine: OpenedEngine, id: UploadId) {
  const file = new PassThrough();
  const [written] = await Promise.all([text(file), engine.writeReceipt(id, 'json', file)]);
  const { items } = JSON.parse(written) as {
    items: {
      path: string;
      pathBytesHex: string | null;
      custodian: string | null;
      custodianFrom: string | null;
    }[];
  };
  return items;
}

function assign(folderId: number | undefined, custodian: string) {
  return { kind: 'assign', folderIds: [folderId ?? 0], itemIds: [], custodian } as const;
}

test('folders that differ only in bytes that are not UTF-8 are two folders to a person and to their custodians', async () => {
  const env = await startTestEnv();
  const { engine, id } = await prepare(env, { custodian: 'Archive' });
  const folders = topFolders(engine, id);
  expect(folders.map(({ name, items, bytes: size, hasFolders }) => [name, items, size, hasFolders])).toEqual([
    ['Caf%E8', 2, 5, true],
    ['Caf%E9', 1, 1, false],
    ['Cafe', 2, 4, false],
  ]);
  const queries = createReadQueries(engine.context.store.db);
  const inside = folders.map((folder) => foldersIn(queries, id, folder.id).map(({ name }) => name));
  expect(inside).toEqual([['sub'], [], []]);

  unwrap(await changeCustodians(engine.context, id, assign(folders[1]?.id, 'Ng, Ana')));
  expect(topFolders(engine, id).map(({ custodian }) => custodian)).toEqual(['Archive', 'Ng, Ana', 'Archive']);
  const items = await receiptItems(engine, id);
  const hexOf = (name: string): string => bytes(name).toString('hex');
  expect(
    items.map((item) => [item.path, item.pathBytesHex, item.custodian, item.custodianFrom]).sort(),
  ).toEqual([
    ['Caf%E8/bb', hexOf('Caf\xe8/bb'), 'Archive', 'default'],
    ['Caf%E8/sub/ccc', hexOf('Caf\xe8/sub/ccc'), 'Archive', 'default'],
    ['Caf%E9/a', hexOf('Caf\xe9/a'), 'Ng, Ana', 'manual'],
    ['Cafe/d%E8', hexOf('Cafe/d\xe8'), 'Archive', 'default'],
    ['Cafe/d%E9', hexOf('Cafe/d\xe9'), 'Archive', 'default'],
  ]);
});

test('a rule gives such folders custodians of their own, and a receipt says which came from the rule', async () => {
  const env = await startTestEnv();
  const { engine, id } = await prepare(env, { custodianRules: [{ kind: 'folder', level: 1 }] });
  const folders = topFolders(engine, id);
  expect(folders.map(({ custodian }) => custodian)).toEqual(['Caf%E8', 'Caf%E9', 'Cafe']);
  unwrap(await changeCustodians(engine.context, id, assign(folders[0]?.id, 'Roe, Sam')));
  const items = await receiptItems(engine, id);
  expect(items.map(({ path, custodian, custodianFrom }) => [path, custodian, custodianFrom]).sort()).toEqual([
    ['Caf%E8/bb', 'Roe, Sam', 'manual'],
    ['Caf%E8/sub/ccc', 'Roe, Sam', 'manual'],
    ['Caf%E9/a', 'Caf%E9', 'folder'],
    ['Cafe/d%E8', 'Cafe', 'folder'],
    ['Cafe/d%E9', 'Cafe', 'folder'],
  ]);
});
