/** What a person decides about the upload of a watched folder beside the service: its rule sends it, with the real sandbox. */
import { createWriteStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { verifyReceipt } from '../../main/engine/index.ts';
import type { RunOptions } from '../../main/engine/types/run-options.ts';
import { nothingDecided } from '../../main/engine/types/uploads.ts';
import { requestControl } from '../../main/engine/uploads/run/control-requests.ts';
import { decideHeld } from '../../main/engine/uploads/run/decide-held.ts';
import { success } from '../../preload/contract/failures/failure.ts';
import { watchHealth } from '../../preload/contract/watch/watch-text.ts';
import { unwrap } from '../fixtures/result.ts';
import { runOptions, shareTestEnv } from './harness.ts';
import { acceptedPaths, addFiles, bound, sendSlowly, type Watching, watchFolder } from './watching.ts';

const env = await shareTestEnv();
const decidedAbout = (files: number) => success({ ...nothingDecided, files });
const hours = (from: number, to: number) => {
  const clock = (hour: number): string =>
    `${String((new Date().getHours() + hour + 24) % 24).padStart(2, '0')}:00`;
  return [{ days: [0, 1, 2, 3, 4, 5, 6], from: clock(from), to: clock(to) }];
};

/** A rule that keeps an empty file for a person, and sends at these hours only. */
async function keepsFile() {
  const watching = await watchFolder(env, { hold: ['empty'], schedule: hours(-1, 3) });
  addFiles(watching.folder, { 'empty.txt': '' });
  await watching.until(({ counts }) => counts.held === 1);
  const [upload] = watching.engine.uploads();
  if (upload === undefined) throw new Error('no upload');
  return { watching, id: upload.id };
}

/** As `lading resume UPLOAD --needs-review` beside the service does. */
async function decide({ stateDir, engine }: Watching, id: number, action: 'retry-held' | 'skip-held') {
  unwrap(requestControl(stateDir, { action, uploadId: id }));
  await expect.poll(() => unwrap(engine.upload(id)).totals.held.items, bound).toBe(0);
}

test('what is decided about files of a pattern is about them only', async () => {
  const watching = await watchFolder(env, { hold: ['empty'] });
  const { engine, stateDir } = watching;
  addFiles(watching.folder, { 'Doe/a.txt': '', 'Doe/b.txt': '', 'Roe/a.txt': '' });
  await watching.until(({ counts }) => counts.held === 3);
  const [upload] = engine.uploads();
  const uploadId = upload?.id ?? 0;
  unwrap(requestControl(stateDir, { action: 'skip-matching', uploadId, globs: ['none.txt'] }));
  unwrap(requestControl(stateDir, { action: 'skip-matching', uploadId, globs: ['Doe/b.*'] }));
  await watching.until(({ counts }) => counts.skipped === 1);
  unwrap(requestControl(stateDir, { action: 'retry-matching', uploadId, globs: ['doe'] }));
  await watching.until(({ counts }) => counts.sent === 1);
  expect(watching.view().counts).toMatchObject({ sent: 1, skipped: 1, held: 1 });
  expect(await acceptedPaths(env, watching)).toEqual(['Doe/a.txt']);
});

test('a kept file that a person sends outside the hours of its rule is sent once they begin', async () => {
  const { watching, id } = await keepsFile();
  const { engine, ruleId } = watching;
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 3_600_000 });
  await decide(watching, id, 'retry-held');
  const decided = await watching.until(({ waitingFor }) => waitingFor?.kind === 'schedule');
  expect(decided.counts).toMatchObject({ held: 0, sending: 1 });
  expect(watchHealth(decided)).toBe('healthy');
  expect(unwrap(engine.upload(id))).toMatchObject({ state: 'paused', totals: { queued: { items: 1 } } });
  expect(await acceptedPaths(env, watching)).toEqual([]);
  vi.useRealTimers();
  await engine.watch.scanNow(ruleId);
  await watching.untilSent(1);
});

test('a kept file that a person sends while its rule is paused is sent once it is activated', async () => {
  const { watching, id } = await keepsFile();
  const { engine, ruleId } = watching;
  unwrap(await engine.watch.pause(ruleId));
  await decide(watching, id, 'retry-held');
  expect(unwrap(engine.upload(id))).toMatchObject({ state: 'paused', totals: { queued: { items: 1 } } });
  await watching.until(({ counts }) => counts.held === 0 && counts.sending === 1);
  const started = vi.spyOn(engine.context.progress, 'start');
  unwrap(await engine.watch.activate(ruleId, null));
  await watching.untilSent(1);
  expect(started.mock.lastCall).toMatchObject([id, { hours: [{ days: hours(-1, 3)[0]?.days }] }]);
});

