import { createHash } from 'node:crypto';
import { cpSync, renameSync, rmSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { pseudoRandom } from '../fakes/evidence.ts';
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
} from './harness.ts';
import { acknowledgedParts } from './killed-store.ts';

const kills = 50;
const files = 360;
const fileBytes = 16 * 1024;
const partBytes = 64 * 1024;

const sha1Of = (content: Uint8Array): string => createHash('sha1').update(content).digest('hex');

/** Kills land up to 150 ms after the sending began; the same ones in every run. */
function* moments(): Generator<number> {
  for (let state = 20_261; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield (state / 2_147_483_648) * 150;
  }
}

async function lastRequest(env: TestEnv): Promise<number> {
  return (await requestLog(env)).at(-1)?.id ?? 0;
}

/**
 * A kill leaves the store as it is on the disk at that moment. So it is copied there and continued from the copy, which takes
 * less than ending fifty processes; killed.test.ts does that.
 */
test('packs are killed fifty times at any moment and end with the same bytes, and only parts in flight are sent again', async () => {
  const env = await startTestEnv({
    limits: { requestsPerSecond: 2000, minPartBytes: 1024, recommendedPartBytes: partBytes },
  });
  const content = new Map<string, Buffer>();
  for (let index = 0; index < files; index += 1) {
    const path = `Person ${index % 7}/${index}.txt`;
    const bytes = Buffer.concat([...pseudoRandom(path, fileBytes)]);
    await mkdir(join(env.evidence, path, '..'), { recursive: true });
    await writeFile(join(env.evidence, path), bytes);
    content.set(path, bytes);
  }
  const request = requestFor(env, { pack: 'always', custodianRules: [{ kind: 'folder', level: 1 }] });
  const id = await withEngine(env, async (engine) => unwrap(await engine.prepare(request, never)));
  // A cap, so that the upload cannot end before the kills are over.
  const limits = { bytesPerSecond: (files * fileBytes) / 60 };
  const moment = moments();
  /** How often a part may be sent again: once for each kill it was in flight at. */
  const allowed = new Map<string, number>();
  for (let killed = 0; killed < kills; killed += 1) {
    const before = await lastRequest(env);
    const stop = new AbortController();
    const snapshot = join(env.dir, 'snapshot');
    await withEngine(env, async (engine) => {
      const begun = Promise.withResolvers<void>();
      engine.onProgress(() => begun.resolve());
      const running = engine.run(id, runOptions({ limits, signal: stop.signal }));
      await begun.promise;
      await delay(moment.next().value);
      cpSync(env.stateDir, snapshot, { recursive: true });
      stop.abort();
      expect(await running, 'it was killed before it was done').toMatchObject({ ok: false });
    });
    rmSync(env.stateDir, { recursive: true });
    renameSync(snapshot, env.stateDir);
    const known = acknowledgedParts(env);
    const inFlight = new Set(
      (await requestLog(env))
        .filter((row) => row.isPut === 1 && row.id > before)
        .map((row) => `${row.sourceFileId}/${row.partNumber}`)
        .filter((part) => !known.has(part)),
    );
    for (const part of inFlight) allowed.set(part, (allowed.get(part) ?? 0) + 1);
  }
  const finished = await withEngine(env, (engine) =>
    engine.run(id, runOptions({ limits: { bytesPerSecond: 1e9 } })),
  );
  expect(unwrap(finished)).toMatchObject({ state: 'finished', totals: { accepted: { items: files } } });

  const sent = new Map<string, number>();
  for (const row of (await requestLog(env)).filter(({ isPut }) => isPut === 1)) {
    const part = `${row.sourceFileId}/${row.partNumber}`;
    sent.set(part, (sent.get(part) ?? 0) + 1);
  }
  for (const [part, times] of sent) expect(times - 1, part).toBeLessThanOrEqual(allowed.get(part) ?? 0);
  const rows = await sourceFiles(env);
  const complete = rows.filter(({ completed }) => completed !== null);
  expect(rows.filter((row) => row.completed === null && row.partCount > 0)).toEqual([]);
  for (const { assembledPath, sha1 } of complete)
    expect(sha1Of(await readFile(assembledPath ?? ''))).toBe(sha1);
  await expect
    .poll(async () => (await sourceFiles(env)).some(({ state }) => state === 'PROCESSING'))
    .toBe(false);
  const documents = await env.sandbox.inspect('documents', { limit: 10_000 });
  expect(documents.map(({ path }) => path).toSorted()).toEqual([...content.keys()].toSorted());
  for (const { path, sha1, custodian } of documents) {
    expect(sha1, path).toBe(sha1Of(content.get(path) ?? Buffer.alloc(0)));
    expect(custodian).toBe(path.slice(0, path.indexOf('/')));
  }
}, 150_000);
