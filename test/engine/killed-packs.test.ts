import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { pseudoRandom } from '../fakes/evidence.ts';
import { startEngine } from './engine-process.ts';
import { requestFor, sourceFiles, startTestEnv } from './harness.ts';
import { acknowledgedParts } from './killed-store.ts';
import { AllowedRepeats, lastRequest, moments, putsAfter } from './kills.ts';

const kills = 50;
const files = 720;
const fileBytes = 16 * 1024;
const partBytes = 64 * 1024;
const packsAtOnce = 6;

const sha1Of = (content: Uint8Array): string => createHash('sha1').update(content).digest('hex');

test('killed fifty times at any moment while packs are sent: every file is there once, identical, and only parts in flight are sent again', async () => {
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
  const began = performance.now();
  const request = requestFor(env, { pack: 'always', custodianRules: [{ kind: 'folder', level: 1 }] });
  // So slow that a part takes half a second, and that the upload cannot end before the kills are over.
  const slow = { kind: 'slow', bytesPerSecond: partBytes * 2 } as const;
  await env.useFaults([{ match: { operation: 'PutPart' }, fault: slow }]);
  const moment = moments(0, 600);
  const allowed = new AllowedRepeats(packsAtOnce);
  let before = env.before.request;
  for (let killed = 0; killed < kills; killed += 1) {
    before = await lastRequest(env, before);
    const engine = startEngine(env, { request: killed === 0 ? request : null });
    expect(await engine.sending).not.toBeNull();
    // Half of them while packs are planned, created or read again, the others while parts are sent.
    if (killed % 2 === 1)
      await expect
        .poll(async () => (await putsAfter(env, before)).length, { timeout: 30_000, interval: 20 })
        .toBeGreaterThan(0);
    await delay(moment.next().value);
    await engine.kill();
    expect(await engine.ended, 'it was killed before it was done').toBeNull();
    await allowed.allowInFlight(env, before);
  }
  const known = acknowledgedParts(env).size;
  expect(known, 'acknowledged before the last life').toBeGreaterThan(0);
  expect(allowed.total, 'in flight at kills').toBeGreaterThan(kills / 5);
  await env.useFaults([]);
  const last = startEngine(env, {});
  expect(await last.ended).toMatchObject({ ok: true, value: { state: 'finished' } });

  const puts = await putsAfter(env);
  const repeated = allowed.expectKept(puts);
  const rows = await sourceFiles(env);
  const complete = rows.filter(({ completed }) => completed !== null);
  expect(complete.length).toBeGreaterThanOrEqual(packsAtOnce);
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
  console.log(
    `kills: ${kills}; PUTs: ${puts.length}; parts sent more than once: ${repeated}, in flight at kills: ${allowed.total}; packs: ${complete.length}; parts acknowledged before the last life: ${known}; ${Math.round((performance.now() - began) / 1000)} s`,
  );
}, 300_000);
