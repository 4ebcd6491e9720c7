/** What a rule that was removed leaves behind, with the real sandbox. */
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { UploadId } from '../../main/engine/types/ids.ts';
import type { WatchRule } from '../../preload/contract/watched-folder.ts';
import { unwrap } from '../fixtures/result.ts';

import { openTestEnv, openWithContext, runOptions, type TestEnv } from './harness.ts';
import {
  acceptedPaths,
  addFiles,
  bound,
  connect,
  ledgerOf,
  places,
  type Watching,
  watchFolder,
  watchingOf,
} from './watching.ts';

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

/** The rules in another engine, after a kill. */
async function startAgain(at: Pick<Watching, 'stateDir'>) {
  const engine = openWithContext(at.stateDir);
  onTestFinished(() => engine.close());
  await connect(env, engine);
  engine.watch.start();
  return engine;
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

test('what a rule had settled is sent by another one, although a kill ended its removal', async () => {
  const at = places(env);
  const first = await watchFolder(env, { quietSeconds: 600 }, at);
  addFiles(at.folder, { 'a.txt': 'first' });
  await first.until(({ counts }) => counts.settled === 1);
  const twin = await addRule(first, first.view().rule, 'Twin');
  await twin.until(({ counts }) => counts.skipped === 1);
  const { watchLedger } = first.engine.context.repositories;
  vi.spyOn(watchLedger, 'leaveToOthers').mockImplementationOnce(() => {
    throw new Sqlite.SqliteError('database or disk is full', 'SQLITE_FULL');
  });
  await first.engine.watch.remove(first.ruleId);
  await first.engine.close();
  const engine = await startAgain(at);
  await watchingOf(engine, twin.ruleId, at).untilSent(1);
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
  const engine = await startAgain(at);
  const rows = () => ledgerOf({ engine, ruleId: first.ruleId }).map(({ state }) => state);
  await expect.poll(rows, bound).toEqual(['sent']);
});
