/** What a rule that was removed leaves behind, with the real sandbox. */
import { expect, test, vi } from 'vitest';
import type { UploadId } from '../../main/engine/types/ids.ts';
import { unwrap } from '../fixtures/result.ts';
import { runOptions, shareTestEnv } from './harness.ts';
import {
  acceptedPaths,
  addFiles,
  addRule,
  bound,
  ledgerOf,
  places,
  startAgain,
  type Watching,
  watchFolder,
} from './watching.ts';

const env = await shareTestEnv();

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
  unwrap(await engine.watch.remove(watching.ruleId));
  const again = await addRule(env, watching, { pack: 'never' });
  await again.untilSent(1);
  expect(unwrap(await engine.requeueFailed(uploadId))).toMatchObject({ requeued: 0, discovered: 0 });
  expect(await acceptedPaths(env, watching)).toEqual(['a.txt']);
});

test('what a rule had settled before it was removed is sent by a later one', async () => {
  const first = await watchFolder(env, { quietSeconds: 600 });
  addFiles(first.folder, { 'a.txt': 'first' });
  await first.until(({ counts }) => counts.settled === 1);
  unwrap(await first.engine.watch.remove(first.ruleId));
  await (await addRule(env, first, { name: 'Later' })).untilSent(1);
});

test('what became of an upload of a removed rule is in the ledger, although a kill came when it ended', async () => {
  const at = places(env);
  const first = await watchFolder(env, { pack: 'never' }, at);
  await env.useFaults([{ match: { operation: 'PutPart' }, fault: { kind: 'status', status: 503 } }]);
  addFiles(at.folder, { 'a.txt': 'first' });
  const { uploadId } = await first.until((view) => view.uploadId !== null);
  unwrap(await first.engine.watch.remove(first.ruleId));
  await env.useFaults([]);
  const { watchBatches } = first.engine.context.repositories;
  vi.spyOn(watchBatches, 'unrecorded').mockImplementation(() => []);
  const upload = unwrap(first.engine.upload(uploadId ?? 0));
  expect(unwrap(await first.engine.run(upload.id, runOptions())).state).toBe('finished');
  await first.engine.close();
  const restarted = await startAgain(env, first);
  const rows = () => ledgerOf(restarted).map(({ state }) => state);
  await expect.poll(rows, bound).toEqual(['sent']);
});
