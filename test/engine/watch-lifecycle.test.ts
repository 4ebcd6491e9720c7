/** What happens to a rule and its upload while the other one changes, with the real sandbox. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ConfiguredRules } from '../../main/cli/watch/configured-rules.ts';
import { openEngine } from '../../main/engine/index.ts';
import { failureOf, unwrap } from '../fixtures/result.ts';
import { shareTestEnv } from './harness.ts';
import {
  acceptedPaths,
  addFiles,
  addRule,
  bound,
  changeRule,
  connect,
  ledgerOf,
  partsSent,
  places,
  sendSlowly,
  startAgain,
  type Watching,
  watchFolder,
} from './watching.ts';

/** Nothing stops it. */
const { signal } = new AbortController();

const env = await shareTestEnv();

const reasonsOf = (watching: Pick<Watching, 'engine' | 'ruleId'>) =>
  ledgerOf(watching).map(({ path, state, reason }) => [path, state, reason]);

/** As a kill while a batch was taken. */
function leaveOpenBatch(stateDir: string, ruleId: number): void {
  const db = new Sqlite(join(stateDir, 'lading.db'));
  db.exec(`INSERT INTO watch_batches (rule_id, group_key, dataset_key, dataset_name) VALUES (${ruleId}, '', '', 'd');
    UPDATE watch_files SET state = 'taken', batch_id = last_insert_rowid() WHERE rule_id = ${ruleId};`);
  db.close();
}

/** The parts of a source file that were sent more than once. */
async function sentAgain(uploadId: number, { engine }: Watching): Promise<readonly string[]> {
  const { datasetId } = unwrap(engine.upload(uploadId));
  const files = (await env.sandbox.inspect('source-files')).filter((file) => file.datasetId === datasetId);
  const sent = (await partsSent(env))
    .filter(({ sourceFileId }) => files.some(({ id }) => id === sourceFileId))
    .map(({ sourceFileId, partNumber }) => `${sourceFileId}/${partNumber}`);
  return sent.filter((part, index) => sent.indexOf(part) !== index);
}

