import { expect, test } from 'vitest';
import { makeEvidence } from '../fakes/evidence.ts';
import { failureOf, unwrap } from '../fixtures/result.ts';
import {
  expectAccepted,
  never,
  openWithContext,
  requestFor,
  runOptions,
  sourceFiles,
  startTestEnv,
  withEngine,
  withSharedEngine,
} from './harness.ts';
import { changeStore } from './killed-store.ts';

const tree = { 'Smith/mail.pst': 5000, 'note.txt': 10 };

test('a draft is never sent, whoever runs it, until a person starts it', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, tree);
  await withSharedEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env), never, { isDraft: true }));
    expect(unwrap(engine.upload(id))).toMatchObject({ state: 'ready', startedAt: null });
    expect(failureOf(await engine.run(id, runOptions()))).toEqual({
      code: 'upload-not-started',
      uploadId: id,
    });
    expect(await sourceFiles(env)).toEqual([]);
    unwrap(await engine.start(id));
    const startedAt = unwrap(engine.upload(id)).startedAt;
    unwrap(await engine.run(id, runOptions()));
    unwrap(await engine.start(id));
    expect(unwrap(engine.upload(id))).toMatchObject({ state: 'finished', startedAt });
  });
  await expectAccepted(env, Object.keys(tree));
});

test('a draft whose scan was killed is not sent either', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, tree);
  await withEngine(env, async (engine) => {
    unwrap(await engine.prepare(requestFor(env), never, { isDraft: true }));
  });
  changeStore(env, "UPDATE uploads SET state = 'scanning'");
  await withEngine(env, async (engine) => {
    const { id, state } = unwrap(engine.upload(1));
    expect(state).toBe('scanning');
    expect(failureOf(await engine.run(id, runOptions())).code).toBe('upload-not-started');
  });
  expect(await sourceFiles(env)).toEqual([]);
});

test('a draft whose scan was killed is continued, and only as long as it is one', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, tree);
  await withEngine(env, async (engine) => {
    unwrap(await engine.prepare(requestFor(env), never, { isDraft: true }));
  });
  changeStore(env, "UPDATE uploads SET state = 'scanning'");
  await makeEvidence(env.evidence, { 'later.txt': 20 });
  await withEngine(env, async (engine) => {
    const { id } = unwrap(engine.upload(1));
    expect(failureOf(await engine.continueScan(id, AbortSignal.abort())).code).toBe('stopped');
    expect(unwrap(engine.upload(id))).toMatchObject({ state: 'scanning', startedAt: null });
    const both = await Promise.all([engine.continueScan(id, never), engine.continueScan(id, never)]);
    expect(both.map(({ ok }) => ok)).toEqual([true, false]);
    const { state, startedAt, totals } = unwrap(engine.upload(id));
    expect([state, startedAt, totals.queued.items]).toEqual(['ready', null, 3]);
    expect(failureOf(await engine.continueScan(id, never)).code).toBe('upload-started');
    unwrap(await engine.start(id));
    unwrap(await engine.run(id, runOptions()));
  });
  await expectAccepted(env, [...Object.keys(tree), 'later.txt']);
});

test('an upload that was started but not sending yet when Lading was killed is paused like every other', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, tree);
  await withEngine(env, async (engine) => {
    unwrap(await engine.prepare(requestFor(env), never));
    unwrap(await engine.prepare(requestFor(env), never, { isDraft: true }));
  });
  const engine = openWithContext(env.stateDir);
  expect(engine.uploads().map(({ state }) => state)).toEqual(['paused', 'ready']);
  await engine.close();
});
