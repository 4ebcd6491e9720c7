/** What a watched folder's rule has taken into a batch or an upload that sends nothing. */
import { expect, test } from 'vitest';
import { unwrap } from '../fixtures/result.ts';
import { shareTestEnv } from './harness.ts';
import {
  acceptedPaths,
  addFiles,
  bound,
  changeRule,
  ledgerOf,
  openConnected,
  watchFolder,
  watchingOf,
} from './watching.ts';

const env = await shareTestEnv();
/** Another database of the sandbox. */
const acme = 2002;

test('what a kill left in an open batch is decided again after the rule was changed', async () => {
  const killed = await watchFolder(env, { quietSeconds: 600 });
  addFiles(killed.folder, { 'a.txt': 'first', 'b.pdf': 'second' });
  await killed.until(({ counts }) => counts.settled === 2);
  const ids = ledgerOf(killed).map(({ id }) => id);
  await killed.engine.close();
  const { engine } = await openConnected(env, killed);
  const { store, repositories } = engine.context;
  const [rule] = repositories.watchRules.all();
  if (rule === undefined) throw new Error('no rule');
  store.writes.transaction(() => {
    const batchId = repositories.watchBatches.open(rule.id, '', { key: '', name: 'Inbox' });
    repositories.watchLedger.take(ids, batchId, 't');
  });
  const watching = watchingOf(engine, killed.ruleId, killed);
  await changeRule(env, watching, { exclude: ['*.pdf'], quietSeconds: 1 });
  engine.watch.start();
  await watching.until(
    ({ counts }) => counts.sent > 0 && counts.settling + counts.settled + counts.sending === 0,
  );
  expect(await acceptedPaths(env, watching)).toEqual(['a.txt']);
});

test('what a database that is gone refused goes to the one that its rule gets', async () => {
  const watching = await watchFolder(env, { pack: 'never' });
  const { engine, ruleId, folder } = watching;
  await env.useFaults([
    { match: { operation: 'PostDatabaseDataset' }, fault: { kind: 'status', status: 404 } },
  ]);
  addFiles(folder, { 'a.txt': 'first' });
  const { failure } = await watching.until(({ state, counts }) => state === 'broken' && counts.failed === 1);
  expect(failure).toMatchObject({ code: 'database-not-found' });
  await env.useFaults([]);
  await changeRule(env, watching, { database: acme });
  const { databaseName } = unwrap(await engine.watch.databaseCheck(ruleId));
  unwrap(await engine.watch.activate(ruleId, databaseName));
  await watching.untilSent(1);
  expect(engine.uploads().map(({ databaseId }) => databaseId)).toContain(acme);
});

test('a file whose upload is canceled before its files were taken into it is not sent by the next batch', async () => {
  const watching = await watchFolder(env, { pack: 'never' });
  const { engine, folder, ruleId } = watching;
  let isCanceled = false;
  engine.watch.onChange((id) => {
    const { uploadId } = watching.view();
    if (isCanceled || id !== ruleId || uploadId === null) return;
    isCanceled = true;
    void engine.cancel(unwrap(engine.upload(uploadId)).id);
  });
  addFiles(folder, { 'a.txt': 'first' });
  await expect.poll(() => ledgerOf(watching)[0], bound).toMatchObject({ state: 'skipped', itemId: null });
  addFiles(folder, { 'b.txt': 'second' });
  await watching.untilSent(1);
  unwrap(await engine.watch.scanNow(ruleId));
  expect(await acceptedPaths(env, watching)).toEqual(['b.txt']);
});

test('a platform that is down is what the folder waits for from the first refused request on', async () => {
  const watching = await watchFolder(env);
  await env.useFaults([{ match: { operation: 'GetDatabase' }, fault: { kind: 'status', status: 503 } }]);
  addFiles(watching.folder, { 'a.txt': 'first' });
  await watching.until(({ counts }) => counts.settled === 1);
  // The request is repeated for a minute.
  await expect
    .poll(() => watching.view().waitingFor, { timeout: 20_000 })
    .toMatchObject({ kind: 'platform', reason: { kind: 'status', status: 503 } });
  await env.useFaults([]);
  await watching.untilSent(1);
  expect(watching.view().waitingFor).toBeNull();
});
