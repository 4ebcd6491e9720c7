/** A watched folder's rule that a person, or a config file, changes while something is in the way. */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ConfiguredRules } from '../../main/cli/watch/configured-rules.ts';
import { requestControl } from '../../main/engine/uploads/run/control-requests.ts';
import { failureOf, unwrap } from '../fixtures/result.ts';
import { openWithContext, shareTestEnv } from './harness.ts';
import { changeStore } from './killed-store.ts';
import {
  acceptedIn,
  addFiles,
  addRule,
  bound,
  connect,
  places,
  startAgain,
  type Watching,
  watchFolder,
} from './watching.ts';

/** Nothing stops it. */
const { signal } = new AbortController();

const env = await shareTestEnv();

const full = () => {
  throw new Sqlite.SqliteError('database or disk is full', 'SQLITE_FULL');
};

/** A rule of the config file whose upload waits for the platform. */
async function withOpenUpload() {
  const { useFaults: setFaults } = env;
  const watching = await watchFolder(env, { pack: 'never' });
  const { engine, folder } = watching;
  const { rule } = watching.view();
  await setFaults([{ match: { operation: 'PutPart' }, fault: { kind: 'status', status: 503 } }]);
  addFiles(folder, { 'a.txt': 'first' });
  await watching.until(({ uploadId }) => uploadId !== null);
  const rules = new ConfiguredRules(engine, () => undefined);
  const account = await connect(env, engine);
  return { watching, rules, account, rule };
}

test('a full disk refuses a change of a rule, which runs on as it was', async () => {
  const watching = await watchFolder(env);
  const { engine, ruleId } = watching;
  const { watchRules } = engine.context.repositories;
  vi.spyOn(watchRules, 'setDatabase').mockImplementationOnce(full);
  expect(failureOf(await engine.watch.activate(ruleId, null))).toMatchObject({ code: 'disk-full' });
  vi.spyOn(watchRules, 'remove').mockImplementationOnce(full);
  expect(failureOf(await engine.watch.remove(ruleId))).toMatchObject({ code: 'disk-full' });
  addFiles(watching.folder, { 'a.txt': 'first' });
  await watching.untilSent(1);
});

test('a full disk keeps a rule that is no longer in the config only until it is tried again', async () => {
  const watching = await watchFolder(env);
  const { engine } = watching;
  const account = await connect(env, engine);
  const rules = new ConfiguredRules(engine, () => undefined);
  vi.spyOn(engine.context.repositories.watchRules, 'setState').mockImplementationOnce(full);
  await rules.apply([], account, signal);
  expect(rules.refused).toMatchObject([{ rule: watching.view().rule.name, failure: { code: 'disk-full' } }]);
  await rules.retryRefused(account, signal);
  expect(rules.refused).toEqual([]);
  expect(watching.view().state).toBe('paused');
});

test("a config that confirms the database's new name counts before the rule notices that name", async () => {
  const watching = await watchFolder(env);
  const { engine } = watching;
  const { store, repositories } = engine.context;
  const { rule, databaseName } = watching.view();
  const stored = unwrap(engine.watch.rule(watching.ruleId));
  store.writes.transaction(() => repositories.watchRules.setDatabase(stored.id, 'Its name before', 't'));
  const rules = new ConfiguredRules(engine, () => undefined);
  const account = await connect(env, engine);
  await rules.apply([{ rule, confirmDatabase: databaseName }], account, signal);
  expect(rules.refused).toEqual([]);
  addFiles(watching.folder, { 'a.txt': 'first' });
  await watching.untilSent(1);
});

test("a database's name that the platform doesn't tell renames no database, and isn't stored", async () => {
  const watching = await watchFolder(env);
  const { engine, ruleId } = watching;
  const { store, repositories } = engine.context;
  const { databaseName, rule } = watching.view();
  await env.useFaults([
    { match: { operation: 'GetDatabase' }, fault: { kind: 'answer', status: 403, body: { title: 'No' } } },
    { match: { operation: 'GetProjects' }, fault: { kind: 'answer', status: 200, body: { data: [] } } },
  ]);
  unwrap(await engine.watch.activate(ruleId, null));
  expect(watching.view().databaseName).toBe(databaseName);
  addFiles(watching.folder, { 'a.txt': 'first' });
  await watching.untilSent(1);
  store.writes.transaction(() => repositories.watchRules.setDatabase(ruleId, null, null));
  unwrap(await engine.watch.activate(ruleId, `database ${rule.database}`));
  expect(watching.view().databaseName).toBeNull();
});

