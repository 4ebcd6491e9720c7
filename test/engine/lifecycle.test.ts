import { createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Engine, UploadId } from '../../main/engine/index.ts';
import { openEngine } from '../../main/engine/uploads/engine.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { answerJson, startHttpServer } from '../fakes/http-server.ts';
import { startEngine } from './engine-process.ts';
import {
  expectArrived,
  failureOf,
  must,
  never,
  requestFor,
  requestLog,
  runOptions,
  sourceFiles,
  startWorld,
  type World,
  withEngine,
} from './harness.ts';
import { acknowledgedParts, leaveBehind } from './store-left-behind.ts';

const partBytes = 64 * 1024;
const tree = { 'disk.img': 40 * partBytes + 5, 'mail/inbox.mbox': 3 * partBytes, 'note.txt': 10 };

async function puts(world: World): Promise<readonly { readonly id: number; readonly part: string }[]> {
  const rows = (await requestLog(world)).filter((row) => row.isPut === 1);
  return rows.map((row) => ({ id: row.id, part: `${row.sourceFileId}/${row.partNumber}` }));
}

/** Runs until so many parts of the large file are acknowledged, then stops. */
async function runUntil(engine: Engine, id: UploadId, parts: number): Promise<void> {
  const stop = new AbortController();
  const forget = engine.onProgress(({ active }) => {
    if (active.some((item) => item.parts.done >= parts)) stop.abort();
  });
  const slow = { concurrency: 2, bytesPerSecond: 30 * partBytes };
  const ran = await engine.run(id, runOptions({ signal: stop.signal, limits: slow }));
  forget();
  expect(ran).toMatchObject({ ok: false, failure: { code: 'stopped' } });
}

test('paused twice and resumed, no acknowledged part is sent again', async () => {
  const world = await startWorld();
  await makeEvidence(world.evidence, tree);
  const sentAgain = async (known: ReadonlySet<string>, after: number): Promise<readonly string[]> =>
    (await puts(world)).filter((row) => row.id > after && known.has(row.part)).map((row) => row.part);
  const id = await withEngine(world, async (engine) => {
    const prepared = must(await engine.prepare(requestFor(world), never));
    expect(must(engine.upload(prepared)).state).toBe('ready');
    await runUntil(engine, prepared, 5);
    const paused = must(engine.upload(prepared));
    expect(paused).toMatchObject({ state: 'paused', stoppedBy: null });
    expect(paused.acknowledgedBytes).toBeGreaterThanOrEqual(5 * partBytes);
    return prepared;
  });
  const first = { known: acknowledgedParts(world), after: (await puts(world)).at(-1)?.id ?? 0 };
  expect(first.known.size).toBeGreaterThanOrEqual(5);
  await withEngine(world, async (engine) => {
    await runUntil(engine, id, 15);
    const second = { known: acknowledgedParts(world), after: (await puts(world)).at(-1)?.id ?? 0 };
    expect(second.known.size).toBeGreaterThanOrEqual(15);
    expect(must(await engine.run(id, runOptions()))).toMatchObject({
      state: 'finished',
      acknowledgedBytes: 0,
    });
    expect(await sentAgain(second.known, second.after)).toEqual([]);
  });
  expect(await sentAgain(first.known, first.after)).toEqual([]);
  await expectArrived(world, Object.keys(tree));
});

test('what was finished is not sent again by another run', async () => {
  const world = await startWorld();
  await makeEvidence(world.evidence, tree);
  await withEngine(world, async (engine) => {
    const id = must(await engine.prepare(requestFor(world), never));
    must(await engine.run(id, runOptions()));
    const before = (await requestLog(world)).length;
    expect(must(await engine.run(id, runOptions())).state).toBe('finished');
    expect((await requestLog(world)).length).toBe(before);
    expect(engine.cancel(id)).toMatchObject({ ok: false, failure: { code: 'bad-input' } });
  });
});

