import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeEvidence } from '../fakes/evidence.ts';
import { startEngine } from './engine-process.ts';
import {
  expectArrived,
  must,
  never,
  requestFor,
  requestLog,
  runOptions,
  startWorld,
  withEngine,
} from './harness.ts';

test('the server never sees more than 25 requests in any second, whatever is killed and started again', async () => {
  const world = await startWorld({ limits: {} });
  const tree = Object.fromEntries(
    Array.from({ length: 66 }, (_, n) => [`custodian ${n % 5}/${n}.eml`, 100 + n * 37]),
  );
  await makeEvidence(world.evidence, tree);
  const kills = 5;
  for (let life = 0; life < kills; life += 1) {
    const engine = startEngine(world, { request: life === 0 ? requestFor(world) : null });
    expect(await engine.sending).not.toBeNull();
    await delay(300 + life * 250);
    if (life === 2) await world.killSandbox();
    await engine.kill();
  }
  const last = startEngine(world, {});
  expect(await last.ended).toMatchObject({ ok: true, value: { state: 'finished' } });
  await expectArrived(world, Object.keys(tree));
  const { maxApiRequestsPerSecond, apiRequests } = await world.sandbox.inspect('summary');
  const refused = (await requestLog(world)).filter((row) => row.status === 429);
  expect(refused).toEqual([]);
  expect(maxApiRequestsPerSecond).toBeLessThanOrEqual(25);
  expect(maxApiRequestsPerSecond).toBeGreaterThan(20); // the rate is used, not merely kept
  expect(apiRequests).toBeGreaterThan(3 * 66);
  console.log(`at most ${maxApiRequestsPerSecond} requests in a second, of ${apiRequests}; ${kills} kills`);
}, 90_000);

test('nor while a connection is looked at again and again beside an upload', async () => {
  const world = await startWorld({ limits: {} });
  const tree = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`${n}.eml`, 100]));
  await makeEvidence(world.evidence, tree);
  await withEngine(world, async (engine) => {
    const id = must(await engine.prepare(requestFor(world), never));
    let isSent = false;
    const sending = engine.run(id, runOptions()).finally(() => {
      isSent = true;
    });
    const { url: serverUrl, apiKey } = world.sandbox;
    while (!isSent) must(await engine.connect({ serverUrl, apiKey, profilePath: world.profilePath }));
    must(await sending);
  });
  const { maxApiRequestsPerSecond } = await world.sandbox.inspect('summary');
  expect(maxApiRequestsPerSecond).toBeLessThanOrEqual(25);
}, 90_000);
