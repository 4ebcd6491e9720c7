/** What a rule that is changed does with files that are on their way, with the real sandbox. */
import { existsSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkSave, saveRule } from '../../main/engine/watch/save-rule.ts';
import { type WatchRule, watchRule } from '../../preload/contract/watch/watched-folder.ts';
import { failureOf, unwrap } from '../fixtures/result.ts';
import { shareTestEnv } from './harness.ts';
import {
  acceptedIn,
  addFiles,
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

test('a rule that is changed while another is activated is compared with what is active by then', async () => {
  const watching = await watchFolder(env, { quietSeconds: 600, exclude: ['Doe/**'] });
  const { engine, ruleId, folder } = watching;
  const account = await connect(env, engine);
  const changed = (id: number | null, changes: Partial<WatchRule>) => {
    const rule = { ...watching.view().rule, ...changes };
    return { ruleId: id, account, connectionId: null, rule };
  };
  const path = join(folder, 'Doe');
  mkdirSync(path);
  const inner = unwrap(await engine.watch.save(changed(null, { name: 'Inner', path, exclude: [] })));
  const { databaseName } = unwrap(await engine.watch.databaseCheck(inner));
  const outcomes = await Promise.all([
    engine.watch.save(changed(ruleId, { exclude: [] })),
    engine.watch.activate(inner, databaseName),
  ]);
  const refused = { code: 'watch-rule-invalid', problem: 'watched-by-rule' };
  expect(outcomes.filter(({ ok }) => !ok)).toMatchObject([{ failure: refused }]);
});

test('a draft keeps its folder that was activated since its change was checked', async () => {
  const at = places(env);
  const { engine, account } = await openConnected(env, at);
  const other = places(env).folder;
  const { databaseId: database } = env.sandbox;
  const rule = watchRule.parse({ path: at.folder, database, dataset: 'Inbox' });
  const given = { account, connectionId: null };
  const ruleId = unwrap(await engine.watch.save({ ruleId: null, ...given, rule }));
  const elsewhere = { ruleId, ...given, rule: { ...rule, path: other } };
  const { signal } = new AbortController();
  const checked = unwrap(await checkSave(engine.context, elsewhere, signal));
  const { databaseName } = unwrap(await engine.watch.databaseCheck(ruleId));
  unwrap(await engine.watch.activate(ruleId, databaseName));
  const saved = await saveRule(engine.context, elsewhere, checked, signal);
  expect(failureOf(saved)).toMatchObject({ code: 'watch-folder-fixed' });
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

/** A rule over a folder to which a link leads from elsewhere. */
async function overLink(watching: Watching) {
  const link = join(watching.stateDir, '..', `link to ${basename(watching.folder)} ${watching.ruleId}`);
  mkdirSync(join(watching.folder, 'Doe'), { recursive: true });
  symlinkSync(watching.folder, link);
  return { ...watching.view().rule, name: 'Inner', path: join(link, 'Doe'), database: acme };
}

test('a rule is refused where an active one watches a folder around it, by whatever path, unless that one excludes it', async () => {
  const watching = await watchFolder(env, { quietSeconds: 600 });
  const { engine, ruleId } = watching;
  const account = await connect(env, engine);
  const rule = await overLink(watching);
  const save = () => engine.watch.save({ ruleId: null, account, connectionId: null, rule });
  const refused = { code: 'watch-rule-invalid', problem: 'watched-by-rule', value: 'inbox' };
  expect(failureOf(await save())).toMatchObject(refused);
  unwrap(await engine.watch.pause(ruleId));
  const inner = unwrap(await save());
  unwrap(await engine.watch.activate(ruleId, null));
  const { databaseName } = unwrap(await engine.watch.databaseCheck(inner));
  expect(failureOf(await engine.watch.activate(inner, databaseName))).toMatchObject(refused);
  await changeRule(env, watching, { exclude: ['doe/**'] });
  unwrap(await engine.watch.activate(inner, databaseName));
  const outer = { ...watching.view().rule, exclude: [] };
  expect(
    failureOf(await engine.watch.save({ ruleId, account, connectionId: null, rule: outer })),
  ).toMatchObject({ ...refused, value: 'Inner' });
});

test('of two rules over one folder that are activated at once, one runs, and the other says so', async () => {
  const watching = await watchFolder(env);
  const { engine, ruleId } = watching;
  unwrap(await engine.watch.pause(ruleId));
  const account = await connect(env, engine);
  const rule = { ...watching.view().rule, name: 'Twin', database: acme };
  const twinId = unwrap(await engine.watch.save({ ruleId: null, account, connectionId: null, rule }));
  const { databaseName } = unwrap(await engine.watch.databaseCheck(twinId));
  const changed: number[] = [];
  onTestFinished(engine.watch.onChange((id) => changed.push(id)));
  const activated = await Promise.all([
    engine.watch.activate(ruleId, null),
    engine.watch.activate(twinId, databaseName),
  ]);
  const [refused, ...others] = activated.filter(({ ok }) => !ok);
  expect([refused && failureOf(refused), others]).toMatchObject([{ problem: 'watched-by-rule' }, []]);
  const [active, ...more] = engine.watch.rules().filter(({ state }) => state === 'active');
  const idle = [ruleId, twinId].find((id) => id !== active?.id) ?? 0;
  expect(more).toEqual([]);
  expect(unwrap(engine.watch.view(idle)).refusal).toMatchObject({
    problem: 'watched-by-rule',
    value: active?.rule.name,
  });
  expect(changed).toContain(idle);
});

test('a rule of the command line is checked against those of the window', async () => {
  const watching = await watchFolder(env);
  const { engine, ruleId } = watching;
  const account = await connect(env, engine);
  const { rule } = watching.view();
  const twin = { ...rule, name: 'Twin' };
  const check = () =>
    engine.watch.confirmDatabase(twin, { ruleId: null, account }, null, new AbortController().signal);
  unwrap(await check());
  unwrap(await engine.watch.save({ ruleId, account, connectionId: 'window', rule }));
  expect(failureOf(await check())).toMatchObject({ problem: 'watched-by-rule', value: 'inbox' });
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
  unwrap(await engine.watch.pause(watching.ruleId));
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
