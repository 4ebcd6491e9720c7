/** Packs while the platform refuses, the source goes away, or a person stops the upload. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Engine, Progress, UploadId, UploadRequest } from '../../main/engine/index.ts';
import type { Fault } from '../../main/sandbox/index.ts';
import { unwrap } from '../fixtures/result.ts';
import { retryWithoutWaits } from '../fixtures/retry-without-waits.ts';
import {
  never,
  requestFor,
  requestLog,
  runOptions,
  sourceFiles,
  startTestEnv,
  type TestEnv,
  withEngine,
  withSharedEngine,
} from './harness.ts';
import { documentsOf, expectDocuments, makeFolders } from './pack-files.ts';

beforeEach(() => {
  // No waits.
  retryWithoutWaits();
  onTestFinished(() => void vi.restoreAllMocks());
});

const prepare = async (env: TestEnv, engine: Engine, given: Partial<UploadRequest> = {}): Promise<UploadId> =>
  unwrap(await engine.prepare(requestFor(env, { pack: 'always', ...given }), never));

/** Six packs of two parts each, slowly. */
const slow = { bytesPerSecond: 200_000 };
const twoParts = (env: TestEnv) => makeFolders(env, ['a', 'b', 'c', 'd', 'e', 'f'], 10, () => 8000);
const isWithinPack = ({ active }: Progress): boolean =>
  active.some(({ parts, pack }) => pack !== undefined && parts.done > 0 && parts.done < parts.count);

function once(engine: Engine, condition: (progress: Progress) => boolean, act: () => unknown): void {
  const unsubscribe = engine.onProgress((progress) => {
    if (!condition(progress)) return;
    unsubscribe();
    act();
  });
}

const operations = ['PostDatasetFile', 'PostSourceFilePart', 'PutPart', 'PostSourceFile'] as const;
const refusals = [403, 404, 422].flatMap((status) => operations.map((operation) => ({ operation, status })));
/** What would refuse every other file too stops the upload, as it does for files that are sent alone. */
const stopsUpload = ({ operation, status }: (typeof refusals)[number]): boolean =>
  operation === 'PostDatasetFile' || (operation === 'PutPart' && status === 403);
test.each(refusals)(
  'a pack whose $operation is refused with $status loses nothing, and goes with the next try',
  async (refusal) => {
    const { operation, status } = refusal;
    const env = await startTestEnv();
    const files = await makeFolders(env, ['a'], 6);
    await env.useFaults([{ match: { operation }, fault: { kind: 'status', status } }]);
    await withSharedEngine(env, async (engine) => {
      const id = await prepare(env, engine);
      const run = await engine.run(id, runOptions());
      expect(run.ok).toBe(!stopsUpload(refusal));
      const { totals } = unwrap(engine.upload(id));
      const failed = run.ok ? 6 : 0;
      expect(totals).toMatchObject({ failed: { items: failed }, accepted: { items: 0 }, held: { items: 0 } });
      await env.useFaults([]);
      if (run.ok) expect(unwrap(await engine.requeueFailed(id)).requeued).toBe(6);
      const retried = unwrap(await engine.run(id, runOptions()));
      expect(retried.totals).toMatchObject({ failed: { items: 0 }, accepted: { items: 6 } });
      await expectDocuments(env, retried.datasetId, files);
    });
  },
);

test.each([429, 500])('a pack outlasts %d from each of its operations', async (status) => {
  const env = await startTestEnv();
  const files = await makeFolders(env, ['a'], 6);
  await env.useFaults(
    operations.map((operation) => ({
      match: { operation },
      times: 2,
      fault: { kind: 'status', status, ...(status === 429 ? { retryAfter: 0 } : {}) },
    })),
  );
  await withSharedEngine(env, async (engine) => {
    const id = await prepare(env, engine);
    const { totals, datasetId } = unwrap(await engine.run(id, runOptions()));
    expect(totals).toMatchObject({ accepted: { items: 6 }, failed: { items: 0 } });
    await expectDocuments(env, datasetId, files);
  });
});

test('packs whose source goes away wait for it, fail nothing, and end when it is back', async () => {
  const env = await startTestEnv();
  const files = await twoParts(env);
  const gone = `${env.evidence}.gone`;
  await withEngine(env, async (engine) => {
    const id = await prepare(env, engine);
    once(engine, isWithinPack, () => rename(env.evidence, gone));
    let failedMeanwhile = -1;
    once(
      engine,
      ({ unavailableSources }) => unavailableSources.length > 0,
      () => {
        failedMeanwhile = unwrap(engine.upload(id)).totals.failed.items;
        return rename(gone, env.evidence);
      },
    );
    const { totals, datasetId } = unwrap(await engine.run(id, runOptions({ limits: slow })));
    expect(failedMeanwhile).toBe(0);
    expect(totals).toMatchObject({ accepted: { items: 60 }, failed: { items: 0 } });
    await expectDocuments(env, datasetId, files);
  });
});

