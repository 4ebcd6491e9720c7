import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Progress } from '../../main/engine/types/progress.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { unwrap } from '../fixtures/result.ts';
import { never, requestFor, runOptions, smallParts, startTestEnv, withEngine } from './harness.ts';

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

test('on a fast line many parts are in flight within a second', async () => {
  const partBytes = 1_000_000;
  const env = await startTestEnv({
    limits: { ...smallParts, minPartBytes: partBytes, recommendedPartBytes: partBytes },
  });
  await makeEvidence(env.evidence, { 'disk.img': 600 * partBytes });
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
    expect(fullAtMs - firstAtMs).toBeLessThan(2_000);
  });
});
