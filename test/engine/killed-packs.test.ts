import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pseudoRandom } from '../fakes/evidence.ts';
import { startEngine } from './engine-process.ts';
import { requestFor, sourceFiles, startTestEnv } from './harness.ts';
import { pointsAt } from './kill-points.ts';
import { acknowledgedParts } from './killed-store.ts';
import { AllowedRepeats, lastRequest, putsAfter } from './kills.ts';

const files = 280;
const fileBytes = 16 * 1024;
const partBytes = 64 * 1024;
const packsAtOnce = 6;
const points = pointsAt([
  ['packs.add'],
  ['sourceFiles.recordPackRequest'],
  ['sourceFiles.recordCreated'],
  ['packs.cut'],
  ['sourceFiles.recordPart'],
  ['sourceFiles.recordPart', 8],
  ['sourceFiles.recordCompletionRequest'],
  ['sourceFiles.recordCompletion'],
]);

const sha1Of = (content: Uint8Array): string => createHash('sha1').update(content).digest('hex');

test('killed before and after each step of packs is recorded: every file is there once, identical, and only parts in flight are sent again', async () => {
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
  const allowed = new AllowedRepeats(packsAtOnce);
  let before = env.before.request;
  for (const [life, kill] of points.entries()) {
    before = await lastRequest(env, before);
    const engine = startEngine(env, { request: life === 0 ? request : null, kill });
    expect(await engine.ended, `it was killed ${kill.when} ${kill.write}`).toBeNull();
    await allowed.allowInFlight(env, before);
  }
  expect(acknowledgedParts(env).size, 'acknowledged before the last life').toBeGreaterThan(0);
  expect(allowed.total, 'in flight at kills').toBeGreaterThan(0);
  const last = startEngine(env, {});
  expect(await last.ended).toMatchObject({ ok: true, value: { state: 'finished' } });

  const puts = await putsAfter(env);
  allowed.expectKept(puts);
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
});