test('a config that confirms the name of another database pauses the rule, and the right name activates it', async () => {
  const watching = await watchFolder(env);
  const { engine } = watching;
  const { rule, databaseName } = watching.view();
  const rules = new ConfiguredRules(engine, () => undefined);
  const account = await connect(env, engine);
  await rules.apply([{ rule, confirmDatabase: 'Acme investigation' }], account, signal);
  expect(rules.refused).toMatchObject([{ failure: { code: 'database-name-differs', databaseName } }]);
  expect(watching.view().state).toBe('paused');
  await rules.apply([{ rule, confirmDatabase: databaseName }], account, signal);
  expect([rules.refused, watching.view().state]).toEqual([[], 'active']);
});

test('a rule that the config file changes to one that cannot be run is not run as it was, either', async () => {
  const watching = await watchFolder(env);
  const { engine, folder } = watching;
  const { rule } = watching.view();
  const rules = new ConfiguredRules(engine, () => undefined);
  const account = await connect(env, engine);
  const changed = { ...rule, database: rule.database + 1, custodianMap: join(folder, 'not-there.csv') };
  await rules.apply([{ rule: changed, confirmDatabase: null }], account, signal);
  expect(rules.refused).toMatchObject([{ rule: rule.name }]);
  expect(watching.view().state).toBe('paused');
});

test('an upload continues once a wrong path in the config file is corrected', async () => {
  const { watching, rules, account, rule } = await withOpenUpload();
  await rules.apply([{ rule: { ...rule, path: `${rule.path}x` }, confirmDatabase: null }], account, signal);
  expect(rules.refused).toMatchObject([{ rule: rule.name, failure: { code: 'source-missing' } }]);
  expect(watching.view().state).toBe('paused');
  await env.useFaults([]);
  await rules.apply([{ rule, confirmDatabase: null }], account, signal);
  await watching.untilSent(1);
  expect(watching.engine.uploads()).toHaveLength(1);
});

test('a CSV of custodians that is still being written is not used, and the rule says so once it takes long', async () => {
  const at = places(env);
  const path = `${at.folder}.csv`;
  writeFileSync(path, 'path,custodian\nAna,Ana Ng\n');
  const watching = await watchFolder(env, { custodianMap: path, pack: 'never' }, at);
  let rows = 0;
  const writing = setInterval(() => appendFileSync(path, `Person ${++rows},Person ${rows}\n`), 5);
  onTestFinished(() => clearInterval(writing));
  addFiles(watching.folder, { 'Bo/b.txt': 'first' });
  const { waitingFor } = await watching.until((view) => view.counts.sent === 1 || view.waitingFor !== null);
  expect(waitingFor).toMatchObject({ kind: 'custodian-map', path });
  clearInterval(writing);
  appendFileSync(path, 'Bo,Bo Li\n');
  await watching.untilSent(1);
  expect(watching.view().waitingFor).toBeNull();
  expect(await acceptedIn(env, watching)).toMatchObject([{ filename: 'Bo/b.txt', custodian: 'Bo Li' }]);
});

test('a CSV of custodians that changes while it is read is not used', async () => {
  const at = places(env);
  const path = `${at.folder}.csv`;
  const whole = 'path,custodian\nAna,Ana Ng\nBo,Bo Li\n';
  writeFileSync(path, whole);
  const watching = await watchFolder(env, { custodianMap: path, pack: 'never' }, at);
  const { sources } = watching.engine.context;
  const open = sources.open.bind(sources);
  vi.spyOn(sources, 'open').mockImplementationOnce((...given) => {
    writeFileSync(path, whole.slice(0, whole.indexOf('Bo')));
    setTimeout(() => writeFileSync(path, whole), 20);
    return open(...given);
  });
  addFiles(at.folder, { 'Bo/b.txt': 'first' });
  await watching.untilSent(1);
  expect(await acceptedIn(env, watching)).toMatchObject([{ filename: 'Bo/b.txt', custodian: 'Bo Li' }]);
});

