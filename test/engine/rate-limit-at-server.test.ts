import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeEvidence } from '../fakes/evidence.ts';
import { unwrap } from '../fixtures/result.ts';
import { startEngine } from './engine-process.ts';
import {
  expectAccepted,
  never,
  requestFor,
  requestLog,
  runOptions,
  startTestEnv,
  withEngine,
} from './harness.ts';

test('the server never gets more than 25 requests in any second, however often the engine is killed', async () => {
  const env = await startTestEnv({ limits: {} });
  const tree = Object.fromEntries(
    Array.from({ length: 66 }, (_, n) => [`custodian ${n % 5}/${n}.eml`, 100 + n * 37]),
  );
  await makeEvidence(env.evidence, tree);
  const kills = 5;
  for (let life = 0; life < kills; life += 1) {
    const engine = startEngine(env, { request: life === 0 ? requestFor(env) : null });
    expect(await engine.sending).not.toBeNull();
    await delay(300 + life * 250);
    if (life === 2) await env.killSandbox();
    await engine.kill();
  }
  const last = startEngine(env, {});
  expect(await last.ended).toMatchObject({ ok: true, value: { state: 'finished' } });
  await expectAccepted(env, Object.keys(tree));
  const { maxApiRequestsPerSecond, apiRequests } = await env.sandbox.inspect('summary');
  const refused = (await requestLog(env)).filter((row) => row.status === 429);
  expect(refused).toEqual([]);
  expect(maxApiRequestsPerSecond).toBeLessThanOrEqual(25);
  expect(maxApiRequestsPerSecond).toBeGreaterThan(20); // the rate is used, not merely kept
  expect(apiRequests).toBeGreaterThan(3 * 66);
  console.log(`at most ${maxApiRequestsPerSecond} requests in a second, of ${apiRequests}; ${kills} kills`);
}, 90_000);

test('nor while a connection is checked repeatedly during an upload', async () => {
  const env = await startTestEnv({ limits: {} });
  const tree = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`${n}.eml`, 100]));
  await makeEvidence(env.evidence, tree);
  await withEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env), never));
    let isSent = false;
    const sending = engine.run(id, runOptions()).finally(() => {
      isSent = true;
    });
    const { url: serverUrl, apiKey } = env.sandbox;
    while (!isSent) unwrap(await engine.connect({ serverUrl, apiKey, profilePath: env.profilePath }));
    unwrap(await sending);
  });
  const { maxApiRequestsPerSecond } = await env.sandbox.inspect('summary');
  expect(maxApiRequestsPerSecond).toBeLessThanOrEqual(25);
}, 90_000);