describe('while an upload is under way', () => {
  test('its schedule closes: the part under way is finished, and the rest is sent when it opens', async () => {
    const everyDay = [0, 1, 2, 3, 4, 5, 6];
    const now = new Date();
    const clock = (hours: number): string =>
      `${String((now.getHours() + hours + 24) % 24).padStart(2, '0')}:00`;
    const watching = await watchFolder(env, {
      pack: 'never',
      schedule: { days: everyDay, from: clock(-1), to: clock(3) },
    });
    const { engine, ruleId } = watching;
    const uploadId = await sendSlowly(env, watching);
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: now.getTime() + 5 * 3_600_000 });
    await engine.watch.scanNow(ruleId);
    await watching.until(({ waitingFor }) => waitingFor?.kind === 'schedule');
    const stopped = unwrap(engine.upload(uploadId));
    expect(stopped).toMatchObject({ state: 'paused', totals: { accepted: { items: 0 } } });
    expect(stopped.acknowledgedBytes).toBeGreaterThan(0);
    vi.useRealTimers();
    await env.useFaults([]);
    await engine.watch.scanNow(ruleId);
    await watching.untilSent(1);
    expect(await sentAgain(uploadId, watching)).toEqual([]);
  });

  test('the engine is asked to finish: the part under way is, and the rest is sent after the next start', async () => {
    const at = places(env);
    const watching = await watchFolder(env, { pack: 'never' }, at);
    const uploadId = await sendSlowly(env, watching);
    await watching.engine.watch.finish(60_000);
    expect(unwrap(watching.engine.upload(uploadId)).acknowledgedBytes).toBeGreaterThan(0);
    addFiles(at.folder, { 'later.txt': 'not begun any more' });
    await watching.engine.close();
    await env.useFaults([]);

    const restarted = await startAgain(env, watching);
    await restarted.untilSent(2);
    expect(await sentAgain(uploadId, restarted)).toEqual([]);
  });

  test('its rule is edited, paused, and activated again: it is sent once, as it was begun', async () => {
    const watching = await watchFolder(env, { pack: 'never', custodian: 'Doe, Jane' });
    const { engine, ruleId } = watching;
    const uploadId = await sendSlowly(env, watching);
    await changeRule(env, watching, { name: 'Renamed', custodian: 'Roe, Sam', dataset: 'Another' });
    unwrap(await engine.watch.pause(ruleId));
    await env.useFaults([]);
    expect(unwrap(engine.upload(uploadId)).state).toBe('paused');
    expect(reasonsOf(watching)).toEqual([['large.bin', 'taken', null]]);
    unwrap(await engine.watch.activate(ruleId, null));
    await watching.untilSent(1);
    expect(engine.uploads().map(({ id, datasetName }) => [id, datasetName])).toEqual([[uploadId, 'Inbox']]);
    expect(await acceptedPaths(env, watching)).toEqual(['large.bin']);
  });

  test('its key is refused, and another one replaces it: it continues with that one', async () => {
    const watching = await watchFolder(env, { pack: 'never' });
    const { engine, ruleId } = watching;
    const { serverUrl, keyId } = unwrap(engine.watch.rule(ruleId));
    const uploadId = await sendSlowly(env, watching);
    await env.useFaults([
      { match: { operation: 'PostSourceFilePart' }, fault: { kind: 'status', status: 401 } },
    ]);
    await watching.until(({ waitingFor }) => waitingFor?.kind === 'key');
    await connect(env, engine, env.sandbox.keys.databaseAdmin);
    engine.replaceKey({ serverUrl, keyId });
    await env.useFaults([]);
    await watching.untilSent(1);
    const events = [...engine.context.repositories.events.all(uploadId)];
    expect(events).toContainEqual(expect.objectContaining({ type: 'key-changed' }));
  });

  test('its rule sends to another server by then: it says so, and the rule continues once it is canceled', async () => {
    const watching = await watchFolder(env, { pack: 'never' });
    const { engine, ruleId, folder } = watching;
    const uploadId = await sendSlowly(env, watching);
    unwrap(await engine.watch.pause(ruleId));
    await env.useFaults([]);
    // As if both had been saved for that server.
    const before = 'https://before.example/';
    engine.context.store.db.prepare('UPDATE uploads SET server_url = ? WHERE id = ?').run(before, uploadId);
    unwrap(await engine.watch.activate(ruleId, null));
    const { waitingFor } = await watching.until((view) => view.waitingFor !== null);
    expect(waitingFor).toEqual({
      kind: 'upload',
      uploadId,
      failure: { code: 'server-not-connected', serverUrl: before },
    });
    unwrap(await engine.cancel(uploadId));
    addFiles(folder, { 'next.txt': 'the next batch' });
    await watching.untilSent(1);
  });

  test('it is canceled: the ledger says so, and the next batch is sent', async () => {
    const watching = await watchFolder(env, { pack: 'never' });
    const { engine } = watching;
    const uploadId = await sendSlowly(env, watching);
    unwrap(await engine.cancel(uploadId));
    const canceled = { code: 'not-sent', reason: { code: 'cancelled' } };
    await expect.poll(() => reasonsOf(watching), bound).toEqual([['large.bin', 'skipped', canceled]]);
    await env.useFaults([]);
    addFiles(watching.folder, { 'next.txt': 'the next batch' });
    await expect.poll(() => acceptedPaths(env, watching), bound).toEqual(['next.txt']);
    expect(watching.view().state).toBe('active');
  });

  test('its rule is removed and it is canceled: a later rule over the folder waits for it, and sends the files', async () => {
    const watching = await watchFolder(env, { pack: 'never' });
    const { engine } = watching;
    const uploadId = await sendSlowly(env, watching);
    unwrap(await engine.watch.remove(watching.ruleId));
    const other = await addRule(env, watching, { name: 'Made again', pack: 'never' });
    await other.until(({ oldestUnsettled }) => oldestUnsettled?.reason?.code === 'earlier-sending');
    unwrap(await engine.cancel(uploadId));
    await env.useFaults([]);
    await other.untilSent(1);
    expect(await acceptedPaths(env, other)).toEqual(['large.bin']);
    expect(reasonsOf(watching)).toEqual([
      ['large.bin', 'skipped', { code: 'not-sent', reason: { code: 'cancelled' } }],
    ]);
  });

  test('its rule gets another name in the config file: it is sent by the renamed rule', async () => {
    const watching = await watchFolder(env, { pack: 'never', name: 'Before' });
    const { engine } = watching;
    const uploadId = await sendSlowly(env, watching);
    const account = await connect(env, engine);
    await env.useFaults([]);
    const configured = new ConfiguredRules(engine, () => undefined);
    const rule = { ...watching.view().rule, name: 'After' };
    await configured.apply([{ rule, confirmDatabase: null }], account, signal);
    expect(configured.refused).toEqual([]);
    expect(engine.watch.views().map(({ id, rule: { name }, state }) => [id, name, state])).toEqual([
      [watching.ruleId, 'After', 'active'],
    ]);
    await watching.untilSent(1);
    expect(engine.uploads().map(({ id }) => id)).toEqual([uploadId]);
  });

  test('its folder is deleted and made again: a person confirms the folder, and its files are gone', async () => {
    const watching = await watchFolder(env, { pack: 'never' });
    const { engine, folder, ruleId } = watching;
    addFiles(folder, { 'before.txt': 'sent before' });
    await watching.untilSent(1);
    await env.useFaults([
      { match: { operation: 'PostDatasetFile' }, fault: { kind: 'status', status: 503 } },
    ]);
    addFiles(folder, { 'a.txt': 'first' });
    await watching.until(({ uploadId, counts }) => uploadId !== null && counts.sending === 1);
    // Deleted last, so that the new folder can't get its file ID.
    renameSync(folder, `${folder} before`);
    mkdirSync(folder);
    rmSync(`${folder} before`, { recursive: true });
    await watching.until(
      ({ waitingFor }) => waitingFor?.kind === 'folder' && waitingFor.reason.kind === 'replaced',
    );
    await env.useFaults([]);
    unwrap(await engine.watch.pause(ruleId, 'if-replaced'));
    unwrap(await engine.watch.activate(ruleId, null));
    await watching.until(({ counts }) => counts.failed === 0 && counts.sending === 0);
    expect(ledgerOf(watching).find(({ path }) => path === 'a.txt')).toMatchObject({
      state: 'gone',
      reason: { code: 'not-sent' },
    });
    addFiles(folder, { 'c.txt': 'third' });
    await watching.untilSent(2);
    expect(await acceptedPaths(env, watching)).toEqual(['before.txt', 'c.txt']);
  });
});

