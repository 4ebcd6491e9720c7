/** Another folder in place of a watched one: nothing but a person says that it is the right one, with the real sandbox. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfiguredRules } from '../../main/cli/watch/configured-rules.ts';
import { unwrap } from '../fixtures/result.ts';
import { shareTestEnv } from './harness.ts';
import {
  acceptedIn,
  acceptedPaths,
  addFiles,
  changeRule,
  connect,
  startAgain,
  type Watching,
  watchFolder,
} from './watching.ts';

const { signal } = new AbortController();
const env = await shareTestEnv();

/** A rule that has sent a file, over a folder in whose place another one is put. */
async function replaceFolder(watching: Watching): Promise<void> {
  const { folder, engine } = watching;
  addFiles(folder, { 'before.txt': 'of this matter' });
  await watching.untilSent(1);
  await engine.watch.scanNow(watching.ruleId);
  renameSync(folder, `${folder} before`);
  mkdirSync(folder);
  addFiles(folder, { 'private.txt': 'of another matter' });
}

const untilReplaced = ({ until }: Watching) =>
  until(({ waitingFor }) => waitingFor?.kind === 'folder' && waitingFor.reason.kind === 'replaced');

const putBack = ({ folder }: Watching): void => {
  renameSync(folder, `${folder} other`);
  renameSync(`${folder} before`, folder);
};

test.each([
  ['moves sent files', { afterwards: { moveTo: 'Sent' } }],
  ['sends at other hours', { schedule: [{ days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '00:00' }] }],
  ['takes other files', { exclude: ['*.tmp'] }],
  ['has another name', { name: 'Another name' }],
])('an edited rule that %s waits for its folder', async (_, changes) => {
  const watching = await watchFolder(env);
  await replaceFolder(watching);
  await changeRule(env, watching, changes);
  await untilReplaced(watching);
  putBack(watching);
  addFiles(watching.folder, { 'after.txt': 'of this matter, too' });
  await watching.until(({ counts }) => counts.sent === 2);
  expect(await acceptedPaths(env, watching)).toEqual(['after.txt', 'before.txt']);
});

test('a config file that confirms another name of the database activates the rule, which takes no other folder', async () => {
  const watching = await watchFolder(env);
  const { engine } = watching;
  const account = await connect(env, engine);
  await replaceFolder(watching);
  const rules = new ConfiguredRules(engine, () => undefined);
  const { rule } = watching.view();
  await untilReplaced(watching);
  const { repositories, store } = engine.context;
  const { id } = unwrap(engine.watch.rule(watching.ruleId));
  const databaseName = watching.view().databaseName;
  store.writes.transaction(() => repositories.watchRules.setDatabase(id, 'Before', null));
  await rules.apply([{ rule, confirmDatabase: databaseName }], account, signal);
  expect(watching.view()).toMatchObject({ state: 'active', databaseName });
  await untilReplaced(watching);
  expect(await acceptedPaths(env, watching)).toEqual(['before.txt']);
});

test('after a restart, another folder in its place is not taken, until a person pauses and activates the rule', async () => {
  const watching = await watchFolder(env);
  addFiles(watching.folder, { 'before.txt': 'of this matter' });
  await watching.untilSent(1);
  await watching.engine.watch.scanNow(watching.ruleId);
  await watching.engine.close();
  renameSync(watching.folder, `${watching.folder} before`);
  mkdirSync(watching.folder);
  addFiles(watching.folder, { 'private.txt': 'of another matter' });

  const restarted = await startAgain(env, watching);
  await untilReplaced(restarted);
  expect(await acceptedPaths(env, restarted)).toEqual(['before.txt']);
  unwrap(await restarted.engine.watch.pause(restarted.ruleId, 'if-replaced'));
  unwrap(await restarted.engine.watch.activate(restarted.ruleId, null));
  await restarted.until(({ counts }) => counts.sent === 2);
  await restarted.engine.close();

  const again = await startAgain(env, restarted);
  addFiles(again.folder, { 'later.txt': 'in the folder that a person confirmed' });
  await again.until(({ counts }) => counts.sent === 3);
});

test('another folder with the files that were sent and moved is not taken, and none of its own is moved', async () => {
  const watching = await watchFolder(env, { afterwards: { moveTo: 'Sent' } });
  const { folder, engine, ruleId } = watching;
  addFiles(folder, { 'before.txt': 'of this matter' });
  await watching.untilSent(1);
  const label = join(folder, 'Sent', 'before.txt');
  await expect.poll(() => existsSync(label), { timeout: 20_000 }).toBe(true);
  await engine.watch.scanNow(ruleId);
  renameSync(folder, `${folder} before`);
  mkdirSync(folder);
  renameSync(`${folder} before/Sent`, join(folder, 'Sent'));
  addFiles(folder, { 'private.txt': 'of another matter' });
  await untilReplaced(watching);
  await engine.watch.scanNow(ruleId);
  expect(await acceptedPaths(env, watching)).toEqual(['before.txt']);
  expect(readdirSync(folder).toSorted()).toEqual(['Sent', 'private.txt']);
});

test('a rule that was out of the config file begins with the folder that is there', async () => {
  const watching = await watchFolder(env);
  const { engine } = watching;
  const account = await connect(env, engine);
  await replaceFolder(watching);
  await untilReplaced(watching);
  const rules = new ConfiguredRules(engine, () => undefined);
  const { rule } = watching.view();
  await rules.apply([], account, signal);
  expect(watching.view().state).toBe('paused');
  await rules.apply([{ rule, confirmDatabase: null }], account, signal);
  await watching.until(({ counts }) => counts.sent === 2);
  expect(await acceptedPaths(env, watching)).toEqual(['before.txt', 'private.txt']);
});

test('an upload that was interrupted is not sent from another folder with files of the same names, sizes, and times', async () => {
  const watching = await watchFolder(env);
  const { folder, engine } = watching;
  addFiles(folder, { 'before.txt': 'of this matter' });
  await watching.untilSent(1);
  await engine.watch.scanNow(watching.ruleId);
  await env.useFaults([{ match: { operation: 'PostDatasetFile' }, fault: { kind: 'delay', ms: 60_000 } }]);
  const taken = (content: string) => {
    addFiles(folder, { 'before.txt': 'of this matter', 'taken.txt': content });
    for (const name of ['before.txt', 'taken.txt'])
      utimesSync(join(folder, name), 1_700_000_000, 1_700_000_000);
  };
  taken('of this matter, too');
  await watching.until(({ uploadId }) => uploadId !== null);
  await engine.close();
  await env.useFaults([]);
  renameSync(folder, `${folder} before`);
  mkdirSync(folder);
  taken('of the other matter');

  const restarted = await startAgain(env, watching);
  await untilReplaced(restarted);
  expect(await acceptedPaths(env, restarted)).toEqual(['before.txt']);
  putBack(restarted);
  await restarted.until(({ counts }) => counts.sending + counts.settling + counts.settled === 0);
  const texts = (await acceptedIn(env, restarted)).map(({ assembledPath }) =>
    readFileSync(assembledPath ?? '', 'utf8'),
  );
  expect(texts).toContain('of this matter, too');
  expect(texts).not.toContain('of the other matter');
});
