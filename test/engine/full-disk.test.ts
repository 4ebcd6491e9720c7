import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openReader } from '../../main/engine/index.ts';
import { callHandler, createEngineHandlers } from '../../main/engine/rpc/create-handlers.ts';
import type { EngineArgument, EngineCallName, EngineEvent } from '../../main/engine/rpc/protocol.ts';
import { QueryThread } from '../../main/engine/rpc/query-thread.ts';
import { StoreError } from '../../main/engine/store/sqlite-failure.ts';
import { openContext } from '../../main/engine/uploads/context/engine-context.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { failureOf, unwrap } from '../fixtures/result.ts';
import { fillDisk, mountSmallDisk } from '../fixtures/small-disk.ts';
import {
  expectAccepted,
  never,
  openWithContext,
  requestFor,
  requestLog,
  runOptions,
  startTestEnv,
  withEngine,
} from './harness.ts';
import { acknowledgedParts } from './killed-store.ts';

const partBytes = 64 * 1024;
const tree = { 'disk.img': 60 * partBytes + 5, 'note.txt': 10 };

test('a disk that fills up during an upload stops it with that reason; acknowledged parts are not sent again', async ({
  skip,
}) => {
  const env = await startTestEnv();
  await mkdir(env.stateDir);
  skip(!mountSmallDisk(env.stateDir, '1536k'), 'only root on Linux can make a small disk');
  await makeEvidence(env.evidence, tree);
  const filler = join(env.stateDir, 'filler');
  await withEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env), never));
    let filled: Promise<unknown> | null = null;
    engine.onProgress(({ active }) => {
      if (active.some((item) => item.parts.done >= 10)) filled ??= fillDisk(filler);
    });
    const slow = { bytesPerSecond: 40 * partBytes, concurrency: 2 };
    const failure = failureOf(await engine.run(id, runOptions({ limits: slow })));
    await filled;
    expect(failure).toMatchObject({ code: 'disk-full', path: expect.stringContaining(env.stateDir) });
  });
  const known = acknowledgedParts(env);
  expect(known.size).toBeGreaterThanOrEqual(10);
  expect(known.size).toBeLessThan(61);
  const after = (await requestLog(env)).at(-1)?.id ?? 0;
  await rm(filler);
  await withEngine(env, async (engine) => {
    const { id, state } = unwrap(engine.upload(1));
    expect(state).toBe('paused');
    expect(unwrap(await engine.run(id, runOptions())).state).toBe('finished');
  });
  await expectAccepted(env, Object.keys(tree));
  const puts = (await requestLog(env)).filter((row) => row.isPut === 1 && row.id > after);
  expect(puts.filter((row) => known.has(`${row.sourceFileId}/${row.partNumber}`))).toEqual([]);
});

test('a store on a full disk is not called damaged, whoever opens it', async ({ skip }) => {
  const env = await startTestEnv();
  await mkdir(env.stateDir);
  skip(!mountSmallDisk(env.stateDir, '1536k'), 'only root on Linux can make a small disk');
  await makeEvidence(env.evidence, { 'note.txt': 10 });
  await withEngine(env, async (engine) => void unwrap(await engine.prepare(requestFor(env), never)));
  await fillDisk(join(env.stateDir, 'filler'));
  const full = { code: 'disk-full', path: expect.stringContaining(env.stateDir) };
  expect(failureOf(openReader(env.stateDir))).toMatchObject(full);
  expect(failureOf(openContext({ stateDir: env.stateDir, command: 'test', version: '0' }))).toMatchObject(
    full,
  );
});

test('a cancellation that a full disk refuses is not reported as done', async ({ skip }) => {
  const env = await startTestEnv();
  await mkdir(env.stateDir);
  skip(!mountSmallDisk(env.stateDir, '1536k'), 'only root on Linux can make a small disk');
  await makeEvidence(env.evidence, { 'note.txt': 10 });
  const filler = join(env.stateDir, 'filler');
  await withEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env), never));
    await fillDisk(filler);
    expect(failureOf(await engine.cancel(id))).toMatchObject({ code: 'disk-full' });
  });
  await rm(filler);
  await withEngine(env, async (engine) => {
    // The process ended before the disk had room.
    const { id, state } = unwrap(engine.upload(1));
    expect(state).toBe('paused');
    unwrap(await engine.cancel(id));
    expect(unwrap(engine.upload(1)).state).toBe('cancelled');
  });
});

