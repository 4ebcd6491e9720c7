import { expect, onTestFinished, test } from 'vitest';
import { createReadQueries } from '../../main/engine/rpc/read-queries.ts';
import type { UploadId } from '../../main/engine/types/ids.ts';
import { changeCustodians } from '../../main/engine/uploads/drafts/assign-custodians.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { unwrap } from '../fixtures/result.ts';
import { newUpload } from '../fixtures/upload-request.ts';
import {
  foldersIn,
  never,
  type OpenedEngine,
  openWithContext,
  requestFor,
  runOptions,
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

function finder({ context }: OpenedEngine, uploadId: UploadId): (search: string) => readonly string[] {
  const queries = createReadQueries(context.store.db);
  return (search) =>
    queries
      .items({ uploadId, offset: 0, limit: 100, sort: null, states: [], search })
      .items.map(({ path }) => path)
      .sort();
}

test('a search finds paths, custodians and hashes, in any case and any form of Unicode', async () => {
  const env = await startTestEnv();
  const decomposed = 're\u0301sume\u0301.pdf';
  await makeEvidence(env.evidence, {
    'Ng, Ana/Договор.docx': 10,
    [`Ng, Ana/${decomposed}`]: 11,
    'Roe, Sam/50%_a.txt': 12,
    'Roe, Sam/Mail/ÅRSRAPPORT.txt': 13,
    'top.txt': 14,
  });
  const engine = await connected(env);
  const custodianRules = [{ kind: 'folder', level: 1 }] as const;
  const request = requestFor(env, { custodian: 'Archive', custodianRules });
  const id = unwrap(await engine.prepare(request, never, { isDraft: true }));
  const find = finder(engine, id);
  const queries = createReadQueries(engine.context.store.db);
  const [top] = foldersIn(queries, id, null);
  const sam = foldersIn(queries, id, top?.id ?? 0).find(({ name }) => name === 'Roe, Sam');
  expect(find('договор')).toEqual(['Ng, Ana/Договор.docx']);
  expect(find('ДОГОВОР.DOCX')).toEqual(['Ng, Ana/Договор.docx']);
  expect(find('r\u00e9sum\u00e9')).toEqual([`Ng, Ana/${decomposed}`]);
  expect(find('a\u030arsrapport')).toEqual(['Roe, Sam/Mail/ÅRSRAPPORT.txt']);
  expect(find('%_')).toEqual(['Roe, Sam/50%_a.txt']);
  expect(find('sam/mail/å')).toEqual(['Roe, Sam/Mail/ÅRSRAPPORT.txt']);
  expect(find('mail/')).toEqual(['Roe, Sam/Mail/ÅRSRAPPORT.txt']);
  expect(find('nothing')).toEqual([]);
  expect(find('archive')).toEqual(['top.txt']);
  const folderIds = [sam?.id ?? 0];
  const assign = { kind: 'assign', folderIds, itemIds: [], custodian: 'Åkesson, Bo' } as const;
  unwrap(await changeCustodians(engine.context, id, assign));
  // Another connection: the lists are cached until items are added.
  expect(finder(engine, id)('åkesson')).toEqual(['Roe, Sam/50%_a.txt', 'Roe, Sam/Mail/ÅRSRAPPORT.txt']);

  // A rule that names the file doesn't count where its folder was assigned by hand, and does elsewhere.
  engine.context.store.db.exec(
    "UPDATE items SET rule_custodian = 'Kim, Lee' WHERE name IN ('50%_a.txt', 'Договор.docx')",
  );
  const named = finder(engine, id);
  expect(named('kim, lee')).toEqual(['Ng, Ana/Договор.docx']);
  expect(named('åkesson')).toEqual(['Roe, Sam/50%_a.txt', 'Roe, Sam/Mail/ÅRSRAPPORT.txt']);
  engine.context.store.db.exec(
    "UPDATE items SET custodian = 'Poe, Al' WHERE name = 'ÅRSRAPPORT.txt'; UPDATE items SET rule_custodian = NULL",
  );
  expect(finder(engine, id)('åkesson')).toEqual(['Roe, Sam/50%_a.txt']);

  unwrap(await engine.start(id));
  unwrap(await engine.run(id, runOptions()));
  const [item] = queries.items({
    uploadId: id,
    offset: 0,
    limit: 1,
    sort: null,
    states: [],
    search: 'top',
  }).items;
  expect(finder(engine, id)(item?.sha1?.slice(5, 20).toUpperCase() ?? '')).toEqual(['top.txt']);
  expect(finder(engine, id)(item?.sha256 ?? '')).toEqual(['top.txt']);
});

test('a search among 200,000 items takes as long as a few readings of their names', async () => {
  const env = await startTestEnv();
  const engine = await connected(env);
  const { db } = engine.context.store;
  engine.context.repositories.uploads.insert(newUpload({}));
  db.exec(`
    INSERT INTO roots (upload_id, path) VALUES (1, '/media/1');
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
    INSERT INTO folders (root_id, path, rule_custodian) SELECT 1, 'Ng, Ana/Почта/' || i, 'Ng, Ana' FROM n;
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
    INSERT INTO items (upload_id, folder_id, name, name_folded, size_bytes, mtime_ns, device, file_id, state)
    SELECT 1, 1 + i % 2000, 'Договор ' || i || '.docx', 'договор ' || i || '.docx', 10, 1, 1, i, 'queued' FROM n;
    INSERT INTO totals VALUES (1, 'queued', 200000, 2000000);`);
  // What reading the table once takes of a processor, here and now.
  const read = db.prepare("SELECT sum(name LIKE '%x%') FROM items WHERE upload_id = 1").pluck();
  const timed = (work: () => unknown): number => {
    const began = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / 1000;
  };
  const readMs = Math.min(...[1, 2, 3].map(() => timed(() => read.get())));
  const find = finder(engine, 1 as UploadId);
  const searches = ['ДОГОВОР 7777', 'почта/77', 'Ana/Почта/99/договор 98', 'deadbeef0'];
  for (const search of searches) {
    const times = [' ', '  ', '   '].map((space) => timed(() => find(`${search}${space}`)));
    expect(Math.min(...times), search).toBeLessThan(12 * readMs + 60);
  }
  expect(find('договор 177777')).toEqual(['Ng, Ana/Почта/1778/Договор 177777.docx']);
});