test('a rule whose name another folder gets in the config file, and its upload, continue under its new name', async () => {
  const { watching, rules, account, rule } = await withOpenUpload();
  const other = places(env).folder;
  const configured = [
    { ...rule, path: other },
    { ...rule, name: 'Before' },
  ].map((one) => ({ rule: one, confirmDatabase: null }));
  await rules.apply(configured, account, signal);
  await env.useFaults([]);
  expect([rules.refused, rules.views().map((view) => [view.rule.name, view.rule.path])]).toEqual([
    [],
    [
      ['Before', rule.path],
      [rule.name, other],
    ],
  ]);
  await watching.untilSent(1);
});

test('a rule whose name another folder gets is renamed, too, once it can be', async () => {
  const { watching, rules, account, rule } = await withOpenUpload();
  const other = { rule: { ...rule, path: places(env).folder }, confirmDatabase: null };
  const renamed = { rule: { ...rule, name: 'Before' }, confirmDatabase: null };
  const broken = { ...renamed, rule: { ...renamed.rule, custodianMap: `${rule.path}.csv` } };
  await rules.apply([broken, other], account, signal);
  expect(rules.refused[0]).toMatchObject({ rule: 'Before', failure: { code: 'source-missing' } });
  await env.useFaults([]);
  await rules.apply([renamed, other], account, signal);
  expect(rules.refused).toEqual([]);
  await watching.untilSent(1);
});

test('two rules that exchange their names in the config file go on with their folders, as the file says', async () => {
  const watching = await watchFolder(env, { name: 'one', custodian: 'Old1', pack: 'never' });
  const { engine } = watching;
  const at = { ...places(env), stateDir: watching.stateDir, engine };
  const other = await addRule(env, at, { name: 'two', custodian: 'Old2', pack: 'never' });
  addFiles(watching.folder, { 'a.txt': 'first' });
  addFiles(other.folder, { 'b.txt': 'second' });
  await watching.untilSent(1);
  await other.untilSent(1);
  const rules = new ConfiguredRules(engine, () => undefined);
  const configured = [
    { ...watching.view().rule, name: 'two', custodian: 'New1' },
    { ...other.view().rule, name: 'one', custodian: 'New2' },
  ].map((rule) => ({ rule, confirmDatabase: null }));
  await rules.apply(configured, await connect(env, engine), signal);
  expect(rules.refused).toEqual([]);
  expect(rules.views().map(({ id, rule: { name }, state }) => [id, name, state])).toEqual([
    [watching.ruleId, 'two', 'active'],
    [other.ruleId, 'one', 'active'],
  ]);
  addFiles(watching.folder, { 'a2.txt': 'third' });
  addFiles(other.folder, { 'b2.txt': 'fourth' });
  await watching.untilSent(2);
  await other.untilSent(2);
  const accepted = await acceptedIn(env, watching);
  expect(Object.fromEntries(accepted.map(({ filename, custodian }) => [filename, custodian]))).toEqual({
    'a.txt': 'Old1',
    'b.txt': 'Old2',
    'a2.txt': 'New1',
    'b2.txt': 'New2',
  });
});

test('a rule of another folder is paused before anything of a config file applies, also if that is refused', async () => {
  const watching = await watchFolder(env, { name: 'one' });
  const { engine } = watching;
  const rules = new ConfiguredRules(engine, () => undefined);
  const { rule } = watching.view();
  const configured = [
    { ...rule, name: 'two', database: rule.database + 1, custodianMap: `${rule.path}.csv` },
    { ...rule, path: `${rule.path} missing` },
  ].map((one) => ({ rule: one, confirmDatabase: null }));
  await rules.apply(configured, await connect(env, engine), signal);
  expect(rules.refused.map(({ rule: name }) => name)).toEqual(['two', 'one']);
  expect(engine.watch.views().map(({ state }) => state)).toEqual(['paused']);
});

