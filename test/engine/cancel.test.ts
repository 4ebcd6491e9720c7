import { createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { reasonText } from '../../preload/contract/failures/failure-table.ts';
import { fileCount } from '../../preload/contract/views/upload-progress.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { failureOf, unwrap } from '../fixtures/result.ts';
import {
  never,
  problemTexts,
  requestFor,
  requestLog,
  runOptions,
  sourceFiles,
  startTestEnv,
  withEngine,
  withSharedEngine,
} from './harness.ts';
import { changeStore } from './killed-store.ts';
import { partBytes, runUntil, tree } from './partly-sent.ts';

const allSkipped = {
  queued: { items: 0 },
  uploading: { items: 0 },
  accepted: { items: 0 },
  skipped: { items: 3 },
};

test('a file whose completion was requested when the upload was cancelled needs review: it may have been accepted', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, tree);
  await env.useFaults([{ match: { operation: 'PostSourceFile' }, fault: { kind: 'lost-answer' } }]);
  await withSharedEngine(env, async (engine) => {
    const sources = [join(env.evidence, 'note.txt')];
    const id = unwrap(await engine.prepare(requestFor(env, { sources }), never));
    const stop = new AbortController();
    const running = engine.run(id, runOptions({ signal: stop.signal }));
    while (!(await requestLog(env)).some((row) => row.operation === 'PostSourceFile'));
    stop.abort();
    await running;
    unwrap(await engine.cancel(id));
    expect([...engine.problems(id)]).toEqual([
      { path: 'note.txt', state: 'held', reason: { code: 'cancelled-unconfirmed' } },
    ]);
  });
});

test('what a kill left open in a cancelled upload is listed after the next start', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, tree);
  await withEngine(env, async (engine) => void unwrap(await engine.prepare(requestFor(env), never)));
  changeStore(env, "UPDATE uploads SET state = 'cancelled'");
  await withEngine(env, async (engine) => {
    await expect.poll(() => unwrap(engine.upload(1)).totals).toMatchObject(allSkipped);
    // They were to be uploaded, so they still count as the upload's files.
    const { cancelled, totals, ...upload } = unwrap(engine.upload(1));
    expect(cancelled).toEqual(totals.skipped);
    expect(fileCount({ ...upload, totals, cancelled })).toBe(3);
  });
});

test('a cancelled upload can’t be run again, and its receipt can still be written', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, tree);
  await withSharedEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env), never));
    await runUntil(engine, id, 4);
    unwrap(await engine.cancel(id));
    expect(unwrap(engine.upload(id))).toMatchObject({
      state: 'cancelled',
      totals: { queued: { items: 0 }, uploading: { items: 0 } },
    });
    expect(problemTexts(engine.problems(id))).toContainEqual({
      path: 'disk.img',
      state: 'skipped',
      reason: reasonText({ code: 'cancelled' }),
    });
    expect(await engine.run(id, runOptions())).toMatchObject({
      ok: false,
      failure: { code: 'upload-cancelled' },
    });
    const path = join(env.dir, 'receipt.csv');
    unwrap(await engine.writeReceipt(id, 'csv', createWriteStream(path)));
    expect(await readFile(path, 'utf8')).toMatch(/disk\.img.*canceled/);
  });
});

test('cancelled while it runs, it stops and stays cancelled', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, tree);
  await withSharedEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env), never));
    engine.onProgress(({ state, active }) => {
      if (state === 'uploading' && active.some((item) => item.parts.done >= 3)) void engine.cancel(id);
    });
    const ran = await engine.run(id, runOptions({ limits: { bytesPerSecond: 20 * partBytes } }));
    expect(ran).toMatchObject({ ok: false, failure: { code: 'stopped' } });
    const { state, totals } = unwrap(engine.upload(id));
    expect(state).toBe('cancelled');
    expect([totals.queued.items, totals.uploading.items, totals.failed.items]).toEqual([0, 0, 0]);
    expect(totals.skipped.items + totals.accepted.items + totals.held.items).toBe(3);
  });
  expect(
    (await sourceFiles(env)).filter((row) => row.filename === 'disk.img' && row.completed !== null),
  ).toEqual([]);
});

test('cancelled at the moment it starts, it sends nothing and stays cancelled', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, tree);
  await withSharedEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env), never));
    const running = engine.run(id, runOptions());
    unwrap(await engine.cancel(id));
    expect(await running).toMatchObject({ ok: false, failure: { code: 'stopped' } });
    expect(unwrap(engine.upload(id))).toMatchObject({ state: 'cancelled', totals: allSkipped });
  });
  expect(await sourceFiles(env)).toEqual([]);
});

test('cancelled during its scan, it stays cancelled', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, tree);
  await withEngine(env, async (engine) => {
    const preparing = engine.prepare(requestFor(env), never);
    while (engine.uploads().length === 0) await delay(1);
    const [upload] = engine.uploads();
    expect(upload?.state).toBe('scanning');
    if (upload) unwrap(await engine.cancel(upload.id));
    expect(failureOf(await preparing).code).toBe('stopped');
    const { state, totals } = unwrap(engine.upload(1));
    expect(state).toBe('cancelled');
    expect([totals.queued.items, totals.uploading.items]).toEqual([0, 0]);
  });
});

test('cancelled while failed files are queued again, it sends none of them', async () => {
  const env = await startTestEnv();
  const files = { 'a.txt': 10, 'b.txt': 20 };
  await makeEvidence(env.evidence, files);
  await withSharedEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env), never));
    for (const name of Object.keys(files)) await rm(join(env.evidence, name));
    expect(unwrap(await engine.run(id, runOptions())).totals.failed.items).toBe(2);
    await makeEvidence(env.evidence, { 'a.txt': 10 });
    expect(unwrap(await engine.requeueFailed(id)).requeued).toBe(1);
    await makeEvidence(env.evidence, files);
    const requeued = engine.requeueFailed(id);
    unwrap(await engine.cancel(id));
    expect(failureOf(await requeued).code).toBe('upload-cancelled');
    expect(failureOf(await engine.requeueFailed(id)).code).toBe('upload-cancelled');
    const { state, totals } = unwrap(engine.upload(id));
    expect({ state, queued: totals.queued.items }).toEqual({ state: 'cancelled', queued: 0 });
  });
});
