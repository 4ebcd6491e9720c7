import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { ChainedEvent } from '../../main/engine/types/hash-chain.ts';
import type { UploadId } from '../../main/engine/types/ids.ts';
import { addPasswords, lockedFilesSummary } from '../../main/engine/uploads/prepare/locked-files.ts';
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

async function reopened(env: TestEnv): Promise<OpenedEngine> {
  const engine = openWithContext(env.stateDir);
  onTestFinished(() => engine.close());
  const { url: serverUrl, apiKey } = env.sandbox;
  unwrap(await engine.connect({ serverUrl, apiKey, profilePath: env.profilePath }));
  return engine;
}

/** How many passwords went with each source file, in order. */
function passwordsSent(engine: OpenedEngine, id: UploadId): readonly unknown[] {
  return [...engine.context.repositories.events.all(id)]
    .filter(({ type }: ChainedEvent) => type === 'source-file-created')
    .map(({ data }) => data['passwords'] ?? 0);
}

test('passwords that a restart lost are asked for, and go to the platform with the next files that are created', async () => {
  const env = await startTestEnv();
  await makeEvidence(
    env.evidence,
    Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`${at}.txt`, 9])),
  );
  const before = await reopened(env);
  const id = unwrap(await before.prepare(requestFor(env, { pack: 'never' }), never));
  unwrap(addPasswords(before.context, id, ['lost one', 'lost two']));
  expect(lockedFilesSummary(before.context, id)).toMatchObject({ passwords: 2, mustEnterAgain: false });
  await before.close();

  const engine = await reopened(env);
  expect(lockedFilesSummary(engine.context, id)).toMatchObject({ passwords: 0, mustEnterAgain: true });
  const sending = engine.run(id, runOptions({ limits: { concurrency: 1 } }));
  while (engine.context.repositories.uploads.totals(id).accepted.items === 0) await setImmediate();
  unwrap(addPasswords(engine.context, id, ['found again', 'and another']));
  expect(lockedFilesSummary(engine.context, id)).toMatchObject({ passwords: 2, mustEnterAgain: false });
  unwrap(await sending);
  expect(await sourceFiles(env)).toHaveLength(60);
  const sent = passwordsSent(engine, id);
  expect([sent[0], sent.includes(2)]).toEqual([0, true]);
});