test('a cancelled upload is not run again, and keeps the account of what it had sent', async () => {
  const world = await startWorld();
  await makeEvidence(world.evidence, tree);
  await withEngine(world, async (engine) => {
    const id = must(await engine.prepare(requestFor(world), never));
    await runUntil(engine, id, 4);
    must(engine.cancel(id));
    expect(must(engine.upload(id)).state).toBe('cancelled');
    expect(await engine.run(id, runOptions())).toMatchObject({ ok: false, failure: { code: 'bad-input' } });
    const path = join(world.dir, 'receipt.csv');
    must(await engine.writeReceipt(id, 'csv', createWriteStream(path)));
    expect(await readFile(path, 'utf8')).toContain('pending');
  });
});

test('cancelled while it runs, it stops and stays cancelled', async () => {
  const world = await startWorld();
  await makeEvidence(world.evidence, tree);
  await withEngine(world, async (engine) => {
    const id = must(await engine.prepare(requestFor(world), never));
    engine.onProgress(({ state, active }) => {
      if (state === 'uploading' && active.some((item) => item.parts.done >= 3)) must(engine.cancel(id));
    });
    const ran = await engine.run(id, runOptions({ limits: { bytesPerSecond: 20 * partBytes } }));
    expect(ran).toMatchObject({ ok: false, failure: { code: 'stopped' } });
    expect(must(engine.upload(id)).state).toBe('cancelled');
  });
  expect(
    (await sourceFiles(world)).filter((row) => row.filename === 'disk.img' && row.completed !== null),
  ).toEqual([]);
});

test('cancelled in the moment it is started, it sends nothing and stays cancelled', async () => {
  const world = await startWorld();
  await makeEvidence(world.evidence, tree);
  await withEngine(world, async (engine) => {
    const id = must(await engine.prepare(requestFor(world), never));
    const running = engine.run(id, runOptions());
    must(engine.cancel(id));
    expect(await running).toMatchObject({ ok: false, failure: { code: 'stopped' } });
    expect(must(engine.upload(id)).state).toBe('cancelled');
  });
  expect(await sourceFiles(world)).toEqual([]);
});

test('cancelled while its inventory is taken, it stays cancelled', async () => {
  const world = await startWorld();
  await makeEvidence(world.evidence, tree);
  await withEngine(world, async (engine) => {
    const preparing = engine.prepare(requestFor(world), never);
    while (engine.uploads().length === 0) await delay(1);
    const [upload] = engine.uploads();
    expect(upload?.state).toBe('scanning');
    if (upload) must(engine.cancel(upload.id));
    const id = must(await preparing);
    expect(must(engine.upload(id)).state).toBe('cancelled');
  });
});

test('failed files that were put back into the queue are not forgotten when that was the last thing done', async () => {
  const world = await startWorld();
  await makeEvidence(world.evidence, tree);
  await withEngine(world, async (engine) => {
    const id = must(await engine.prepare(requestFor(world), never));
    await makeEvidence(world.evidence, { 'note.txt': 11 });
    expect(must(await engine.run(id, runOptions()))).toMatchObject({ state: 'finished' });
    expect(must(await engine.retryFailed(id))).toEqual({ again: 1, found: 0 });
    // What a resume goes by.
    expect(must(engine.upload(id))).toMatchObject({ state: 'paused', totals: { queued: { items: 1 } } });
    must(await engine.run(id, runOptions()));
  });
  await expectArrived(world, Object.keys(tree));
});

test('an upload that is running is not run a second time beside itself', async () => {
  const world = await startWorld();
  await makeEvidence(world.evidence, tree);
  await withEngine(world, async (engine) => {
    const id = must(await engine.prepare(requestFor(world), never));
    const first = engine.run(id, runOptions());
    expect(await engine.run(id, runOptions())).toMatchObject({ ok: false, failure: { code: 'bad-input' } });
    must(await first);
  });
  await expectArrived(world, Object.keys(tree));
});

