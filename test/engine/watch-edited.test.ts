/** What a rule that is changed does with files that are on their way, with the real sandbox. */
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { watchRule } from '../../preload/contract/watched-folder.ts';
import { failureOf, unwrap } from '../fixtures/result.ts';
import { shareTestEnv } from './harness.ts';
import {
  acceptedIn,
  addFiles,
  addRule,
  changeRule,
  connect,
  ledgerOf,
  openConnected,
  places,
  sendSlowly,
  type Watching,
  watchFolder,
  watchingOf,
} from './watching.ts';

const env = await shareTestEnv();
/** Another database of the sandbox. */
const acme = 2002;

test('later files go to the dataset that the rule was given while an upload to the earlier one was under way', async () => {
  const watching = await watchFolder(env, { pack: 'never', dataset: 'Before', datasetPer: 'rule' });
  await sendSlowly(env, watching, 'a.txt');
  await changeRule(env, watching, { dataset: 'After' });
  await env.useFaults([]);
  await watching.untilSent(1);
  addFiles(watching.folder, { 'b.txt': 'second' });
  await watching.untilSent(2);
  const named = new Map(watching.engine.uploads().map((each) => [each.datasetId, each.datasetName]));
  const accepted = await acceptedIn(env, watching);
  expect(Object.fromEntries(accepted.map((file) => [file.filename, named.get(file.datasetId)]))).toEqual({
    'a.txt': 'Before',
    'b.txt': 'After',
  });
});

test('a rule whose upload a person paused leaves what settles to another rule over the same folder', async () => {
  const watching = await watchFolder(env, { pack: 'never' });
  const { engine, folder } = watching;
  const uploadId = await sendSlowly(env, watching, 'a.txt');
  for (const [id, run] of engine.context.running) if (id === uploadId) run.abort();
  await watching.until(({ state }) => state === 'paused');
  addFiles(folder, { 'b.txt': 'second' });
  const other = await addRule(env, watching, { name: 'Other', pack: 'never' });
  await env.useFaults([]);
  await other.untilSent(1);
  expect((await acceptedIn(env, watching)).map(({ filename }) => filename)).toContain('b.txt');
});

test('a database that nobody confirmed is not activated, although the rule gets it while it is being activated', async () => {
  const watching = await watchFolder(env);
  const { engine, ruleId } = watching;
  unwrap(await engine.watch.pause(ruleId));
  const account = await connect(env, engine);
  const { useFaults: setFaults } = env;
  await setFaults([{ match: { operation: 'GetDatabase' }, fault: { kind: 'delay', ms: 1_500 } }]);
  const activating = engine.watch.activate(ruleId, null);
  const rule = { ...watching.view().rule, database: env.sandbox.databaseId + 1 };
  unwrap(await engine.watch.save({ ruleId, account, connectionId: null, rule }));
  unwrap(await activating);
  expect(watching.view()).toMatchObject({ state: 'paused', databaseName: null });
});

test('a draft has the name of its database once that was looked up, and nobody has confirmed it', async () => {
  const at = places(env);
  const { engine, account } = await openConnected(env, at);
  const { databaseId: database } = env.sandbox;
  const rule = watchRule.parse({ path: at.folder, database, dataset: 'Inbox' });
  const ruleId = unwrap(await engine.watch.save({ ruleId: null, account, connectionId: null, rule }));
  const watching = watchingOf(engine, ruleId, at);
  const { databaseName } = unwrap(await engine.watch.databaseCheck(ruleId));
  expect(watching.view()).toMatchObject({ state: 'draft', databaseName });
  expect(unwrap(engine.watch.rule(ruleId)).databaseCheckedAt).toBeNull();
});

