import { expect, test } from 'vitest';
import { makeEvidence } from '../fakes/evidence.ts';
import { unwrap } from '../fixtures/result.ts';
import { never, requestFor, runOptions, startOwnTestEnv, startTestEnv, withEngine } from './harness.ts';

test('an upload does not report a wait because another platform is down', async () => {
  const here = await startTestEnv();
  const far = await startOwnTestEnv();
  const letters = Array.from({ length: 12 }, (_, nth) => [`letter ${nth}.txt`, 900] as const);
  for (const env of [here, far]) await makeEvidence(env.evidence, Object.fromEntries(letters));
  await far.useFaults([
    { match: { operation: 'PostDatabaseDataset' }, fault: { kind: 'status', status: 429 } },
  ]);
  await withEngine(here, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(here), never));
    const { url: serverUrl, apiKey } = far.sandbox;
    const farAccount = unwrap(await engine.connect({ serverUrl, apiKey, profilePath: far.profilePath }));
    const options = { account: farAccount, confirmDatabase: 'Doe v. Roe' };
    const farId = unwrap(await engine.prepare(requestFor(far), never, options));
    const saidToWait = new Set<number>();
    const waits = Promise.withResolvers<void>();
    engine.onProgress(({ uploadId, waiting }) => {
      if (waiting !== null) saidToWait.add(uploadId);
      if (uploadId === farId && waiting !== null) waits.resolve();
    });
    await here.useFaults([{ match: { put: true }, fault: { kind: 'delay', ms: 250 } }]);
    const running = engine.run(id, runOptions({ limits: { concurrency: 1 } }));
    const stop = new AbortController();
    const farRunning = engine.run(farId, runOptions({ signal: stop.signal }));
    await waits.promise;
    expect(unwrap(await running).state).toBe('finished');
    stop.abort();
    await farRunning;
    expect([...saidToWait]).toEqual([farId]);
  });
});
