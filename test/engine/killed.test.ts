import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeEvidence } from '../fakes/evidence.ts';
import { startEngine } from './engine-process.ts';
import { expectAccepted, requestFor, sourceFiles, startTestEnv } from './harness.ts';
import { pointsAt } from './kill-points.ts';
import { AllowedRepeats, lastRequest, putsAfter } from './kills.ts';

const partBytes = 64 * 1024;
const ceiling = 8;
const points = pointsAt([
  ['datasets.recordRequest'],
  ['datasets.recordCreated'],
  ['sourceFiles.recordRequest'],
  ['sourceFiles.recordCreated'],
  ['sourceFiles.recordPart'],
  ['sourceFiles.recordPart', 30],
  ['sourceFiles.recordCompletionRequest'],
  ['sourceFiles.recordCompletion'],
]);

const tree = {
  'custodian/disk.img': 120 * partBytes + 4321,
  'custodian/mail.mbox': 24 * partBytes,
  'other/photo.raw': 5 * partBytes + 1,
  'other/empty': 0,
  'other/note.txt': 1200,
};
const sizeBytes = Object.values(tree).reduce((sum, size) => sum + size, 0);

test('killed before and after each step is recorded, and the platform while parts are sent: every file is accepted once, identical, and only parts in flight are sent again', async () => {
  const env = await startTestEnv({
    limits: { requestsPerSecond: 2000, minPartBytes: partBytes, recommendedPartBytes: partBytes },
  });
  const { useFaults: setFaults } = env;
  await makeEvidence(env.evidence, tree);
  const limits = { concurrency: ceiling };
  const allowed = new AllowedRepeats(ceiling);
  let before = env.before.request;
  for (const [life, kill] of points.entries()) {
    const request = life === 0 ? requestFor(env) : null;
    before = await lastRequest(env, before);
    const killsPlatform = kill.write === 'sourceFiles.recordPart' && kill.call > 1;
    if (killsPlatform)
      await setFaults([{ match: { operation: 'PutPart' }, fault: { kind: 'stall', after: 'body' } }]);
    const engine = startEngine(env, { request, limits, kill });
    if (killsPlatform) {
      // An engine takes long to start on a busy computer.
      const puts = async () => (await putsAfter(env, before)).length;
      await expect.poll(puts, { timeout: 200_000 }).toBeGreaterThan(0);
      await setFaults([]);
      await env.killSandbox();
      // What was on the way to the platform when it died; the engine lives and sends it again.
      const broken = (await putsAfter(env, before)).filter((row) => row.finishedMs === null);
      expect(broken.length, 'the platform was killed while it got parts').toBeGreaterThan(0);
      allowed.allow(broken.map(({ part }) => part));
    }
    expect(await engine.ended, `it was killed ${kill.when} ${kill.write}`).toBeNull();
    await allowed.allowInFlight(env, before);
  }
  expect(allowed.total, 'in flight at kills').toBeGreaterThan(0);
  const last = startEngine(env, { limits });
  expect(await last.ended).toMatchObject({ ok: true, value: { state: 'finished' } });

  await expectAccepted(env, Object.keys(tree));
  const puts = await putsAfter(env);
  allowed.expectKept(puts);
  // Of a request that died with the platform it is not known how much came: the whole part is counted.
  const receivedBytes = puts.reduce(
    (sum, row) => sum + (row.finishedMs === null ? partBytes : row.bodyBytes),
    0,
  );
  expect(receivedBytes - sizeBytes).toBeLessThanOrEqual(allowed.total * partBytes);
});

test.each([
  ['unchanged', false],
  ['touched', true],
])(
  'killed after the platform completed a file and before that is recorded: it is accepted once, and no part is sent again, %s',
  async (_how, isTouched) => {
    const env = await startTestEnv();
    await makeEvidence(env.evidence, { 'disk.img': 5 * partBytes });
    const kill = { write: 'sourceFiles.recordCompletion', call: 1, when: 'before' } as const;
    const engine = startEngine(env, { request: requestFor(env), kill });
    expect(await engine.ended, 'it was killed before it was done').toBeNull();
    expect((await sourceFiles(env)).filter((row) => row.completed !== null)).toHaveLength(1);
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
);
