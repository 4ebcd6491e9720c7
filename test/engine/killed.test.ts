import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeEvidence } from '../fakes/evidence.ts';
import { startEngine } from './engine-process.ts';
import {
  expectAccepted,
  requestFor,
  requestLog,
  sourceFiles,
  startTestEnv,
  type TestEnv,
} from './harness.ts';
import { acknowledgedParts } from './killed-store.ts';

const partBytes = 256 * 1024;
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

/** Kills land between 20 and 500 ms after the sending began; the same ones in every run. */
function* moments(): Generator<number> {
  for (let state = 20_260; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield 20 + (state / 2_147_483_648) * 480;
  }
}

async function lastRequest(env: TestEnv): Promise<number> {
  return (await requestLog(env)).at(-1)?.id ?? 0;
}

/** Parts whose PUT had come since `after` and which the engine does not know to be acknowledged. */
async function inFlight(env: TestEnv, after: number): Promise<readonly string[]> {
  const known = acknowledgedParts(env);
  const seen = (await requestLog(env)).filter((row) => row.isPut === 1 && row.id > after);
  return [...new Set(seen.map((row) => `${row.sourceFileId}/${row.partNumber}`))].filter(
    (part) => !known.has(part),
  );
}

test('killed 32 times at any moment, and the platform four times: every file is accepted once, identical, and only parts in flight are sent again', async () => {
  const env = await startTestEnv({
    limits: { requestsPerSecond: 2000, minPartBytes: partBytes, recommendedPartBytes: partBytes },
  });
  await makeEvidence(env.evidence, tree);
  const began = performance.now();
  // A cap, so that the upload cannot end before the kills are over.
  const limits = { concurrency: ceiling, bytesPerSecond: sizeBytes / 30 };
  const moment = moments();
  /** How often a part may be sent again: once for each kill it was in flight at. */
  const allowed = new Map<string, number>();
  const allow = (parts: readonly string[]): void => {
    expect(parts.length).toBeLessThanOrEqual(ceiling);
    for (const part of parts) allowed.set(part, (allowed.get(part) ?? 0) + 1);
  };
  let killed = 0;
  for (let life = 1; killed < kills; life += 1) {
    const request = life === 1 ? requestFor(env) : null;
    const before = await lastRequest(env);
    const engine = startEngine(env, { request, limits });
    expect(await engine.sending).not.toBeNull();
    await delay(moment.next().value);
    if (platformKills.has(life)) {
      await env.killSandbox();
      // What was on the way to the platform when it died; the engine lives and sends it again.
      const broken = (await requestLog(env)).filter(
        (row) => row.isPut === 1 && row.id > before && row.finishedMs === null,
      );
      allow(broken.map((row) => `${row.sourceFileId}/${row.partNumber}`));
      await delay(moment.next().value);
    }
    await engine.kill();
    expect(await engine.ended, 'it was killed before it was done').toBeNull();
    killed += 1;
    allow(await inFlight(env, before));
  }
  const last = startEngine(env, { limits: { concurrency: ceiling } });
  expect(await last.ended).toMatchObject({ ok: true, value: { state: 'finished' } });

  await expectAccepted(env, Object.keys(tree));
  const puts = (await requestLog(env)).filter((row) => row.isPut === 1);
  const sent = new Map<string, number>();
  for (const row of puts) {
    const part = `${row.sourceFileId}/${row.partNumber}`;
    sent.set(part, (sent.get(part) ?? 0) + 1);
  }
  for (const [part, times] of sent) expect(times - 1, part).toBeLessThanOrEqual(allowed.get(part) ?? 0);
  // Of a request that died with the platform it is not known how much came: the whole part is counted.
  const receivedBytes = puts.reduce(
    (sum, row) => sum + (row.finishedMs === null ? partBytes : row.bodyBytes),
    0,
  );
  const boundBytes = [...allowed.values()].reduce((sum, times) => sum + times * partBytes, 0);
  const againBytes = receivedBytes - sizeBytes;
  expect(againBytes).toBeLessThanOrEqual(boundBytes);
  const empty = (await sourceFiles(env)).filter((row) => row.completed === null).length;
  console.log(
    `kills: ${killed} of the engine, ${platformKills.size} of the platform; sent again: ${againBytes} bytes of at most ${boundBytes} in flight, of ${sizeBytes}; parts sent more than once: ${[...sent.values()].filter((n) => n > 1).length}; empty source files: ${empty}; ${Math.round((performance.now() - began) / 1000)} s`,
  );
}, 150_000);