test('an engine that is closed while it sends stops first, and another goes on', async () => {
  const world = await startWorld();
  await makeEvidence(world.evidence, tree);
  const running = await withEngine(world, async (engine) => {
    const id = must(await engine.prepare(requestFor(world), never));
    const underWay = Promise.withResolvers<void>();
    engine.onProgress(({ active }) => active.some((item) => item.parts.done > 2) && underWay.resolve());
    const run = engine.run(id, runOptions({ limits: { bytesPerSecond: 20 * partBytes } }));
    await underWay.promise;
    return { run };
  });
  expect(await running.run).toMatchObject({ ok: false, failure: { code: 'stopped' } });
  await withEngine(world, async (engine) => {
    expect(must(engine.upload(1)).state).toBe('paused');
    must(await engine.run(must(engine.upload(1)).id, runOptions()));
  });
  await expectArrived(world, Object.keys(tree));
});

test('stopped while the inventory was taken, nothing of it stays behind', async () => {
  const world = await startWorld();
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`${n % 30}/${n}.txt`, 5]));
  await makeEvidence(world.evidence, many);
  await withEngine(world, async (engine) => {
    const stop = new AbortController();
    const preparing = engine.prepare(requestFor(world), stop.signal);
    stop.abort();
    expect(await preparing).toMatchObject({ ok: false, failure: { code: 'stopped' } });
    expect(engine.uploads()).toEqual([]);
    const id = must(await engine.prepare(requestFor(world), never));
    expect(must(engine.upload(id)).totals.queued.items).toBe(300);
  });
});

test('an inventory that a resume completed is not taken again by the next', async () => {
  const world = await startWorld();
  await makeEvidence(world.evidence, tree);
  await withEngine(world, async (engine) => void must(await engine.prepare(requestFor(world), never)));
  leaveBehind(world, "UPDATE uploads SET state = 'scanning'");
  await withEngine(world, async (engine) => {
    const { id } = must(engine.upload(1));
    await runUntil(engine, id, 5);
    expect(must(engine.upload(id)).state).toBe('paused');
    must(await engine.run(id, runOptions()));
  });
  await expectArrived(world, Object.keys(tree));
  expect(await sourceFiles(world)).toHaveLength(3);
});

test('after a kill the next start says that it was ended in the middle', async () => {
  const world = await startWorld();
  await makeEvidence(world.evidence, tree);
  const limits = { bytesPerSecond: 10 * partBytes };
  const engine = startEngine(world, { request: requestFor(world), limits });
  await engine.sending;
  while ((await puts(world)).length < 3);
  await engine.kill();
  await withEngine(world, async (next) => {
    expect(next.uploads()).toMatchObject([{ state: 'paused', stoppedBy: null }]);
    must(await next.run(must(next.upload(1)).id, runOptions()));
  });
  await expectArrived(world, Object.keys(tree));
});

test('a completion whose answer was never heard is asked again although the file is gone by then', async () => {
  const world = await startWorld();
  await makeEvidence(world.evidence, tree);
  await world.useFaults([
    { match: { operation: 'PostSourceFile', nth: 1 }, fault: { kind: 'lost-answer' } },
    { match: { operation: 'PostSourceFile' }, fault: { kind: 'drop-before' } },
  ]);
  await withEngine(world, async (engine) => {
    const id = must(
      await engine.prepare(requestFor(world, { sources: [join(world.evidence, 'note.txt')] }), never),
    );
    const stop = new AbortController();
    const running = engine.run(id, runOptions({ signal: stop.signal }));
    while ((await requestLog(world)).filter((row) => row.operation === 'PostSourceFile').length < 2);
    stop.abort();
    expect(await running).toMatchObject({ ok: false, failure: { code: 'stopped' } });
    await rm(join(world.evidence, 'note.txt'));
    await world.useFaults([]);
    const summary = must(await engine.run(id, runOptions()));
    expect(summary.totals).toMatchObject({ accepted: { items: 1 }, failed: { items: 0 } });
  });
  expect((await sourceFiles(world)).filter((row) => row.completed !== null)).toHaveLength(1);
});

