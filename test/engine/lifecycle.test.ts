import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openEngine } from '../../main/engine/index.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { answerJson, startHttpServer } from '../fakes/http-server.ts';
import { failureOf, unwrap } from '../fixtures/result.ts';
import { startEngine } from './engine-process.ts';
import {
  expectAccepted,
  never,
  openWithContext,
  requestFor,
  requestLog,
  runOptions,
  sourceFiles,
  startTestEnv,
  type TestEnv,
  withEngine,
  withSharedEngine,
} from './harness.ts';
import { acknowledgedParts, changeStore } from './killed-store.ts';
import { partBytes, runUntil, tree } from './partly-sent.ts';
import { openConnected } from './watching.ts';

async function puts(env: TestEnv): Promise<readonly { readonly id: number; readonly part: string }[]> {
  const rows = (await requestLog(env)).filter((row) => row.isPut === 1);
  return rows.map((row) => ({ id: row.id, part: `${row.sourceFileId}/${row.partNumber}` }));
}

test('paused twice and resumed, no acknowledged part is sent again', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, tree);
  const sentAgain = async (known: ReadonlySet<string>, after: number): Promise<readonly string[]> =>
    (await puts(env)).filter((row) => row.id > after && known.has(row.part)).map((row) => row.part);
  const id = await withEngine(env, async (engine) => {
    const prepared = unwrap(await engine.prepare(requestFor(env), never));
    expect(unwrap(engine.upload(prepared)).state).toBe('ready');
    await runUntil(engine, prepared, 5);
    const paused = unwrap(engine.upload(prepared));
    expect(paused).toMatchObject({ state: 'paused', stoppedBy: null });
    expect(paused.acknowledgedBytes).toBeGreaterThanOrEqual(5 * partBytes);
    return prepared;
  });
  const first = { known: acknowledgedParts(env), after: (await puts(env)).at(-1)?.id ?? 0 };
  expect(first.known.size).toBeGreaterThanOrEqual(5);
  await withEngine(env, async (engine) => {
    await runUntil(engine, id, 15);
    const second = { known: acknowledgedParts(env), after: (await puts(env)).at(-1)?.id ?? 0 };
    expect(second.known.size).toBeGreaterThanOrEqual(15);
    expect(unwrap(await engine.run(id, runOptions()))).toMatchObject({
      state: 'finished',
      acknowledgedBytes: 0,
    });
    expect(await sentAgain(second.known, second.after)).toEqual([]);
  });
  expect(await sentAgain(first.known, first.after)).toEqual([]);
  await expectAccepted(env, Object.keys(tree));
});

test('finished files are not sent again by another run', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, tree);
  await withSharedEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env), never));
    unwrap(await engine.run(id, runOptions()));
    const before = (await requestLog(env)).length;
    expect(unwrap(await engine.run(id, runOptions())).state).toBe('finished');
    expect((await requestLog(env)).length).toBe(before);
    expect(await engine.cancel(id)).toMatchObject({ ok: false, failure: { code: 'upload-finished' } });
  });
});

test('queuing failed files again reopens a finished upload, and the next run sends them', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, tree);
  await withSharedEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env), never));
    await makeEvidence(env.evidence, { 'note.txt': 11 });
    expect(unwrap(await engine.run(id, runOptions()))).toMatchObject({ state: 'finished' });
    expect(unwrap(await engine.requeueFailed(id))).toMatchObject({ requeued: 1, discovered: 0 });
    // A resume looks for paused uploads.
    expect(unwrap(engine.upload(id))).toMatchObject({ state: 'paused', totals: { queued: { items: 1 } } });
    unwrap(await engine.run(id, runOptions()));
  });
  await expectAccepted(env, Object.keys(tree));
});

test('a running upload can’t be started a second time', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, tree);
  await withSharedEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env), never));
    const first = engine.run(id, runOptions());
    expect(await engine.run(id, runOptions())).toMatchObject({
      ok: false,
      failure: { code: 'upload-running' },
    });
    unwrap(await first);
  });
  await expectAccepted(env, Object.keys(tree));
});

