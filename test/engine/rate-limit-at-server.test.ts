import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { makeEvidence } from '../fakes/evidence.ts';
import { unwrap } from '../fixtures/result.ts';
import { startEngine } from './engine-process.ts';
import {
  dryRun,
  expectAccepted,
  never,
  requestFor,
  requestLog,
  runOptions,
  startOwnTestEnv,
  type TestEnv,
  withEngine,
} from './harness.ts';

// That no slot is wasted is tested with the limiter itself: here it depends on how busy the computer is.
test('the server never gets more than 25 requests in any second, however often the engine is killed', async () => {
  const env = await startOwnTestEnv({ limits: {} });
  const files = 40;
  const tree = Object.fromEntries(
    Array.from({ length: files }, (_, n) => [`custodian ${n % 5}/${n}.eml`, 100 + n * 37]),
  );
  await makeEvidence(env.evidence, tree);
  const kills = 3;
  for (let life = 0; life < kills; life += 1) {
    const engine = startEngine(env, { request: life === 0 ? requestFor(env) : null });
    expect(await engine.sending).not.toBeNull();
    await delay(300 + life * 250);
    if (life === 1) await env.killSandbox();
    await engine.kill();
  }
  const last = startEngine(env, {});
  expect(await last.ended).toMatchObject({ ok: true, value: { state: 'finished' } });
  await expectAccepted(env, Object.keys(tree));
  const { maxApiRequestsPerSecond, apiRequests } = await env.sandbox.inspect('summary');
  const refused = (await requestLog(env)).filter((row) => row.status === 429);
  expect(refused).toEqual([]);
  expect(maxApiRequestsPerSecond).toBeLessThanOrEqual(25);
  expect(apiRequests).toBeGreaterThan(3 * files);
});

test('nor while a connection is checked repeatedly during an upload', async () => {
  const env = await startOwnTestEnv({ limits: {} });
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
});

/** A second key of the same user: its former one, which the sandbox revokes at every start. */
async function secondKey(env: TestEnv): Promise<string> {
  await env.killSandbox(() => {
    const db = new Sqlite(join(env.sandbox.dataDir, 'sandbox.db'));
    db.exec(
      'CREATE TRIGGER valid AFTER INSERT ON keys WHEN NEW.revoked BEGIN UPDATE keys SET revoked = 0; END',
    );
    db.close();
  });
  return env.sandbox.keys.revoked;
}

test('nor when two keys of one user, two state folders and a dry run are used at once, and one is killed and gets another key', async () => {
  const env = await startOwnTestEnv({ limits: {} });
  const tree = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`${n}.eml`, 100]));
  await makeEvidence(env.evidence, tree);
  const key = await secondKey(env);
  const request = requestFor(env);
  const stateDir = join(env.dir, 'second state');
  const first = startEngine(env, { request });
  const second = startEngine(env, { request, stateDir }, key);
  await Promise.all([first.sending, second.sending]);
  const { url: serverUrl, apiKey } = env.sandbox;
  const { profilePath } = env;
  const connection = { serverUrl, apiKey, profilePath };
  const rehearse = () => dryRun(join(env.dir, 'third state'), connection, request, async () => {});
  unwrap(await rehearse());
  await first.kill();
  for (let run = 0; run < 4; run += 1) unwrap(await rehearse());
  const resumed = startEngine(env, {}, key);
  expect(await resumed.ended).toMatchObject({ ok: true, value: { state: 'finished' } });
  expect(await second.ended).toMatchObject({ ok: true, value: { state: 'finished' } });
  const { maxApiRequestsPerSecond } = await env.sandbox.inspect('summary');
  expect((await requestLog(env)).filter((row) => row.status === 429)).toEqual([]);
  expect(maxApiRequestsPerSecond).toBeLessThanOrEqual(25);
});

test('refused keys are tried once a second, by however many engines', async () => {
  const env = await startOwnTestEnv({ limits: {} });
  const attempts = Array.from({ length: 4 }, (_, n) =>
    startEngine(
      env,
      { request: requestFor(env), stateDir: join(env.dir, `state ${n}`) },
      env.sandbox.keys.revoked,
    ),
  );
  for (const attempt of attempts)
    expect(await attempt.ended).toMatchObject({ ok: false, failure: { code: 'key-refused' } });
  const atMs = (await requestLog(env)).map((row) => row.atMs);
  expect(atMs).toHaveLength(4);
  for (const [n, ms] of atMs.entries())
    if (n > 0) expect(ms - (atMs[n - 1] ?? 0)).toBeGreaterThanOrEqual(1000);
});
