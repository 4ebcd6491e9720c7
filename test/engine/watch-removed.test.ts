/** What a rule that was removed leaves behind, with the real sandbox. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UploadId } from '../../main/engine/types/ids.ts';
import type { WatchRule } from '../../preload/contract/watched-folder.ts';
import { unwrap } from '../fixtures/result.ts';

import { openTestEnv, type TestEnv } from './harness.ts';
import { acceptedPaths, addFiles, connect, type Watching, watchFolder, watchingOf } from './watching.ts';

let env: TestEnv;
beforeAll(async () => {
  env = await openTestEnv();
});
afterAll(() => env.end());

/** Another rule over the same folder. */
async function addRule(
  { engine, folder, stateDir }: Watching,
  rule: WatchRule,
  name: string,
): Promise<Watching> {
  const account = await connect(env, engine);
  const given = { ruleId: null, account, connectionId: null, rule: { ...rule, name, quietSeconds: 1 } };
  const ruleId = unwrap(await engine.watch.save(given));
  unwrap(await engine.watch.activate(ruleId, null));
  return watchingOf(engine, ruleId, { folder, stateDir });
}

/** Lets the platform refuse the file that the rule sends. */
async function sendRefused(watching: Watching): Promise<UploadId> {
  const { useFaults: setFaults } = env;
  await setFaults([
    {
      match: { operation: 'PostSourceFile' },
      fault: { kind: 'state', state: 'FAILED', message: 'Part 1 is damaged' },
    },
  ]);
  addFiles(watching.folder, { 'a.txt': 'first' });
  await watching.until(({ counts }) => counts.failed === 1);
  await setFaults([]);
  const [upload] = watching.engine.uploads();
  if (upload === undefined) throw new Error('no upload');
  return upload.id;
}

test('a file that another rule has sent since is not sent again when a person retries the upload', async () => {
  const watching = await watchFolder(env, { pack: 'never' });
  const { engine } = watching;
  const uploadId = await sendRefused(watching);
  const { rule } = watching.view();
  unwrap(await engine.watch.remove(watching.ruleId));
  const again = await addRule(watching, rule, 'Made again');
  await again.untilSent(1);
  expect(unwrap(await engine.requeueFailed(uploadId))).toEqual({ requeued: 0, discovered: 0 });
  expect(await acceptedPaths(env, watching)).toEqual(['a.txt']);
});