test('closing an engine stops its uploads first, and another engine can resume them', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, tree);
  const running = await withEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env), never));
    const underWay = Promise.withResolvers<void>();
    engine.onProgress(({ active }) => active.some((item) => item.parts.done > 2) && underWay.resolve());
    const run = engine.run(id, runOptions({ limits: { bytesPerSecond: 20 * partBytes } }));
    await underWay.promise;
    return { run };
  });
  expect(await running.run).toMatchObject({ ok: false, failure: { code: 'stopped' } });
  await withEngine(env, async (engine) => {
    expect(unwrap(engine.upload(1)).state).toBe('paused');
    unwrap(await engine.run(unwrap(engine.upload(1)).id, runOptions()));
  });
  await expectAccepted(env, Object.keys(tree));
});

test('an upload that is stopped just after its last file ended as one that nobody stopped', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'a.txt': 5 });
  const { engine } = await openConnected(env, { stateDir: env.stateDir });
  const id = unwrap(await engine.prepare(requestFor(env), never));
  const { events } = engine.context.repositories;
  const { append } = events;
  const stop = new AbortController();
  vi.spyOn(events, 'append').mockImplementation((uploadId, at, type, data) => {
    if (type === 'source-file-completed') stop.abort();
    return append(uploadId, at, type, data);
  });
  const ended = unwrap(await engine.run(id, runOptions({ signal: stop.signal })));
  expect(ended).toMatchObject({ state: 'finished', stoppedBy: null, totals: { accepted: { items: 1 } } });
  expect([...engine.log(id, 0)].at(-1)).toMatchObject({ type: 'upload-finished', data: {} });
});

test('a draft whose scan is stopped leaves nothing behind', async () => {
  const env = await startTestEnv();
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`${n % 30}/${n}.txt`, 5]));
  await makeEvidence(env.evidence, many);
  await withEngine(env, async (engine) => {
    const stop = new AbortController();
    const preparing = engine.prepare(requestFor(env), stop.signal, { isDraft: true });
    stop.abort();
    expect(await preparing).toMatchObject({ ok: false, failure: { code: 'stopped' } });
    expect(engine.uploads()).toEqual([]);
    const id = unwrap(await engine.prepare(requestFor(env), never));
    expect(unwrap(engine.upload(id)).totals.queued.items).toBe(300);
  });
});

test('an upload that is stopped during its scan is kept, and a resume scans and sends it', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, tree);
  await withEngine(env, async (engine) => {
    const stop = new AbortController();
    const onCreated = (): void => stop.abort();
    expect(await engine.prepare(requestFor(env), stop.signal, { onCreated })).toMatchObject({ ok: false });
    expect(engine.uploads()).toMatchObject([{ state: 'scanning', startedAt: expect.any(String) }]);
  });
  await withEngine(env, async (engine) => {
    unwrap(await engine.run(unwrap(engine.upload(1)).id, runOptions()));
  });
  await expectAccepted(env, Object.keys(tree));
});

test('a scan that a resume completed is not repeated by the next', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, tree);
  await withEngine(env, async (engine) => void unwrap(await engine.prepare(requestFor(env), never)));
  changeStore(env, "UPDATE uploads SET state = 'scanning'");
  await withEngine(env, async (engine) => {
    const { id } = unwrap(engine.upload(1));
    await runUntil(engine, id, 5);
    expect(unwrap(engine.upload(id)).state).toBe('paused');
    unwrap(await engine.run(id, runOptions()));
  });
  await expectAccepted(env, Object.keys(tree));
  expect(await sourceFiles(env)).toHaveLength(3);
});

test('after a kill the next start reports that the upload was interrupted', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, tree);
  const limits = { bytesPerSecond: 10 * partBytes };
  const engine = startEngine(env, { request: requestFor(env), limits });
  await engine.sending;
  while ((await puts(env)).length < 3);
  await engine.kill();
  await withEngine(env, async (next) => {
    expect(next.uploads()).toMatchObject([{ state: 'paused', stoppedBy: null }]);
    unwrap(await next.run(unwrap(next.upload(1)).id, runOptions()));
  });
  await expectAccepted(env, Object.keys(tree));
});