test('a completion is not asked again with a part missing, when the file is gone and cannot be sent again', async () => {
  const world = await startWorld();
  await makeEvidence(world.evidence, tree);
  await world.useFaults([{ match: { operation: 'PostSourceFile' }, fault: { kind: 'drop-before' } }]);
  const sources = [join(world.evidence, 'mail')];
  const asked = async (): Promise<number> =>
    (await requestLog(world)).filter((row) => row.operation === 'PostSourceFile').length;
  const id = await withEngine(world, async (engine) => {
    const prepared = must(await engine.prepare(requestFor(world, { sources, sha1: false }), never));
    const stop = new AbortController();
    const running = engine.run(prepared, runOptions({ signal: stop.signal }));
    while ((await asked()) < 1);
    stop.abort();
    expect(await running).toMatchObject({ ok: false, failure: { code: 'stopped' } });
    return prepared;
  });
  // The completion was refused, a part was found to be bad, and the kill came before it was sent again.
  leaveBehind(world, 'DELETE FROM parts WHERE number = 2');
  await rm(join(world.evidence, 'mail/inbox.mbox'));
  await world.useFaults([]);
  const before = await asked();
  await withEngine(world, async (engine) => {
    const { totals } = must(await engine.run(id, runOptions()));
    expect(totals).toMatchObject({ accepted: { items: 0 }, failed: { items: 1 } });
  });
  expect(await asked()).toBe(before);
});

test('closed while the platform keeps it waiting, connecting and preparing end at once', async () => {
  const world = await startWorld();
  await makeEvidence(world.evidence, { 'a.bin': 10 });
  const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  await using platform = await startHttpServer((_request, response, number) => {
    if (number === 1) answerJson(response, 200, { data: { id: 1, username: 'ann' } });
    else asked[number === 0 ? 0 : 1].resolve();
  });
  const opened = () => must(openEngine({ stateDir: world.stateDir, command: 'test', version: '0' }));
  const connection = {
    serverUrl: platform.url.href,
    apiKey: world.sandbox.apiKey,
    profilePath: world.profilePath,
  };
  const first = opened();
  const connected = first.connect(connection);
  await asked[0].promise;
  await first.close();
  expect(failureOf(await connected).code).toBe('stopped');

  const second = opened();
  must(await second.connect(connection));
  const prepared = second.prepare(requestFor(world), never);
  await asked[1].promise;
  await second.close();
  expect(failureOf(await prepared).code).toBe('stopped');
  expect(failureOf(await second.connect(connection)).code).toBe('stopped');
});

test('resumed with another account’s key it goes on and the log says so; one that cannot reach the database sends nothing', async () => {
  const world = await startWorld();
  await makeEvidence(world.evidence, tree);
  const { url: serverUrl, keys } = world.sandbox;
  const { profilePath } = world;
  const id = await withEngine(world, async (engine) => {
    const prepared = must(await engine.prepare(requestFor(world), never));
    await runUntil(engine, prepared, 4);
    return prepared;
  });
  const engine = must(openEngine({ stateDir: world.stateDir, command: 'test', version: '0' }));
  const changes = () => [...engine.queries.events.all(id)].filter(({ type }) => type === 'key-changed');
  try {
    must(await engine.connect({ serverUrl, apiKey: keys.otherOrganization, profilePath }));
    const before = (await puts(world)).length;
    expect(failureOf(await engine.run(id, runOptions())).code).toBe('not-found');
    expect((await puts(world)).length).toBe(before);
    expect(changes()).toEqual([]);
    const account = must(await engine.connect({ serverUrl, apiKey: keys.databaseAdmin, profilePath }));
    must(await engine.run(id, runOptions()));
    expect(changes()).toMatchObject([
      {
        data: {
          keyId: account.keyId,
          userName: account.userName,
          begunWithKeyId: must(engine.upload(id)).keyId,
        },
      },
    ]);
  } finally {
    await engine.close();
  }
  await expectArrived(world, Object.keys(tree));
});