const putsOf = async (env: TestEnv, datasetId: number | null) => {
  const ids = new Set(
    (await sourceFiles(env)).filter((row) => row.datasetId === datasetId).map(({ id }) => id),
  );
  return (await requestLog(env)).filter(
    ({ isPut, sourceFileId }) => isPut === 1 && ids.has(sourceFileId ?? 0),
  );
};

test('packs that finish the parts under way and stop are resumed without sending a part again', async () => {
  const env = await startTestEnv();
  const files = await twoParts(env);
  await withEngine(env, async (engine) => {
    const id = await prepare(env, engine);
    const finish = new AbortController();
    once(engine, isWithinPack, () => finish.abort());
    expect(await engine.run(id, runOptions({ limits: slow, finish: finish.signal }))).toMatchObject({
      ok: false,
      failure: { code: 'stopped' },
    });
    expect(unwrap(engine.upload(id)).totals.accepted.items).toBeLessThan(60);
    const { totals, datasetId } = unwrap(
      await engine.run(id, runOptions({ limits: { bytesPerSecond: 1e9 } })),
    );
    expect(totals.accepted.items).toBe(60);
    const puts = await putsOf(env, datasetId);
    expect(puts).toHaveLength(new Set(puts.map((put) => `${put.sourceFileId}/${put.partNumber}`)).size);
    await expectDocuments(env, datasetId, files);
  });
});

const emptyPage: Fault = { kind: 'answer', status: 200, body: { data: [] } };
const otherPart: Fault = {
  kind: 'answer',
  status: 200,
  body: { data: [{ partNumber: 1, etag: '"00000000000000000000000000000000"', size: 7 }] },
};
test.each([
  ['lacks the parts', [{ match: { operation: 'GetSourceFileParts' }, fault: emptyPage }]],
  [
    'has another part',
    [
      { match: { operation: 'GetSourceFileParts', nth: 1 }, fault: otherPart },
      { match: { operation: 'GetSourceFileParts' }, fault: emptyPage },
    ],
  ],
])('where the platform %s, they are sent again', async (_, rules) => {
  const env = await startTestEnv();
  const files = await twoParts(env);
  await withEngine(env, async (engine) => {
    const id = await prepare(env, engine);
    const stop = new AbortController();
    once(engine, isWithinPack, () => stop.abort());
    await engine.run(id, runOptions({ limits: slow, signal: stop.signal }));
    expect(unwrap(engine.upload(id)).acknowledgedBytes).toBeGreaterThan(0);
    await env.useFaults(rules);
    const { totals, datasetId } = unwrap(
      await engine.run(id, runOptions({ limits: { bytesPerSecond: 1e9 } })),
    );
    expect(totals).toMatchObject({ accepted: { items: 60 }, failed: { items: 0 } });
    const puts = (await putsOf(env, datasetId)).filter(({ status }) => status === 200);
    expect(puts.length).toBeGreaterThan(
      new Set(puts.map((put) => `${put.sourceFileId}/${put.partNumber}`)).size,
    );
    await expectDocuments(env, datasetId, files);
  });
});

test('packs of two uploads into one dataset have different names, and every file is there once', async () => {
  const [one, other] = [await startTestEnv(), await startTestEnv()];
  const first = await makeFolders(one, ['a'], 20);
  const second = await makeFolders(other, ['b'], 20);
  await withSharedEngine(one, (engine) =>
    withEngine(other, async (otherEngine) => {
      const start = await prepare(one, engine, {
        pack: 'never',
        sources: [join(one.evidence, 'a/file-0.txt')],
      });
      const { datasetId } = unwrap(await engine.run(start, runOptions()));
      const dataset = { id: datasetId ?? 0 };
      const ids = [await prepare(one, engine, { dataset }), await prepare(other, otherEngine, { dataset })];
      const ended = await Promise.all([
        engine.run(ids[0] ?? start, runOptions()),
        otherEngine.run(ids[1] ?? start, runOptions()),
      ]);
      expect(ended.map((run) => unwrap(run).totals.accepted.items)).toEqual([20, 20]);
      const rows = (await sourceFiles(one)).filter((row) => row.datasetId === datasetId);
      expect(new Set(rows.map(({ filename }) => filename)).size).toBe(3);
      const documents = (await documentsOf(one, datasetId ?? 0)).map(({ path }) => path);
      expect(documents.filter((path) => first.has(path) || second.has(path))).toHaveLength(40);
    }),
  );
});
