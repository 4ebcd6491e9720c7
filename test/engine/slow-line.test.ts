import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Engine, UploadId } from '../../main/engine/index.ts';
import type { Progress } from '../../main/engine/types/progress.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { unwrap } from '../fixtures/result.ts';
import { startEngine } from './engine-process.ts';
import {
  expectAccepted,
  never,
  requestFor,
  requestLog,
  runOptions,
  smallParts,
  sourceFiles,
  startTestEnv,
  type TestEnv,
  withEngine,
} from './harness.ts';

test('on a slow line one part is in flight at a time, and the next one follows it', async () => {
  const env = await startTestEnv({
    limits: { ...smallParts, minPartBytes: 2_000_000, recommendedPartBytes: 2_000_000 },
  });
  // Many small files come first. What suits them must not suit the large ones.
  const small = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`a/${n}.eml`, 100]));
  await makeEvidence(env.evidence, { ...small, 'disk.img': 20_000_000, 'mail.pst': 20_000_000 });
  await withEngine(env, async (engine) => {
    const seen: Progress[] = [];
    const underWay = Promise.withResolvers<void>();
    engine.onProgress((progress) => {
      seen.push(progress);
      if (progress.active.some(({ sizeBytes }) => sizeBytes > 1_000_000)) underWay.resolve();
    });
    const id = unwrap(await engine.prepare(requestFor(env), never));
    const stop = new AbortController();
    const limits = { bytesPerSecond: 50_000 };
    const running = engine.run(id, runOptions({ signal: stop.signal, limits }));
    await underWay.promise;
    // Long enough for more parts to follow, if they did.
    await delay(3_000);
    stop.abort();
    expect(await running).toMatchObject({ ok: false });
    const large = seen.map(({ active }) => active.filter(({ sizeBytes }) => sizeBytes > 1_000_000));
    const inFlight = large.map((items) => items.reduce((sum, item) => sum + item.partsInFlight, 0));
    expect(Math.max(...inFlight)).toBe(1);
  });
});

test('on a fast line many parts are in flight before half of a file is sent', async () => {
  const partBytes = 1_000_000;
  const env = await startTestEnv({
    limits: { ...smallParts, minPartBytes: partBytes, recommendedPartBytes: partBytes },
  });
  await makeEvidence(env.evidence, { 'disk.img': 300 * partBytes });
  await withEngine(env, async (engine) => {
    let sentBefore = Number.POSITIVE_INFINITY;
    engine.onProgress(({ concurrency, acknowledgedBytes }) => {
      if (concurrency >= 8) sentBefore = Math.min(sentBefore, acknowledgedBytes);
    });
    const id = unwrap(await engine.prepare(requestFor(env, { sha1: false }), never));
    unwrap(await engine.run(id, runOptions()));
    expect(sentBefore).toBeLessThan(150 * partBytes);
  });
});

test('after a kill before the first part arrived, the file is sent in smaller parts; the speed is remembered', async () => {
  const env = await startTestEnv({
    limits: { ...smallParts, minPartBytes: 100_000, recommendedPartBytes: 20_000_000 },
  });
  const sizeBytes = 40_000_000;
  await makeEvidence(env.evidence, { 'disk.img': sizeBytes });
  // No bandwidth limit: the platform is what is slow.
  await env.useFaults([{ match: { put: true }, fault: { kind: 'slow', bytesPerSecond: 100_000 } }]);
  // Once the speed of the parts under way is known.
  const kill = { write: 'lineSpeeds.save', call: 1, when: 'after' } as const;
  const first = startEngine(env, { request: requestFor(env), kill });
  expect(await first.ended).toBeNull();
  expect((await requestLog(env)).filter(({ isPut, status }) => isPut === 1 && status === 200)).toEqual([]);
  await env.useFaults([]);
  const second = startEngine(env, {});
  expect(await second.ended).toMatchObject({ ok: true, value: { state: 'finished' } });
  await expectAccepted(env, ['disk.img']);
  const complete = (await sourceFiles(env)).find(({ completed }) => completed !== null);
  expect(complete?.partCount).toBeGreaterThanOrEqual(4);
});

/** 200 kB parts. */
async function withSlowUpload(
  use: (engine: Engine, id: UploadId, env: TestEnv) => Promise<void>,
): Promise<void> {
  const env = await startTestEnv({
    limits: { ...smallParts, minPartBytes: 200_000, recommendedPartBytes: 200_000 },
  });
  await makeEvidence(env.evidence, { 'disk.img': 2_000_000, 'mail.pst': 2_000_000 });
  await withEngine(env, async (engine) =>
    use(engine, unwrap(await engine.prepare(requestFor(env), never)), env),
  );
}

const slow = { bytesPerSecond: 200_000, concurrency: 4 };

/** Until something of a part is sent. */
function partUnderWay(engine: Engine): Promise<void> {
  return new Promise((resolve) => {
    engine.onProgress(({ partsUnderWay }) => partsUnderWay.sentBytes > 0 && resolve());
  });
}

test('a pause that finishes parts starts no other, ends by itself, and loses nothing of what was sent', async () => {
  await withSlowUpload(async (engine, id, env) => {
    const seen: Progress[] = [];
    engine.onProgress((progress) => void seen.push(progress));
    const finish = new AbortController();
    const underWay = partUnderWay(engine);
    const running = engine.run(id, runOptions({ limits: slow, finish: finish.signal }));
    await underWay;
    await delay(700);
    finish.abort();
    expect(await running).toMatchObject({ ok: false, failure: { code: 'stopped' } });
    expect(seen.some(({ partsUnderWay }) => partsUnderWay.isFinishing)).toBe(true);
    expect(unwrap(engine.upload(id)).state).toBe('paused');
    const puts = (await requestLog(env)).filter((row) => row.isPut === 1);
    expect(puts.filter((row) => row.status !== 200)).toEqual([]);
    expect(puts.length).toBeLessThan(10);

    const limits = { bytesPerSecond: Number.POSITIVE_INFINITY };
    unwrap(await engine.run(id, runOptions({ limits })));
    await expectAccepted(env, ['disk.img', 'mail.pst']);
    const { receivedPartBytes } = await env.sandbox.inspect('summary');
    expect(receivedPartBytes).toBe(4_000_000);
  });
});

test('a pause that finishes parts can still be stopped at once', async () => {
  await withSlowUpload(async (engine, id, env) => {
    const finish = new AbortController();
    const stop = new AbortController();
    const underWay = partUnderWay(engine);
    const limits = { bytesPerSecond: 20_000 };
    const running = engine.run(id, runOptions({ limits, finish: finish.signal, signal: stop.signal }));
    await underWay;
    finish.abort();
    await delay(500);
    stop.abort();
    expect(await running).toMatchObject({ ok: false, failure: { code: 'stopped' } });
    const puts = (await requestLog(env)).filter((row) => row.isPut === 1);
    expect(puts.filter((row) => row.status === 200)).toEqual([]);
  });
});

test('a pause that finishes parts does not wait for a platform that is away', async () => {
  await withSlowUpload(async (engine, id, env) => {
    await env.useFaults([
      { match: { operation: 'PostSourceFilePart' }, fault: { kind: 'status', status: 503 } },
    ]);
    const finish = new AbortController();
    const running = engine.run(id, runOptions({ limits: slow, finish: finish.signal }));
    await delay(1_000);
    finish.abort();
    expect(await running).toMatchObject({ ok: false, failure: { code: 'stopped' } });
  });
});
