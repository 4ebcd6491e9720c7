import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Progress } from '../../main/engine/types/progress.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { unwrap } from '../fixtures/result.ts';
import { startEngine } from './engine-process.ts';
import {
  expectAccepted,
  never,
  requestFor,
  runOptions,
  smallParts,
  sourceFiles,
  startTestEnv,
  withEngine,
} from './harness.ts';

test('on a slow line one part is in flight at a time, and the next one follows it', async () => {
  const env = await startTestEnv({
    limits: { ...smallParts, minPartBytes: 2_000_000, recommendedPartBytes: 2_000_000 },
  });
  await makeEvidence(env.evidence, { 'disk.img': 20_000_000, 'mail.pst': 20_000_000 });
  await withEngine(env, async (engine) => {
    const seen: Progress[] = [];
    engine.onProgress((progress) => void seen.push(progress));
    const id = unwrap(await engine.prepare(requestFor(env), never));
    const stop = new AbortController();
    const limits = { bytesPerSecond: 50_000 };
    const running = engine.run(id, runOptions({ signal: stop.signal, limits }));
    await delay(4_000);
    stop.abort();
    expect(await running).toMatchObject({ ok: false });
    const inFlight = seen.map(({ active }) => active.reduce((sum, item) => sum + item.partsInFlight, 0));
    expect(Math.max(...inFlight)).toBe(1);
  });
});

test('on a fast line many parts are in flight within seconds', async () => {
  const partBytes = 1_000_000;
  const env = await startTestEnv({
    limits: { ...smallParts, minPartBytes: partBytes, recommendedPartBytes: partBytes },
  });
  await makeEvidence(env.evidence, { 'disk.img': 300 * partBytes });
  await withEngine(env, async (engine) => {
    let firstAtMs = 0;
    let fullAtMs = Number.POSITIVE_INFINITY;
    engine.onProgress(({ state, concurrency }) => {
      if (state !== 'uploading') return;
      firstAtMs ||= performance.now();
      if (concurrency >= 8) fullAtMs = Math.min(fullAtMs, performance.now());
    });
    const id = unwrap(await engine.prepare(requestFor(env, { sha1: false }), never));
    unwrap(await engine.run(id, runOptions()));
    expect(fullAtMs - firstAtMs).toBeLessThan(5_000);
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
  const first = startEngine(env, { request: requestFor(env) });
  expect(await first.sending).not.toBeNull();
  await delay(14_000);
  await first.kill();
  await env.useFaults([]);
  const second = startEngine(env, {});
  expect(await second.ended).toMatchObject({ ok: true, value: { state: 'finished' } });
  await expectAccepted(env, ['disk.img']);
  const complete = (await sourceFiles(env)).find(({ completed }) => completed !== null);
  expect(complete?.partCount).toBeGreaterThanOrEqual(4);
}, 90_000);