test('a call that writes fails on a full disk; the engine keeps running, and the call works once there is room', async ({
  skip,
}) => {
  const env = await startTestEnv();
  await mkdir(env.stateDir);
  skip(!mountSmallDisk(env.stateDir, '1536k'), 'only root on Linux can make a small disk');
  const context = unwrap(openContext({ stateDir: env.stateDir, command: 'test', version: '0' }));
  const bug = (_where: string, error: unknown): never => {
    throw error;
  };
  const handlers = createEngineHandlers(context, new QueryThread(env.stateDir), () => {}, bug);
  const call = <Name extends EngineCallName>(name: Name, argument: EngineArgument<Name>) =>
    callHandler(handlers, name, argument, bug);
  const filler = join(env.stateDir, 'filler');
  await fillDisk(filler);
  // The log of the store may have room for some.
  const settings = { note: 'x'.repeat(200_000) };
  const saved = await call('templates.save', { name: 'All of it', settings });
  expect(failureOf(saved)).toMatchObject({ code: 'disk-full' });
  await rm(filler);
  expect(unwrap(await call('templates.list', undefined))).toEqual([]);
  expect(unwrap(await call('templates.save', { name: 'All of it', settings })).name).toBe('All of it');
  unwrap(await call('engine.drain', undefined));
});

test('an upload that a full disk stops is paused with that reason although the store cannot keep it, and can be resumed', async ({
  skip,
}) => {
  const env = await startTestEnv();
  await mkdir(env.stateDir);
  skip(!mountSmallDisk(env.stateDir, '1536k'), 'only root on Linux can make a small disk');
  await makeEvidence(env.evidence, tree);
  const context = unwrap(openContext({ stateDir: env.stateDir, command: 'test', version: '0' }));
  const bug = (_where: string, error: unknown): never => {
    throw error;
  };
  const events: EngineEvent[] = [];
  const handlers = createEngineHandlers(
    context,
    new QueryThread(env.stateDir),
    (event) => events.push(event),
    bug,
  );
  const call = <Name extends EngineCallName>(name: Name, argument: EngineArgument<Name>) =>
    callHandler(handlers, name, argument, bug);
  const shown = (id: number) =>
    events.flatMap(({ event, data }) => (event === 'upload.changed' && data.id === id ? [data] : [])).at(-1);
  unwrap(
    await call('connections.open', {
      connectionId: 'c',
      serverUrl: env.sandbox.url,
      apiKey: env.sandbox.apiKey,
      profilePath: env.profilePath,
      proxyUrl: null,
      caPem: null,
    }),
  );
  const draft = unwrap(
    await call('drafts.scan', {
      connectionId: 'c',
      databaseId: env.sandbox.databaseId,
      dataset: { name: 'Disk', description: null },
      sources: [env.evidence],
      links: [],
      followSymlinks: false,
    }),
  );
  const start: EngineArgument<'uploads.run'> = { uploadId: draft.id, links: [], held: 'ask', isStart: true };
  const limits = { schedule: null, concurrency: 2 };
  await call('limits.set', { ...limits, bytesPerSecond: 40 * partBytes });
  unwrap(await call('uploads.run', start));
  const isUnderWay = ({ event, data }: EngineEvent): boolean =>
    event === 'progress' && data.active.some((item) => item.parts.done >= 5);
  await vi.waitUntil(() => events.some(isUnderWay), 10_000);
  const filler = join(env.stateDir, 'filler');
  await fillDisk(filler);

  const stopped = { state: 'paused', stoppedBy: { code: 'disk-full' } };
  const ends = () => events.filter(({ event }) => event === 'upload.ended');
  await vi.waitUntil(() => ends().length === 1, 10_000);
  expect(ends()[0]?.data).toMatchObject({ upload: stopped, isIncomplete: true });
  expect(shown(draft.id)).toMatchObject(stopped);
  expect(unwrap(await call('uploads.snapshot', undefined)).uploads).toMatchObject([stopped]);
  // A resume on the disk that is still full ends the same way.
  unwrap(await call('uploads.run', start));
  await vi.waitUntil(() => ends().length === 2, 10_000);
  expect(shown(draft.id)).toMatchObject(stopped);

  await rm(filler);
  // The reason is recorded as soon as there is room, not only when someone resumes.
  await vi.waitUntil(
    async () =>
      unwrap(await call('uploads.log', { uploadId: draft.id, offset: 0, limit: 500 })).events.some(
        ({ type, data }) => type === 'upload-paused' && data['code'] === 'disk-full',
      ),
    { timeout: 10_000, interval: 200 },
  );
  await call('limits.set', { ...limits, bytesPerSecond: null });
  unwrap(await call('uploads.run', start));
  await vi.waitUntil(() => ends().length === 3, 20_000);
  expect(shown(draft.id)).toMatchObject({ state: 'finished', stoppedBy: null });
  unwrap(await call('engine.drain', undefined));
  await expectAccepted(env, Object.keys(tree));
});

test('limits that a full disk does not keep apply to the run all the same', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'note.txt': 10 });
  const engine = openWithContext(env.stateDir);
  onTestFinished(() => engine.close());
  const { url: serverUrl, apiKey } = env.sandbox;
  unwrap(await engine.connect({ serverUrl, apiKey, profilePath: env.profilePath }));
  const id = unwrap(await engine.prepare(requestFor(env), never));
  vi.spyOn(engine.context.store.writes, 'transaction').mockImplementationOnce(() => {
    throw new StoreError({ code: 'disk-full', path: env.stateDir });
  });
  expect(engine.keepLimits(id, { bytesPerSecond: 5 })).toEqual({ bytesPerSecond: 5 });
});
