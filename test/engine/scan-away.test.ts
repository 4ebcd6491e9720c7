import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Engine, Progress } from '../../main/engine/index.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { unwrap } from '../fixtures/result.ts';
import {
  never,
  type OpenedEngine,
  openWithContext,
  requestFor,
  runOptions,
  sourceFiles,
  startTestEnv,
  type TestEnv,
} from './harness.ts';

const first = { 'a.txt': 10, 'in/b.txt': 20 };
const second = { 'c.txt': 30 };

interface Situation {
  readonly env: TestEnv;
  readonly engine: OpenedEngine;
  readonly roots: readonly [string, string];
}

async function situation(): Promise<Situation> {
  const env = await startTestEnv();
  const roots = [join(env.evidence, 'one'), join(env.evidence, 'two')] as const;
  await makeEvidence(roots[0], first);
  await makeEvidence(roots[1], second);
  const engine = openWithContext(env.stateDir);
  onTestFinished(() => engine.close());
  const { url: serverUrl, apiKey } = env.sandbox;
  unwrap(await engine.connect({ serverUrl, apiKey, profilePath: env.profilePath }));
  return { env, engine, roots };
}

/** As after a kill during the scan. */
async function interruptedScan({ env, engine, roots }: Situation): Promise<number> {
  const id = unwrap(await engine.prepare(requestFor(env, { sources: roots }), never));
  const db = new Sqlite(join(env.stateDir, 'lading.db'));
  db.exec("UPDATE uploads SET state = 'scanning'");
  db.close();
  return id;
}

function whenWaiting(engine: Engine, act: (progress: Progress) => void): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = engine.onProgress((progress) => {
      if (progress.unavailableSources.length === 0) return;
      unsubscribe();
      act(progress);
      resolve();
    });
  });
}

const away = (path: string) => renameSync(path, `${path}.away`);
const back = (path: string) => renameSync(`${path}.away`, path);

/** The source is unmounted at the moment the scan starts to read it: an empty folder is left. */
function vanishDuringScan({ engine, roots }: Situation): void {
  const { folders } = engine.context.repositories;
  const { addRoots } = folders;
  vi.spyOn(folders, 'addRoots').mockImplementationOnce((...given) => {
    away(roots[0]);
    mkdirSync(roots[0]);
    return addRoots(...given);
  });
}

async function expectEverythingSent({ env, engine, id }: Situation & { readonly id: number }): Promise<void> {
  expect(unwrap(engine.upload(id))).toMatchObject({
    state: 'finished',
    unavailableSources: [],
    totals: { accepted: { items: 3 }, failed: { items: 0 } },
  });
  expect((await sourceFiles(env)).map(({ filename }) => filename).sort()).toEqual([
    'a.txt',
    'c.txt',
    'in/b.txt',
  ]);
}

describe('an interrupted scan waits for a source that is away', () => {
  test('if nothing is at its path', async () => {
    const one = await situation();
    const id = await interruptedScan(one);
    away(one.roots[0]);
    const waited = whenWaiting(one.engine, ({ state, unavailableSources }) => {
      expect({ state, unavailableSources }).toMatchObject({
        state: 'scanning',
        unavailableSources: [{ path: one.roots[0], reason: { kind: 'missing' } }],
      });
      back(one.roots[0]);
    });
    unwrap(await one.engine.run(unwrap(one.engine.upload(id)).id, runOptions()));
    await waited;
    await expectEverythingSent({ ...one, id });
  });

  test('if only an empty mount point is left, although another source has files', async () => {
    const one = await situation();
    const id = await interruptedScan(one);
    away(one.roots[0]);
    mkdirSync(one.roots[0]);
    let looks = 0;
    const waited = new Promise<void>((resolve) => {
      const unsubscribe = one.engine.onProgress(({ unavailableSources }) => {
        if (unavailableSources.length === 0) return;
        expect(unavailableSources).toMatchObject([{ path: one.roots[0], reason: { kind: 'replaced' } }]);
        looks += 1;
        // It is still known to be the wrong one when it is looked at again.
        if (looks < 2) return;
        unsubscribe();
        rmdirSync(one.roots[0]);
        back(one.roots[0]);
        resolve();
      });
    });
    unwrap(await one.engine.run(unwrap(one.engine.upload(id)).id, runOptions()));
    await waited;
    await expectEverythingSent({ ...one, id });
  });

  test('if only an empty mount point is left, and a stop interrupted the scan that began to read it', async () => {
    const one = await situation();
    const id = unwrap(one.engine.upload(await interruptedScan(one))).id;
    away(one.roots[0]);
    mkdirSync(one.roots[0]);
    const stop = new AbortController();
    const { folders } = one.engine.context.repositories;
    const { addRoots } = folders;
    vi.spyOn(folders, 'addRoots').mockImplementationOnce((...given) => {
      stop.abort();
      return addRoots(...given);
    });
    const stopped = await one.engine.run(id, runOptions({ signal: stop.signal }));
    expect(stopped).toMatchObject({ ok: false, failure: { code: 'stopped' } });
    const waited = whenWaiting(one.engine, () => {
      rmdirSync(one.roots[0]);
      back(one.roots[0]);
    });
    unwrap(await one.engine.run(id, runOptions()));
    await waited;
    await expectEverythingSent({ ...one, id });
  });

  test('if it goes away during the scan', async () => {
    const one = await situation();
    const id = await interruptedScan(one);
    vanishDuringScan(one);
    const waited = whenWaiting(one.engine, () => {
      rmdirSync(one.roots[0]);
      back(one.roots[0]);
    });
    unwrap(await one.engine.run(unwrap(one.engine.upload(id)).id, runOptions()));
    await waited;
    await expectEverythingSent({ ...one, id });
  });

  test.each(['before the run', 'while it waits'])('unless a person decides otherwise, %s', async (when) => {
    const one = await situation();
    const id = unwrap(one.engine.upload(await interruptedScan(one))).id;
    away(one.roots[0]);
    const options = runOptions(when === 'before the run' ? { unavailableSources: 'fail' } : {});
    if (when === 'while it waits') void whenWaiting(one.engine, () => one.engine.failUnavailableSources(id));
    expect(await one.engine.run(id, options)).toMatchObject({
      ok: false,
      failure: { code: 'source-missing' },
    });
    expect(unwrap(one.engine.upload(id))).toMatchObject({ state: 'scanning', unavailableSources: [] });
  });
});

/** The source is deleted and created again at the moment the scan starts to read it. File systems give its number again. */
function recreateDuringScan(one: Situation): void {
  const { sources } = one.engine.context;
  const { stat } = sources;
  let isOther = false;
  vi.spyOn(sources, 'stat').mockImplementation(async (at, signal) => {
    const found = await stat.call(sources, at, signal);
    return isOther && at.path === one.roots[0] ? { ...found, bornNs: found.bornNs + 1n } : found;
  });
  const { folders } = one.engine.context.repositories;
  const { addRoots } = folders;
  vi.spyOn(folders, 'addRoots').mockImplementationOnce((...given) => {
    for (const name of readdirSync(one.roots[0])) rmSync(join(one.roots[0], name), { recursive: true });
    isOther = true;
    return addRoots(...given);
  });
}

test.each([
  ['goes away', vanishDuringScan],
  ['is created again', recreateDuringScan],
])('a new upload whose source %s during the scan fails instead of leaving files out', async (_, change) => {
  const one = await situation();
  change(one);
  const prepared = await one.engine.prepare(requestFor(one.env, { sources: one.roots }), never);
  expect(prepared).toMatchObject({ ok: false, failure: { code: 'source-unavailable', root: one.roots[0] } });
});