test('a completion whose answer was lost is requested again although the file is gone', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, tree);
  await env.useFaults([
    { match: { operation: 'PostSourceFile', nth: 1 }, fault: { kind: 'lost-answer' } },
    { match: { operation: 'PostSourceFile' }, fault: { kind: 'drop-before' } },
  ]);
  await withSharedEngine(env, async (engine) => {
    const id = unwrap(
      await engine.prepare(requestFor(env, { sources: [join(env.evidence, 'note.txt')] }), never),
    );
    const stop = new AbortController();
    const running = engine.run(id, runOptions({ signal: stop.signal }));
    while ((await requestLog(env)).filter((row) => row.operation === 'PostSourceFile').length < 2);
    stop.abort();
    expect(await running).toMatchObject({ ok: false, failure: { code: 'stopped' } });
    await rm(join(env.evidence, 'note.txt'));
    await env.useFaults([]);
    const summary = unwrap(await engine.run(id, runOptions()));
    expect(summary.totals).toMatchObject({ accepted: { items: 1 }, failed: { items: 0 } });
  });
  expect((await sourceFiles(env)).filter((row) => row.completed !== null)).toHaveLength(1);
});

test('a completion is not requested again when a part is missing and the file is gone', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, tree);
  await env.useFaults([{ match: { operation: 'PostSourceFile' }, fault: { kind: 'drop-before' } }]);
  const sources = [join(env.evidence, 'mail')];
  const asked = async (): Promise<number> =>
    (await requestLog(env)).filter((row) => row.operation === 'PostSourceFile').length;
  const id = await withEngine(env, async (engine) => {
    const prepared = unwrap(await engine.prepare(requestFor(env, { sources, sha1: false }), never));
    const stop = new AbortController();
    const running = engine.run(prepared, runOptions({ signal: stop.signal }));
    while ((await asked()) < 1);
    stop.abort();
    expect(await running).toMatchObject({ ok: false, failure: { code: 'stopped' } });
    return prepared;
  });
  // The completion was refused, a part was found to be bad, and the kill came before it was sent again.
  changeStore(env, 'DELETE FROM parts WHERE number = 2');
  await rm(join(env.evidence, 'mail/inbox.mbox'));
  await env.useFaults([]);
  const before = await asked();
  await withEngine(env, async (engine) => {
    const { totals } = unwrap(await engine.run(id, runOptions()));
    expect(totals).toMatchObject({ accepted: { items: 0 }, failed: { items: 1 } });
  });
  expect(await asked()).toBe(before);
});

test('closing the engine ends connecting and preparing at once, even while the platform doesn’t answer', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'a.bin': 10 });
  const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  await using platform = await startHttpServer((_request, response, number) => {
    if (number === 1) answerJson(response, 200, { data: { id: 1, username: 'ann' } });
    else asked[number === 0 ? 0 : 1].resolve();
  });
  const opened = () => unwrap(openEngine({ stateDir: env.stateDir, command: 'test', version: '0' }));
  const connection = {
    serverUrl: platform.url.href,
    apiKey: env.sandbox.apiKey,
    profilePath: env.profilePath,
  };
  const first = opened();
  const connected = first.connect(connection);
  await asked[0].promise;
  await first.close();
  expect(failureOf(await connected).code).toBe('stopped');

  const second = opened();
  unwrap(await second.connect(connection));
  const prepared = second.prepare(requestFor(env), never);
  await asked[1].promise;
  await second.close();
  expect(failureOf(await prepared).code).toBe('stopped');
  expect(failureOf(await second.connect(connection)).code).toBe('closing');
});

test('another account’s key resumes it and is logged; a key without access to the database sends nothing', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, tree);
  const { url: serverUrl, keys } = env.sandbox;
  const { profilePath } = env;
  const id = await withEngine(env, async (engine) => {
    const prepared = unwrap(await engine.prepare(requestFor(env), never));
    await runUntil(engine, prepared, 4);
    return prepared;
  });
  const engine = openWithContext(env.stateDir);
  const changes = () =>
    [...engine.context.repositories.events.all(id)].filter(({ type }) => type === 'key-changed');
  try {
    unwrap(await engine.connect({ serverUrl, apiKey: keys.otherOrganization, profilePath }));
    const before = (await puts(env)).length;
    expect(failureOf(await engine.run(id, runOptions())).code).toBe('database-not-found');
    expect((await puts(env)).length).toBe(before);
    expect(changes()).toEqual([]);
    const account = unwrap(await engine.connect({ serverUrl, apiKey: keys.databaseAdmin, profilePath }));
    unwrap(await engine.run(id, runOptions()));
    expect(changes()).toMatchObject([
      {
        data: {
          keyId: account.keyId,
          userName: account.userName,
          createdWithKeyId: unwrap(engine.upload(id)).keyId,
        },
      },
    ]);
  } finally {
    await engine.close();
  }
  await expectAccepted(env, Object.keys(tree));
});