test('files that arrived together are one upload, although some are still being checked when it is quiet', async () => {
  const watching = await watchFolder(env, { pack: 'always', quietSeconds: 2 });
  const files = Array.from({ length: 800 }, (_, index) => [`${index}.txt`, `content ${index}`] as const);
  addFiles(watching.folder, Object.fromEntries(files));
  await watching.untilSent(files.length);
  expect(watching.engine.uploads()).toHaveLength(1);
});

test.each(['settled', 'taken'])(
  'what a kill left %s in a paused rule is sent by another rule over the folder',
  async (state) => {
    const at = places(env);
    const first = await watchFolder(env, { quietSeconds: 600 }, at);
    addFiles(at.folder, { 'a.txt': 'first' });
    await first.until(({ counts }) => counts.settled === 1);
    const { store, repositories } = first.engine.context;
    const { id } = unwrap(first.engine.watch.rule(first.ruleId));
    store.writes.transaction(() => repositories.watchRules.setState(id, 'paused'));
    await first.engine.close();
    if (state === 'taken') leaveOpenBatch(at.stateDir, first.ruleId);

    const restarted = await startAgain(env, first);
    const other = await addRule(env, restarted, { name: 'Other' });
    await other.untilSent(1);
    expect(reasonsOf(restarted)).toEqual([['a.txt', 'settled', null]]);
  },
);