test('a rule that moves files is refused where an active one sends them to another database', async () => {
  const watching = await watchFolder(env);
  const { engine } = watching;
  const account = await connect(env, engine);
  const rule = {
    ...watching.view().rule,
    name: 'Moving',
    database: env.sandbox.databaseId + 1,
    afterwards: { moveTo: 'Sent' },
  };
  const save = () => engine.watch.save({ ruleId: null, account, connectionId: null, rule });
  expect(failureOf(await save())).toMatchObject({ problem: 'moves-files-of-rule', value: 'inbox' });
  unwrap(await engine.watch.pause(watching.ruleId));
  const moving = watchingOf(engine, unwrap(await save()), watching);
  expect([moving.view().refusal, watching.view().refusal]).toEqual([null, null]);
  const changed: number[] = [];
  onTestFinished(engine.watch.onChange((id) => changed.push(id)));
  unwrap(await engine.watch.activate(watching.ruleId, null));
  expect(moving.view().refusal).toMatchObject({ problem: 'moves-files-of-rule', value: 'inbox' });
  expect(changed).toContain(moving.ruleId);
  expect(failureOf(await engine.watch.activate(moving.ruleId, null))).toEqual(moving.view().refusal);
});

test('of two rules that are activated at once, one of which moves files that the other sends elsewhere, one runs', async () => {
  const watching = await watchFolder(env);
  const { engine, ruleId } = watching;
  unwrap(await engine.watch.pause(ruleId));
  const account = await connect(env, engine);
  const rule = { ...watching.view().rule, name: 'Moving', database: acme, afterwards: { moveTo: 'Sent' } };
  const movingId = unwrap(await engine.watch.save({ ruleId: null, account, connectionId: null, rule }));
  const { databaseName } = unwrap(await engine.watch.databaseCheck(movingId));
  const activated = await Promise.all([
    engine.watch.activate(ruleId, null),
    engine.watch.activate(movingId, databaseName),
  ]);
  const [refused, ...others] = activated.filter(({ ok }) => !ok);
  expect([refused && failureOf(refused), others]).toMatchObject([{ problem: 'moves-files-of-rule' }, []]);
  expect(engine.watch.rules().filter(({ state }) => state === 'active')).toHaveLength(1);
});

test('a rule of the command line is checked against those of the window', async () => {
  const watching = await watchFolder(env);
  const { engine, ruleId } = watching;
  const account = await connect(env, engine);
  const { rule } = watching.view();
  const moving = { ...rule, database: env.sandbox.databaseId + 1, afterwards: { moveTo: 'Sent' } };
  const check = () =>
    engine.watch.confirmDatabase(moving, { ruleId: null, account }, null, new AbortController().signal);
  unwrap(await check());
  unwrap(await engine.watch.save({ ruleId, account, connectionId: 'window', rule }));
  expect(failureOf(await check())).toMatchObject({ problem: 'moves-files-of-rule', value: 'inbox' });
});

test('a subfolder for sent files that is there already is named until the first file is moved into it', async () => {
  const at = places(env);
  addFiles(at.folder, { 'Sent/evidence.txt': 'not sent' });
  const watching = await watchFolder(env, { afterwards: { moveTo: 'Sent' } }, at);
  await watching.until(({ ignoredFolder }) => ignoredFolder === 'Sent');
  addFiles(at.folder, { 'a.txt': 'sent' });
  await watching.until(({ counts, ignoredFolder }) => counts.sent === 1 && ignoredFolder === null);
  expect(existsSync(join(at.folder, 'Sent', 'a.txt'))).toBe(true);
});

test('a subfolder that is there already is named, too, if its rule did not move files before, or moved them elsewhere', async () => {
  const watching = await watchFolder(env);
  const { folder } = watching;
  addFiles(folder, { 'a.txt': 'first' });
  await watching.untilSent(1);
  for (const [index, moveTo] of ['Sent', 'Done'].entries()) {
    addFiles(folder, { [`${moveTo}/evidence.txt`]: `${moveTo} is evidence` });
    await watching.untilSent(2 + 2 * index);
    await changeRule(env, watching, { afterwards: { moveTo } });
    await watching.until(({ ignoredFolder }) => ignoredFolder === moveTo);
    addFiles(folder, { [`${index}.txt`]: `sent ${index}` });
    await watching.until(
      ({ counts, ignoredFolder }) => counts.sent === 3 + 2 * index && ignoredFolder === null,
    );
  }
});

