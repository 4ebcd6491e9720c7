import { expect, test, vi } from 'vitest';
import { ReadError } from '../../main/engine/sources/reader-protocol.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { unwrap } from '../fixtures/result.ts';
import { expectAccepted, never, openWithContext, requestFor, runOptions, startTestEnv } from './harness.ts';

test('a file that is in use is tried again after seconds although the clock is set back by an hour', async ({
  onTestFinished,
}) => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'a.txt': 9, 'b.txt': 9 });
  const engine = openWithContext(env.stateDir);
  onTestFinished(() => engine.close());
  const { url: serverUrl, apiKey } = env.sandbox;
  unwrap(await engine.connect({ serverUrl, apiKey, profilePath: env.profilePath }));
  const id = unwrap(await engine.prepare(requestFor(env), never));
  const realNow = Date.now;
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(engine.context.sources, 'open').mockRejectedValueOnce(new ReadError('EBUSY', 'in use'));
  engine.onProgress(({ waiting }) => {
    if (waiting?.reason.kind === 'source-error')
      vi.spyOn(Date, 'now').mockImplementation(() => realNow() - 3_600_000);
  });
  const run = engine.run(id, runOptions({ signal: AbortSignal.timeout(20_000) }));
  expect(unwrap(await run).state).toBe('finished');
  expect(Date.now()).toBeLessThan(realNow() - 3_000_000);
  await expectAccepted(env, ['a.txt', 'b.txt']);
});

test('the log says that the clock went back only if it did', async ({ onTestFinished }) => {
  const env = await startTestEnv();
  const files = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`${index}.bin`, 30_000]));
  await makeEvidence(env.evidence, files);
  const engine = openWithContext(env.stateDir);
  onTestFinished(() => engine.close());
  const { url: serverUrl, apiKey } = env.sandbox;
  unwrap(await engine.connect({ serverUrl, apiKey, profilePath: env.profilePath }));
  const id = unwrap(await engine.prepare({ ...requestFor(env), pack: 'never' }, never));
  unwrap(await engine.run(id, runOptions({})));
  const times = [...engine.context.repositories.events.all(id)].map(({ at }) => at);
  expect(times.length).toBeGreaterThan(240);
  expect(times).toEqual(times.toSorted());
});