test('a kept file that a person sends at once, and its time, have nothing to do with the hours of the rule', async () => {
  const { watching, id } = await keepsFile();
  const { engine, ruleId } = watching;
  unwrap(await engine.watch.pause(ruleId));
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 3_600_000 });
  const started = vi.spyOn(engine.context.progress, 'start');
  unwrap(await engine.run(id, { ...runOptions(), held: 'retry' }));
  expect(started.mock.lastCall).toMatchObject([id, { hours: null }]);
  expect(await acceptedPaths(env, watching)).toEqual(['empty.txt']);
});

test('a kept file that a person skips is skipped at any hour, also twice', async () => {
  const { watching, id } = await keepsFile();
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 3_600_000 });
  await decide(watching, id, 'skip-held');
  await decide(watching, id, 'skip-held');
  await watching.until(({ counts }) => counts.held === 0 && counts.skipped === 1);
  expect(unwrap(watching.engine.upload(id)).state).toBe('finished');
});

test('what shares a dataset goes to the one that a later batch made while all of the first was kept for a person', async () => {
  const watching = await watchFolder(env, { hold: ['empty'], dataset: 'Everything', datasetPer: 'rule' });
  const { engine, folder, stateDir } = watching;
  addFiles(folder, { 'empty.txt': '' });
  await watching.until(({ counts }) => counts.held === 1);
  addFiles(folder, { 'note.txt': 'note' });
  await watching.until(({ counts }) => counts.sent === 1);
  const [first] = engine.uploads().filter(({ datasetId }) => datasetId === null);
  if (first === undefined) throw new Error('no upload');
  const { id: uploadId } = first;
  await decide(watching, uploadId, 'retry-held');
  await watching.untilSent(2);
  const [one, ...others] = new Set(engine.uploads().map(({ datasetId }) => datasetId));
  expect([one, others]).toEqual([expect.any(Number), []]);
  const receipt = join(stateDir, 'receipt.json');
  unwrap(await engine.writeReceipt(uploadId, 'json', createWriteStream(receipt)));
  expect(unwrap(await verifyReceipt(receipt, {}))).toMatchObject({ intact: true, items: 1 });
});

test('several decisions at once: a file is sent once', async () => {
  const { watching, id } = await keepsFile();
  const { context } = watching.engine;
  const options: RunOptions = { ...runOptions(), held: 'retry' };
  const bugs: unknown[] = [];
  for (let times = 0; times < 3; times += 1)
    unwrap(decideHeld(context, unwrap(watching.engine.upload(id)).id, options, (bug) => bugs.push(bug)));
  await decide(watching, id, 'retry-held');
  await watching.untilSent(1);
  expect([bugs, await acceptedPaths(env, watching)]).toEqual([[], ['empty.txt']]);
});

test('several requests at once: each is answered with what it decided', async () => {
  const { watching, id } = await keepsFile();
  const ask = (action: 'retry-held' | 'skip-held') =>
    unwrap(requestControl(watching.stateDir, { action, uploadId: id }));
  const [retry, skip] = [ask('retry-held'), ask('skip-held')];
  await expect.poll(() => [retry.answer(), skip.answer()].includes(null), bound).toBe(false);
  const decided = [retry, skip].map((request) => unwrap(request.answer() ?? decidedAbout(0)).files);
  expect(decided.toSorted()).toEqual([0, 1]);
  await watching.until(({ counts }) => counts.held === 0 && counts.sent === decided[0]);
  const none = ask('skip-held');
  await expect.poll(() => none.answer(), bound).toEqual(decidedAbout(0));
  for (const request of [retry, skip, none]) request.discard();
  expect(readdirSync(join(watching.stateDir, 'lading-requests'))).toEqual([]);
});

test('a request is either withdrawn, and never carried out, or taken', async () => {
  const { watching, id } = await keepsFile();
  const ask = () => unwrap(requestControl(watching.stateDir, { action: 'skip-held', uploadId: id }));
  const withdrawn = ask();
  expect([withdrawn.withdraw(), withdrawn.withdraw()]).toEqual([true, false]);
  // What comes after it is acted on.
  const other = unwrap(requestControl(watching.stateDir, { action: 'pause', uploadId: id }));
  await expect.poll(() => other.answer(), bound).toMatchObject({ failure: { code: 'upload-not-running' } });
  expect([withdrawn.answer(), unwrap(watching.engine.upload(id)).totals.held.items]).toEqual([null, 1]);
  const taken = ask();
  await expect.poll(() => taken.answer(), bound).toEqual(decidedAbout(1));
  expect(taken.withdraw()).toBe(false);
});