test('what has settled waits for a marker file that its rule asks for since', async () => {
  const watching = await watchFolder(env, { quietSeconds: 600 });
  addFiles(watching.folder, { 'a.txt': 'first' });
  await watching.until(({ counts }) => counts.settled === 1);
  await changeRule(env, watching, { marker: 'complete', quietSeconds: 1 });
  await watching.until(({ oldestUnsettled }) => oldestUnsettled?.reason?.code === 'marker-missing');
  addFiles(watching.folder, { complete: '' });
  await watching.untilSent(1);
});

async function sendElsewhere(watching: Watching) {
  const { engine, ruleId } = watching;
  await changeRule(env, watching, { database: acme });
  const { databaseName } = unwrap(await engine.watch.databaseCheck(ruleId));
  unwrap(await engine.watch.activate(ruleId, databaseName));
}

test('a copy is sent to the database that has no file with its content', async () => {
  const watching = await watchFolder(env, { sameContent: 'skip', pack: 'never' });
  addFiles(watching.folder, { 'a.txt': 'first' });
  await watching.untilSent(1);
  await sendElsewhere(watching);
  addFiles(watching.folder, { 'copy.txt': 'first' });
  await watching.untilSent(2);
  const sent = watching.engine.uploads().map(({ databaseId, totals }) => [databaseId, totals.accepted.items]);
  expect(sent.toSorted()).toEqual([
    [env.sandbox.databaseId, 1],
    [acme, 1],
  ]);
  expect(ledgerOf(watching).map(({ kind }) => kind)).toEqual(['new', 'new']);
});

test.each([
  ['sent', 'is not sent there again', null, false, { skipped: 1, sent: 0 }],
  ['sent', 'is sent to the other one', null, true, { skipped: 0, sent: 1 }],
  ['sent and found renamed', 'is not sent there again', 'b.txt', false, { skipped: 1, sent: 0 }],
  ['sent and found renamed', 'is sent to the other one', 'b.txt', true, { skipped: 0, sent: 1 }],
] as const)('what a rule %s before it got another database %s by a later rule', async (...given) => {
  const [, , renamedTo, isOther, expected] = given;
  const watching = await watchFolder(env, { pack: 'never' });
  const { engine, folder } = watching;
  const { rule } = watching.view();
  addFiles(folder, { 'a.txt': 'first' });
  await watching.untilSent(1);
  if (renamedTo !== null) {
    renameSync(join(folder, 'a.txt'), join(folder, renamedTo));
    await watching.until(({ counts }) => counts.renamed === 1);
  }
  await sendElsewhere(watching);
  const account = await connect(env, engine);
  const later = { ...rule, name: 'Later', database: isOther ? acme : rule.database };
  const id = unwrap(await engine.watch.save({ ruleId: null, account, connectionId: null, rule: later }));
  const { databaseName } = unwrap(await engine.watch.databaseCheck(id));
  unwrap(await engine.watch.activate(id, databaseName));
  const { counts } = await watchingOf(engine, id, watching).until(
    (view) => view.counts.skipped + view.counts.sent + view.counts.renamed === 1,
  );
  expect(counts).toMatchObject(expected);
});

test.each([
  ['had settled', true],
  ['had left to another rule', false],
] as const)('what a rule that gets another database %s is sent to both databases', async (_, isFirst) => {
  const first = await watchFolder(env, { pack: 'never', quietSeconds: 600 });
  const { engine, folder } = first;
  addFiles(folder, { 'a.txt': 'first' });
  await first.until(({ counts }) => counts.settled === 1);
  const other = await addRule(env, first, { name: 'Other', pack: 'never' });
  await other.until(({ counts }) => counts.skipped === 1);
  await sendElsewhere(isFirst ? first : other);
  await other.untilSent(1);
  await changeRule(env, first, { quietSeconds: 1 });
  await first.untilSent(1);
  const databases = engine.uploads().map(({ databaseId }) => databaseId);
  expect(databases.toSorted()).toEqual([env.sandbox.databaseId, acme]);
});
