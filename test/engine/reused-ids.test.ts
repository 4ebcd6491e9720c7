import { expect, test } from 'vitest';
import { makeEvidence } from '../fakes/evidence.ts';
import { unwrap } from '../fixtures/result.ts';
import {
  expectAccepted,
  never,
  requestFor,
  requestLog,
  runOptions,
  sourceFiles,
  startTestEnv,
  withEngine,
} from './harness.ts';

test('a source file that the platform gives to two files stops the upload before anything is mixed', async () => {
  const env = await startTestEnv();
  const sizes = { 'a.img': 2 * 64 * 1024, 'b.img': 3 * 64 * 1024 };
  await makeEvidence(env.evidence, sizes);
  await withEngine(env, async (engine) => {
    const dataset = { name: 'first', description: null };
    unwrap(await engine.run(unwrap(await engine.prepare(requestFor(env, { dataset }), never)), runOptions()));
    // The ID of the next one.
    const id = Math.max(...(await sourceFiles(env)).map((row) => row.id)) + 1;
    const before = (await requestLog(env)).length;
    await env.useFaults([
      {
        match: { operation: 'PostDatasetFile', nth: 2 },
        fault: { kind: 'answer', status: 201, body: { data: { id, state: 'UPLOADING' } } },
      },
    ]);
    const uploadId = unwrap(await engine.prepare(requestFor(env), never));
    expect(await engine.run(uploadId, runOptions())).toMatchObject({
      ok: false,
      failure: { code: 'source-file-not-new', sourceFileId: id },
    });
    expect(unwrap(engine.upload(uploadId)).totals.failed.items).toBe(0);
    const numbers = (await requestLog(env))
      .slice(before)
      .filter((row) => row.isPut && row.sourceFileId === id && row.status === 200)
      .map((row) => row.partNumber);
    expect(new Set(numbers).size).toBe(numbers.length);
    await env.useFaults([]);
    const { datasetId } = unwrap(await engine.run(uploadId, runOptions()));
    await expectAccepted(env, Object.keys(sizes), { datasetId: datasetId ?? 0 });
  });
});

test('a dataset that the platform gives to two uploads is that of the last one, and the other sends nothing more', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'a.bin': 10, 'b.bin': 20 });
  await withEngine(env, async (engine) => {
    const prepare = async (name: string, shared?: { readonly id: number }) => {
      const dataset = shared ?? { name, description: null };
      return unwrap(await engine.prepare(requestFor(env, { dataset, pack: 'never' }), never));
    };
    const [older, newer] = [await prepare('older'), await prepare('newer')];
    await env.useFaults([
      { match: { operation: 'PostDatasetFile', nth: 2 }, fault: { kind: 'status', status: 400 } },
    ]);
    const { datasetId: id } = unwrap(await engine.run(newer, runOptions()));
    if (id === null) throw new Error('No dataset was created');
    await env.useFaults([
      {
        match: { operation: 'PostDatabaseDataset' },
        fault: { kind: 'answer', status: 201, body: { data: { id, name: 'older' } } },
      },
    ]);
    expect(unwrap(await engine.run(older, runOptions()))).toMatchObject({ state: 'finished', datasetId: id });
    const shares = await prepare('shared', { id });
    expect(unwrap(await engine.run(shares, runOptions())).state).toBe('finished');
    const before = (await requestLog(env)).length;
    expect(unwrap(await engine.requeueFailed(newer)).requeued).toBe(1);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(await engine.run(newer, runOptions())).toMatchObject({
        ok: false,
        failure: { code: 'dataset-reused', datasetId: id, uploadId: newer, later: older },
      });
      expect(unwrap(engine.upload(newer))).toMatchObject({
        state: 'paused',
        totals: { accepted: { items: 1 }, queued: { items: 1 }, failed: { items: 0 } },
      });
    }
    const more = (await requestLog(env)).slice(before);
    expect(more.filter(({ operation, isPut }) => isPut || operation === 'PostDatasetFile')).toEqual([]);
  });
});
