import { cp, open, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Engine, UploadId } from '../../main/engine/index.ts';
import { makeEvidence, sameBytes } from '../fakes/evidence.ts';
import { unwrap } from '../fixtures/result.ts';
import {
  never,
  requestFor,
  requestLog,
  runOptions,
  sourceFiles,
  startTestEnv,
  type TestEnv,
  withEngine,
  withSharedEngine,
} from './harness.ts';

const partBytes = 64 * 1024;
const parts = 24;
const sizeBytes = parts * partBytes;

/** An upload whose file was paused with at least twenty of its 24 parts acknowledged, and then failed as missing. */
async function failedMidway(env: TestEnv, engine: Engine): Promise<{ id: UploadId; acknowledged: number }> {
  const id = unwrap(await engine.prepare(requestFor(env), never));
  const stop = new AbortController();
  const unsubscribe = engine.onProgress(({ active }) => {
    if (active.some((item) => item.parts.done >= 20)) stop.abort();
  });
  const slow = { bytesPerSecond: 24 * partBytes, concurrency: 2 };
  await engine.run(id, runOptions({ signal: stop.signal, limits: slow }));
  unsubscribe();
  const { acknowledgedBytes } = unwrap(engine.upload(id));
  const path = join(env.evidence, 'disk.img');
  await rename(path, `${path}.away`);
  const failed = unwrap(await engine.run(id, runOptions({ limits: { bytesPerSecond: 1e9 } })));
  expect(failed.totals).toMatchObject({ accepted: { items: 0 }, failed: { items: 1 } });
  await rename(`${path}.away`, path);
  return { id, acknowledged: acknowledgedBytes / partBytes };
}

async function storedParts(env: TestEnv): Promise<number> {
  const puts = (await requestLog(env)).filter(({ method, status }) => method === 'PUT' && status === 200);
  return puts.length;
}

test('a retry of an unchanged file sends only the parts that are missing', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'disk.img': sizeBytes });
  await withSharedEngine(env, async (engine) => {
    const { id, acknowledged } = await failedMidway(env, engine);
    expect(acknowledged).toBeGreaterThanOrEqual(20);
    const before = await storedParts(env);
    expect(unwrap(await engine.requeueFailed(id))).toMatchObject({ requeued: 1, discovered: 0 });
    expect(unwrap(engine.upload(id)).acknowledgedBytes, 'shown as sent before the run').toBe(
      acknowledged * partBytes,
    );
    const { totals } = unwrap(await engine.run(id, runOptions()));
    expect(totals).toMatchObject({ accepted: { items: 1 }, failed: { items: 0 } });
    expect((await storedParts(env)) - before).toBe(parts - acknowledged);
  });
  const rows = await sourceFiles(env);
  expect(rows.map(({ filename }) => filename)).toEqual(['disk.img']);
  expect(await sameBytes(join(env.evidence, 'disk.img'), rows[0]?.assembledPath ?? '')).toBe(true);
});

test.each([
  { what: 'a modified file', restoreTime: false, sourceFilesMade: 2 },
  { what: 'a file of other content with the same size and time', restoreTime: true, sourceFilesMade: 2 },
])('a retry of $what never adds to the parts of before', async ({ restoreTime, sourceFilesMade }) => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'disk.img': sizeBytes });
  const path = join(env.evidence, 'disk.img');
  // Whole milliseconds, so that the time can be restored.
  await utimes(path, 1_700_000_000, 1_700_000_000);
  await withSharedEngine(env, async (engine) => {
    const { id } = await failedMidway(env, engine);
    const { atime, mtime } = await stat(path);
    {
      await using file = await open(path, 'r+');
      await file.write(Buffer.alloc(sizeBytes, 'X'), 0, sizeBytes, 0);
      if (restoreTime) await file.utimes(atime, mtime);
    }
    unwrap(await engine.requeueFailed(id));
    let { totals } = unwrap(await engine.run(id, runOptions()));
    if (restoreTime) {
      expect(totals.failed.items, 'the parts that were read again differ').toBe(1);
      unwrap(await engine.requeueFailed(id));
      ({ totals } = unwrap(await engine.run(id, runOptions())));
    }
    expect(totals).toMatchObject({ accepted: { items: 1 }, failed: { items: 0 } });
  });
  const rows = await sourceFiles(env);
  expect(rows).toHaveLength(sourceFilesMade);
  const complete = rows.filter(({ completed }) => completed !== null);
  expect(complete).toHaveLength(1);
  expect(await sameBytes(path, complete[0]?.assembledPath ?? '')).toBe(true);
});

test.each(['never', 'always'] as const)(
  'a data folder that was restored from a backup holds the file that the platform has already (packs: %s)',
  async (pack) => {
    const env = await startTestEnv();
    const isPacked = pack === 'always';
    await makeEvidence(
      env.evidence,
      isPacked
        ? Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${index}.txt`, partBytes]))
        : { 'disk.img': sizeBytes },
    );
    const backup = `${env.stateDir}.backup`;
    const id = await withEngine(env, async (engine) => {
      const prepared = unwrap(await engine.prepare(requestFor(env, { pack }), never));
      const stop = new AbortController();
      engine.onProgress(({ active }) => {
        if (active.some((item) => item.parts.done >= 1)) stop.abort();
      });
      const slow = { bytesPerSecond: 12 * partBytes, concurrency: 1 };
      await engine.run(prepared, runOptions({ signal: stop.signal, limits: slow }));
      return prepared;
    });
    await cp(env.stateDir, backup, { recursive: true });
    await withEngine(env, async (engine) => unwrap(await engine.run(id, runOptions())));
    await rm(env.stateDir, { recursive: true });
    await rename(backup, env.stateDir);
    await withEngine(env, async (engine) => {
      const { totals } = unwrap(await engine.run(id, runOptions()));
      expect(totals.failed.items).toBe(0);
      expect(totals.held.items).toBeGreaterThan(0);
      expect([...engine.problems(id)][0]?.reason).toEqual({ code: 'source-file-complete' });
    });
  },
);
