import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { verifyReceipt } from '../../main/engine/index.ts';
import { RateLimiterRegistry } from '../../main/engine/platform/rate-limiter-registry.ts';
import { openSession, type Session } from '../../main/engine/platform/session.ts';
import { SessionPool } from '../../main/engine/platform/session-pool.ts';
import { sha256Hex } from '../../main/engine/types/canonical-json.ts';
import type { Account, Connection } from '../../main/engine/types/connection.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { failureOf, unwrap } from '../fixtures/result.ts';
import {
  expectAccepted,
  never,
  type OpenedEngine,
  openWithContext,
  requestFor,
  runOptions,
  startTestEnv,
  type TestEnv,
} from './harness.ts';

async function connectTo(
  env: TestEnv,
  engine: OpenedEngine,
  more: Partial<Connection> = {},
): Promise<Account> {
  const { url: serverUrl, apiKey } = env.sandbox;
  return unwrap(await engine.connect({ serverUrl, apiKey, profilePath: env.profilePath, ...more }));
}

async function connectedEngine(env: TestEnv): Promise<OpenedEngine> {
  const engine = openWithContext(env.stateDir);
  onTestFinished(() => engine.close());
  await connectTo(env, engine);
  return engine;
}

test('connecting the same key twice at once always leaves exactly one session', async () => {
  const { sandbox, profilePath } = await startTestEnv();
  const dir = await mkdtemp(join(tmpdir(), 'lading-connections-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const rateLimiters = new RateLimiterRegistry();
  onTestFinished(() => rateLimiters.close());
  const open = new Set<number>();
  const connected = async (number: number): Promise<Session> => {
    const options = { rateLimiters, userAgent: 'test', onWaiting: () => {} };
    const { url: serverUrl, apiKey } = sandbox;
    const made = unwrap(await openSession({ serverUrl, apiKey, profilePath }, options));
    open.add(number);
    const close = async (): Promise<void> => {
      await made.close();
      open.delete(number);
    };
    return { ...made, close };
  };
  const connections = new SessionPool();
  await connections.add(await connected(1), 'as ever');
  const [second, third] = await Promise.all([connected(2), connected(3)]);
  const added = [connections.add(second, 'by proxy'), connections.add(third, 'as ever')];
  expect(connections.latest()).toBe(third);
  await Promise.all(added);
  expect([...open]).toEqual([3]);
  await connections.close();
  expect([...open]).toEqual([]);
});

test.each([
  { what: 'looked at again', change: {}, runs: 1 },
  { what: 'given another network path', change: { caPem: '' }, runs: 2 },
])('an upload continues while its connection is $what, and sends nothing twice', async ({ change, runs }) => {
  const env = await startTestEnv();
  const letters = Object.fromEntries(Array.from({ length: 40 }, (_, nth) => [`letter ${nth}.txt`, 900]));
  await makeEvidence(env.evidence, letters);
  await env.useFaults([{ match: { put: true }, fault: { kind: 'delay', ms: 20 } }]);
  const engine = await connectedEngine(env);
  const id = unwrap(await engine.prepare(requestFor(env), never));
  const begun = new Promise<void>((resolve) => {
    engine.onProgress(({ totals }) => totals.accepted.items > 0 && resolve());
  });
  const running = engine.run(id, runOptions({ limits: { concurrency: 2 } }));
  await begun;
  await connectTo(env, engine, change);
  expect(unwrap(await running)).toMatchObject({ state: 'finished', totals: { accepted: { items: 40 } } });
  const started = [...engine.context.repositories.events.all(id)].filter(
    ({ type }) => type === 'upload-started',
  );
  expect(started).toHaveLength(runs);
  await expectAccepted(env, Object.keys(letters));
});

/** An upload whose connection was removed while its first part was being sent, which stalls. */
async function disconnectedUpload(env: TestEnv) {
  const engine = await connectedEngine(env);
  const id = unwrap(await engine.prepare(requestFor(env), never));
  const begun = new Promise<void>((resolve) => {
    engine.onProgress(({ active }) => active.some(({ sentBytes }) => sentBytes > 0) && resolve());
  });
  const running = engine.run(id, runOptions());
  await begun;
  await engine.disconnect(await connectTo(env, engine));
  expect(failureOf(await running).code).toBe('stopped');
  return { engine, id };
}

test('an upload whose connection is removed is paused, and can be resumed once it is back', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'a.txt': 900, 'b.txt': 900 });
  await env.useFaults([{ match: { put: true }, times: 1, fault: { kind: 'stall' } }]);
  const { engine, id } = await disconnectedUpload(env);
  expect(unwrap(engine.upload(id)).state).toBe('paused');
  await connectTo(env, engine);
  unwrap(await engine.run(id, runOptions()));
  await expectAccepted(env, ['a.txt', 'b.txt']);
});

test('each run names its interface profile in the log, and a receipt names an edit between two runs', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'a.txt': 900 });
  await env.useFaults([{ match: { put: true }, times: 1, fault: { kind: 'stall' } }]);
  const { engine, id } = await disconnectedUpload(env);
  const issue = (name: string) => engine.saveReceipt(id, join(env.dir, name), { format: 'json' });
  expect(unwrap(await issue('before.json')).profileChange).toBeNull();
  const first = await readFile(env.profilePath, 'utf8');
  const second = JSON.stringify({ ...JSON.parse(first), name: 'Edited' });
  await writeFile(env.profilePath, second);
  await connectTo(env, engine);
  unwrap(await engine.run(id, runOptions()));
  const used = [first, second].map((text) => ({ name: JSON.parse(text).name, sha256: sha256Hex(text) }));
  const started = [...engine.context.repositories.events.all(id)].filter(
    ({ type }) => type === 'upload-started',
  );
  expect(started.map(({ data }) => ({ name: data['profile'], sha256: data['profileSha256'] }))).toEqual(used);
  const profileChange = { seq: started[1]?.seq, from: used[0], to: used[1] };
  expect(unwrap(await issue('after.json'))).toMatchObject({ profileChange, problems: [] });
  expect(unwrap(await verifyReceipt(join(env.dir, 'after.json')))).toMatchObject({
    intact: true,
    limits: [{ code: 'profile-changed', ...profileChange }],
  });
});

test('after a bug an upload is paused instead of staying in the uploading state', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'a.txt': 900 });
  const engine = await connectedEngine(env);
  const id = unwrap(await engine.prepare(requestFor(env), never));
  vi.spyOn(engine.context.repositories.items, 'openItems').mockImplementationOnce(() => {
    throw new Error('a bug');
  });
  await expect(engine.run(id, runOptions())).rejects.toThrow('a bug');
  expect(unwrap(engine.upload(id)).state).toBe('paused');
  unwrap(await engine.run(id, runOptions()));
  await expectAccepted(env, ['a.txt']);
});
