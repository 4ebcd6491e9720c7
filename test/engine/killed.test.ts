import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeEvidence } from '../fakes/evidence.ts';
import { startEngine } from './engine-process.ts';
import { expectAccepted, requestFor, sourceFiles, startTestEnv } from './harness.ts';
import { AllowedRepeats, lastRequest, moments, putsAfter } from './kills.ts';

const partBytes = 64 * 1024;
const kills = 32;
/** With these kills of the engine the platform is killed as well, while the engine works. */
const platformKills = new Set([6, 13, 20, 27]);
const ceiling = 8;

const tree = {
  'custodian/disk.img': 300 * partBytes + 4321,
  'custodian/mail.mbox': 24 * partBytes,
  'other/photo.raw': 5 * partBytes + 1,
  'other/empty': 0,
  'other/note.txt': 1200,
};
const sizeBytes = Object.values(tree).reduce((sum, size) => sum + size, 0);

test('killed 32 times at any moment, and the platform four times: every file is accepted once, identical, and only parts in flight are sent again', async () => {
  const env = await startTestEnv({
    limits: { requestsPerSecond: 2000, minPartBytes: partBytes, recommendedPartBytes: partBytes },
  });
  await makeEvidence(env.evidence, tree);
  const began = performance.now();
  // A cap, so that the upload cannot end before the kills are over.
  const limits = { concurrency: ceiling, bytesPerSecond: sizeBytes / 30 };
  const moment = moments(20, 500);
  const allowed = new AllowedRepeats(ceiling);
  let killed = 0;
  let before = env.before.request;
  for (let life = 1; killed < kills; life += 1) {
    const request = life === 1 ? requestFor(env) : null;
    before = await lastRequest(env, before);
    const engine = startEngine(env, { request, limits });
    expect(await engine.sending).not.toBeNull();
    await delay(moment.next().value);
    if (platformKills.has(life)) {
      await env.killSandbox();
      // What was on the way to the platform when it died; the engine lives and sends it again.
      const broken = (await putsAfter(env, before)).filter((row) => row.finishedMs === null);
      allowed.allow(broken.map(({ part }) => part));
      await delay(moment.next().value);
    }
    await engine.kill();
    expect(await engine.ended, 'it was killed before it was done').toBeNull();
    killed += 1;
    await allowed.allowInFlight(env, before);
  }
  const last = startEngine(env, { limits: { concurrency: ceiling } });
  expect(await last.ended).toMatchObject({ ok: true, value: { state: 'finished' } });

  await expectAccepted(env, Object.keys(tree));
  const puts = await putsAfter(env);
  const repeated = allowed.expectKept(puts);
  // Of a request that died with the platform it is not known how much came: the whole part is counted.
  const receivedBytes = puts.reduce(
    (sum, row) => sum + (row.finishedMs === null ? partBytes : row.bodyBytes),
    0,
  );
  const boundBytes = allowed.total * partBytes;
  const againBytes = receivedBytes - sizeBytes;
  expect(againBytes).toBeLessThanOrEqual(boundBytes);
  const empty = (await sourceFiles(env)).filter((row) => row.completed === null).length;
  console.log(
    `kills: ${killed} of the engine, ${platformKills.size} of the platform; sent again: ${againBytes} bytes of at most ${boundBytes} in flight, of ${sizeBytes}; parts sent more than once: ${repeated}; empty source files: ${empty}; ${Math.round((performance.now() - began) / 1000)} s`,
  );
}, 300_000);

test.each([
  ['unchanged', false],
  ['touched', true],
])(
  'killed after the platform completed a file and before that is recorded: it is accepted once, and no part is sent again, %s',
  async (_how, isTouched) => {
    const env = await startTestEnv();
    await makeEvidence(env.evidence, { 'disk.img': 5 * partBytes });
    // The platform has completed the file when it begins to answer.
    await env.useFaults([
      { match: { operation: 'PostSourceFile' }, fault: { kind: 'slow', bytesPerSecond: 1 } },
    ]);
    const engine = startEngine(env, { request: requestFor(env) });
    const completed = async (): Promise<number> =>
      (await sourceFiles(env)).filter((row) => row.completed !== null).length;
    await expect.poll(completed, { timeout: 30_000 }).toBe(1);
    await engine.kill();
    expect(await engine.ended, 'it was killed before it was done').toBeNull();
    await env.useFaults([]);
    if (isTouched) await chmod(join(env.evidence, 'disk.img'), 0o600);
    const before = await lastRequest(env, env.before.request);
    const last = startEngine(env, {});
    expect(await last.ended).toMatchObject({
      ok: true,
      value: {
        state: 'finished',
        totals: { accepted: { items: 1 }, failed: { items: 0 }, held: { items: 0 } },
      },
    });
    await expectAccepted(env, ['disk.img']);
    expect(await sourceFiles(env)).toHaveLength(1);
    expect(await putsAfter(env, before)).toEqual([]);
  },
  60_000,
);