test('a file that a person retries is sent by its upload', async () => {
  const watching = await watchFolder(env, { pack: 'never' });
  const { engine } = watching;
  await env.useFaults([
    {
      match: { operation: 'PostSourceFile' },
      fault: { kind: 'state', state: 'FAILED', message: 'Part 1 is damaged' },
    },
  ]);
  addFiles(watching.folder, { 'a.txt': 'first' });
  await watching.until(({ counts }) => counts.failed === 1);
  await env.useFaults([]);
  const [{ id } = { id: null }] = engine.uploads();
  if (id === null) throw new Error('no upload');
  expect(unwrap(await engine.requeueFailed(id))).toMatchObject({ requeued: 1, discovered: 0 });
  await engine.watch.scanNow(watching.ruleId);
  await watching.untilSent(1);
  expect(engine.uploads()).toHaveLength(1);
  expect(watching.view().counts.failed).toBe(0);
});

test('a database that is renamed stops the rule until a person confirms its name', async () => {
  const watching = await watchFolder(env);
  const { engine, ruleId } = watching;
  addFiles(watching.folder, { 'a.txt': 'first' });
  await watching.untilSent(1);
  const rename = (name: string): Promise<void> =>
    env.killSandbox(() => {
      const platform = new Sqlite(join(env.sandbox.dataDir, 'sandbox.db'));
      platform.prepare('UPDATE databases SET name = ? WHERE id = ?').run(name, env.sandbox.databaseId);
      platform.close();
    });
  const { databaseName } = watching.view();
  onTestFinished(() => rename(databaseName ?? ''));
  await rename('Doe v. Roe (closed)');
  addFiles(watching.folder, { 'b.txt': 'second' });
  const broken = await watching.until(({ state }) => state === 'broken');
  expect(broken.failure).toMatchObject({ code: 'database-unconfirmed', databaseName: 'Doe v. Roe (closed)' });
  expect(failureOf(await engine.watch.activate(ruleId, databaseName))).toMatchObject({
    code: 'database-unconfirmed',
  });
  expect(broken.counts).toMatchObject({ settled: 1, sent: 1 });
  unwrap(await engine.watch.activate(ruleId, 'Doe v. Roe (closed)'));
  await watching.untilSent(2);
  expect(watching.view().databaseName).toBe('Doe v. Roe (closed)');
});

test('after the computer slept, the folder is scanned at once, over connections that are gone', async () => {
  const watching = await watchFolder(env, { polling: 'always', rescanSeconds: 86_400 });
  await watching.until(({ lastScan }) => lastScan !== null);
  addFiles(watching.folder, { 'a.txt': 'first' });
  await env.killSandbox();
  watching.engine.watch.wake();
  await watching.untilSent(1);
});

test('the last scan is stored while the rule runs, so that a kill keeps it', async () => {
  const watching = await watchFolder(env);
  const { lastScan } = await watching.until((view) => view.lastScan !== null);
  const stored = () => unwrap(watching.engine.watch.rule(watching.ruleId)).lastScan;
  expect(Date.parse(stored()?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(lastScan?.at ?? ''));
});

test('a second engine over the same data folder is refused, and the first one is named', async () => {
  const watching = await watchFolder(env);
  const second = openEngine({ stateDir: watching.stateDir, command: 'lading watch', version: '0' });
  expect(failureOf(second)).toMatchObject({
    code: 'store-locked',
    holder: { command: 'test' },
  });
});