/** A rule that keeps an empty file for a person, while its upload sends another one slowly. */
async function keepsWhileSending() {
  const watching = await watchFolder(env, { hold: ['empty'], pack: 'never' });
  addFiles(watching.folder, { 'a-empty.txt': '' });
  const id = await sendSlowly(env, watching);
  await expect.poll(() => unwrap(watching.engine.upload(id)).totals.held.items, bound).toBe(1);
  expect(unwrap(watching.engine.upload(id)).state).toBe('uploading');
  return { watching, id };
}

test.each([
  ['sent', 'retry-held', ['a-empty.txt', 'large.bin']],
  ['skipped', 'skip-held', ['large.bin']],
] as const)(
  'a kept file that is %s while its upload is: by the run that sends the others',
  async (_, action, sent) => {
    const { watching, id } = await keepsWhileSending();
    await decide(watching, id, action);
    expect(unwrap(watching.engine.upload(id)).state).toBe('uploading');
    await env.useFaults([]);
    await watching.untilSent(sent.length);
    expect((await acceptedPaths(env, watching)).toSorted()).toEqual(sent);
    expect(unwrap(watching.engine.upload(id))).toMatchObject({
      state: 'finished',
      totals: { held: { items: 0 } },
    });
  },
);

test('a kept file about which a person decides after the others were sent, before that ended, is sent', async () => {
  const { watching, id } = await keepsWhileSending();
  const { context } = watching.engine;
  const { fileHashes } = context.repositories;
  const { promise: decided, resolve } = Promise.withResolvers<unknown>();
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(fileHashes, 'itemsWith').mockImplementationOnce(() => {
    resolve(decideHeld(context, id, { ...runOptions(), held: 'retry' }, resolve));
    return [];
  });
  await env.useFaults([]);
  expect(await decided).toEqual(decidedAbout(1));
  await watching.untilSent(2);
  expect((await acceptedPaths(env, watching)).toSorted()).toEqual(['a-empty.txt', 'large.bin']);
});

test('a decision about a file is kept when its upload cannot be continued', async () => {
  const { watching, id } = await keepsFile();
  const { engine, ruleId } = watching;
  unwrap(await engine.watch.pause(ruleId));
  unwrap(await engine.watch.remove(ruleId));
  const stop = AbortSignal.abort();
  unwrap(decideHeld(engine.context, id, { ...runOptions(), signal: stop, held: 'retry' }, () => undefined));
  await expect.poll(() => engine.context.runs.isRunning(id), bound).toBe(false);
  expect(unwrap(engine.upload(id))).toMatchObject({
    state: 'paused',
    totals: { held: { items: 0 }, queued: { items: 1 } },
  });
  expect(unwrap(await engine.run(id, runOptions())).totals.accepted.items).toBe(1);
});

test('an upload of which a finding is still to be recorded is not finished by a decision that leaves no file', async () => {
  const { watching, id } = await keepsFile();
  const { engine, ruleId } = watching;
  unwrap(await engine.watch.pause(ruleId));
  unwrap(await engine.watch.remove(ruleId));
  const { context } = engine;
  context.store.writes.transaction(() => context.repositories.inspections.setChanging(id, true));
  const stop = AbortSignal.abort();
  unwrap(decideHeld(context, id, { ...runOptions(), signal: stop, held: 'skip' }, () => undefined));
  await expect.poll(() => context.runs.isRunning(id), bound).toBe(false);
  expect(unwrap(engine.upload(id))).toMatchObject({ state: 'paused', totals: { queued: { items: 0 } } });
});

test('an upload that a person resumed while its rule was paused stops when it is paused again', async () => {
  const watching = await watchFolder(env, { pack: 'never' });
  const { engine, ruleId } = watching;
  const id = await sendSlowly(env, watching);
  unwrap(await engine.watch.pause(ruleId));
  const resumed = engine.run(id, runOptions());
  await expect.poll(() => unwrap(engine.upload(id)).state, bound).toBe('uploading');
  unwrap(await engine.watch.pause(ruleId));
  expect(await resumed).toMatchObject({ ok: false, failure: { code: 'stopped' } });
  expect(unwrap(engine.upload(id)).state).toBe('paused');
  await env.useFaults([]);
  unwrap(await engine.watch.activate(ruleId, null));
  await watching.untilSent(1);
});