/** As `lading pause` beside the service does. */
async function pauseUpload({ engine, stateDir, until }: Watching) {
  const [{ id } = { id: null }] = engine.uploads();
  if (id === null) throw new Error('no upload');
  // One that is paused while it is scanned is scanned again.
  await expect.poll(() => unwrap(engine.upload(id)).state, bound).toBe('uploading');
  unwrap(requestControl(stateDir, { action: 'pause', uploadId: id }));
  await until(({ state }) => state === 'paused');
  await expect.poll(() => unwrap(engine.upload(id)).state).toBe('paused');
  return id;
}

test('a rule whose upload a person paused stays paused after a reload and a restart, until the upload is resumed', async () => {
  const { watching, rules, account, rule } = await withOpenUpload();
  const configured = [{ rule, confirmDatabase: null }];
  const id = await pauseUpload(watching);
  await env.useFaults([]);
  await rules.apply(configured, account, signal);
  const paused = { state: 'paused', pausedUpload: id, failure: null };
  expect([rules.refused, watching.view()]).toMatchObject([[], paused]);
  const changed = { ...rule, database: rule.database + 1 };
  await rules.apply([{ rule: changed, confirmDatabase: null }], account, signal);
  expect(watching.view()).toMatchObject(paused);
  await watching.engine.close();

  const restarted = await startAgain(env, watching);
  const again = new ConfiguredRules(restarted.engine, () => undefined);
  await again.apply(configured, account, signal);
  expect(restarted.view()).toMatchObject(paused);
  unwrap(await restarted.engine.run(id, { signal, limits: {}, held: 'ask' }));
  await again.apply(configured, account, signal);
  expect(restarted.view()).toMatchObject({ state: 'active', pausedUpload: null });
  await restarted.untilSent(1);
});

test.each([
  ['is stopped', false],
  ['waits for its connection', true],
])('an upload of a rule whose service %s is paused with the rule', async (_, isServiceRunning) => {
  const { watching, account, rule } = await withOpenUpload();
  const [{ id } = { id: null }] = watching.engine.uploads();
  if (id === null) throw new Error('no upload');
  await watching.engine.close();
  const engine = openWithContext(watching.stateDir);
  onTestFinished(() => engine.close());
  if (isServiceRunning) {
    engine.watch.start();
    unwrap(requestControl(watching.stateDir, { action: 'pause', uploadId: id }));
  } else unwrap(await engine.pause(id));
  const paused = { state: 'paused', pausedUpload: id, waitingFor: null };
  await expect.poll(() => unwrap(engine.watch.view(watching.ruleId)), bound).toMatchObject(paused);
  expect(failureOf(await engine.pause(id))).toMatchObject({ code: 'upload-not-running', uploadId: id });
  await engine.close();

  await env.useFaults([]);
  const restarted = await startAgain(env, watching);
  const rules = new ConfiguredRules(restarted.engine, () => undefined);
  await rules.apply([{ rule, confirmDatabase: null }], account, signal);
  expect(restarted.view()).toMatchObject(paused);
});

test('a rule whose upload was edited breaks, and once it is activated sends its files with another upload', async () => {
  const { watching } = await withOpenUpload();
  await expect.poll(() => watching.engine.uploads()[0]?.state, bound).toBe('uploading');
  await watching.engine.close();
  await env.useFaults([]);
  changeStore(watching, 'UPDATE uploads SET database_id = database_id + 1');
  const restarted = await startAgain(env, watching);
  const { failure } = await restarted.until(({ state }) => state === 'broken');
  expect(failure).toMatchObject({ code: 'upload-altered', altered: 'database' });
  unwrap(await restarted.engine.watch.activate(watching.ruleId, null));
  await restarted.untilSent(1);
  expect(restarted.engine.uploads().map(({ state, totals }) => [state, totals.failed.items])).toEqual(
    expect.arrayContaining([
      ['finished', 1],
      ['finished', 0],
    ]),
  );
  expect(restarted.view()).toMatchObject({ state: 'active', waitingFor: null });
});

test('a rule whose upload a person paused is activated when it was out of the config file', async () => {
  const { watching, rules, account, rule } = await withOpenUpload();
  await pauseUpload(watching);
  await env.useFaults([]);
  await rules.apply([], account, signal);
  expect(watching.view()).toMatchObject({ state: 'paused', pausedUpload: null });
  await rules.apply([{ rule, confirmDatabase: null }], account, signal);
  await watching.untilSent(1);
});
