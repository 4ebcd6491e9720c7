/** From a file in a watched folder to the platform and into the ledger, with the real sandbox. */
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, test, vi } from 'vitest';
import { watchRule } from '../../preload/contract/watch/watched-folder.ts';
import { codeOf, unwrap } from '../fixtures/result.ts';
import { runOptions, shareTestEnv } from './harness.ts';
import {
  acceptedIn,
  acceptedPaths,
  addFiles,
  addRule,
  bound,
  changeRule,
  connect,
  ledgerOf,
  openConnected,
  places,
  startAgain,
  type Watching,
  watchFolder,
} from './watching.ts';

const env = await shareTestEnv();

const pathsOf = (watching: Watching) => acceptedPaths(env, watching);

describe('what is put into a watched folder', () => {
  test('becomes one upload with its custodians, and the ledger says what was sent', async () => {
    const watching = await watchFolder(env, { custodianBy: 'folder:1', pack: 'never' });
    addFiles(watching.folder, {
      'Ng, Ana/mail/a.eml': 'mail of Ana',
      'Roe, Sam/b.txt': 'text of Sam',
      'top.txt': 'of nobody',
    });
    await watching.untilSent(3);
    expect(watching.engine.uploads()).toHaveLength(1);
    const accepted = await acceptedIn(env, watching);
    expect(accepted.map(({ filename, custodian }) => [filename, custodian]).toSorted()).toEqual([
      ['Ng, Ana/mail/a.eml', 'Ng, Ana'],
      ['Roe, Sam/b.txt', 'Roe, Sam'],
      ['top.txt', null],
    ]);
    expect(ledgerOf(watching)).toHaveLength(3);
    for (const row of ledgerOf(watching))
      expect(row).toMatchObject({
        state: 'sent',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        version: 1,
      });
  });

  test('is sent once: not after a rename, and as a copy or new version if it is one', async () => {
    const watching = await watchFolder(env, { pack: 'never' });
    addFiles(watching.folder, { 'a.txt': 'first', 'b.txt': 'second', 'c.txt': 'third' });
    await watching.untilSent(3);
    mkdirSync(join(watching.folder, 'sorted'));
    renameSync(join(watching.folder, 'a.txt'), join(watching.folder, 'sorted/a.txt'));
    copyFileSync(join(watching.folder, 'b.txt'), join(watching.folder, 'copy of b.txt'));
    writeFileSync(join(watching.folder, 'c.txt'), 'third, changed');
    await watching.untilSent(5);
    await watching.until(({ counts }) => counts.renamed === 1);
    expect(await pathsOf(watching)).toEqual(['a.txt', 'b.txt', 'c.txt', 'c.txt', 'copy of b.txt']);
    expect(
      ledgerOf(watching).map(({ path, state, kind, version }) => ({ path, state, kind, version })),
    ).toEqual(
      expect.arrayContaining([
        { path: 'sorted/a.txt', state: 'renamed', kind: 'new', version: 1 },
        { path: 'copy of b.txt', state: 'sent', kind: 'copy', version: 1 },
        { path: 'c.txt', state: 'sent', kind: 'version', version: 2 },
      ]),
    );
  });

  test('is not sent again after a restart, nor by the same rule made again', async () => {
    const at = places(env);
    const first = await watchFolder(env, {}, at);
    addFiles(at.folder, { 'a.txt': 'first' });
    await first.untilSent(1);
    await first.engine.close();

    const restarted = await startAgain(env, first);
    const { engine } = restarted;
    addFiles(at.folder, { 'b.txt': 'second' });
    await restarted.untilSent(2);
    unwrap(await engine.watch.remove(first.ruleId));
    expect(codeOf(engine.watch.view(first.ruleId))).toBe('watch-rule-not-found');

    const remade = await addRule(env, restarted, {});
    addFiles(at.folder, { 'c.txt': 'third' });
    await remade.untilSent(1);
    await remade.until(({ counts }) => counts.skipped === 2);
    expect(await pathsOf(remade)).toEqual(['a.txt', 'b.txt', 'c.txt']);
  });
});

describe('the dataset', () => {
  const sendTwice = async (watching: Watching) => {
    addFiles(watching.folder, { 'X/1.txt': 'one', 'Y/1.txt': 'one of Y' });
    await watching.untilSent(2);
    addFiles(watching.folder, { 'X/2.txt': 'two' });
    await watching.untilSent(3);
    const accepted = await acceptedIn(env, watching);
    const named = new Map(watching.engine.uploads().map((each) => [each.datasetId, each.datasetName]));
    return {
      datasets: named.size,
      of: Object.fromEntries(accepted.map(({ filename, datasetId }) => [filename, named.get(datasetId)])),
    };
  };

  test('is one for good per rule', async () => {
    const sent = await sendTwice(await watchFolder(env, { dataset: 'All', datasetPer: 'rule' }));
    expect(sent).toEqual({ datasets: 1, of: { 'X/1.txt': 'All', 'Y/1.txt': 'All', 'X/2.txt': 'All' } });
  });

  test('is another one for each batch', async () => {
    const sent = await sendTwice(await watchFolder(env, { dataset: '{folder}', datasetPer: 'batch' }));
    expect(sent.datasets).toBe(2);
    expect(new Set(Object.values(sent.of))).toEqual(new Set(['inbox']));
  });

  test('is one for each top-level folder', async () => {
    const sent = await sendTwice(await watchFolder(env, { dataset: '{folder}', datasetPer: 'folder' }));
    expect(sent).toEqual({ datasets: 2, of: { 'X/1.txt': 'X', 'Y/1.txt': 'Y', 'X/2.txt': 'X' } });
  });

  test('named after the custodian is one for each custodian', async () => {
    const rule = { dataset: '{custodian}', datasetPer: 'rule', custodianBy: 'folder:1' } as const;
    const sent = await sendTwice(await watchFolder(env, rule));
    expect(sent).toEqual({ datasets: 2, of: { 'X/1.txt': 'X', 'Y/1.txt': 'Y', 'X/2.txt': 'X' } });
  });
});

describe('a rule waits', () => {
  test('for its hours, and files settle meanwhile', async () => {
    const tomorrow = [{ days: [(new Date().getDay() + 2) % 7], from: '08:00', to: '09:00' }];
    const watching = await watchFolder(env, { schedule: tomorrow });
    addFiles(watching.folder, { 'a.txt': 'first' });
    const view = await watching.until(({ waitingFor }) => waitingFor?.kind === 'schedule');
    expect(view.counts).toMatchObject({ settled: 1, sent: 0 });
    // The day after tomorrow at eight, at the earliest.
    expect(view.time?.times[0]).toMatchObject({ bound: { kind: 'hours' } });
    expect(view.time?.times[0]?.low).toBeGreaterThan(31 * 3600);
    expect(watching.engine.uploads()).toEqual([]);
    await changeRule(env, watching, { schedule: null });
    await watching.untilSent(1);
  });

  test('for a key that was refused, and sends with another session', async () => {
    const watching = await watchFolder(env);
    await env.useFaults([
      { match: { operation: 'PostDatabaseDataset' }, fault: { kind: 'status', status: 401 } },
    ]);
    addFiles(watching.folder, { 'a.txt': 'first' });
    await watching.until(({ waitingFor }) => waitingFor?.kind === 'key');
    await env.useFaults([]);
    await connect(env, watching.engine);
    await watching.untilSent(1);
    expect(watching.engine.uploads()).toHaveLength(1);
  });

  test('for its folder, whose files are not sent again when it is back', async () => {
    const watching = await watchFolder(env);
    addFiles(watching.folder, { 'a.txt': 'first' });
    await watching.untilSent(1);
    renameSync(watching.folder, `${watching.folder} away`);
    await watching.until(({ waitingFor }) => waitingFor?.kind === 'folder');
    renameSync(`${watching.folder} away`, watching.folder);
    addFiles(watching.folder, { 'b.txt': 'second' });
    await watching.untilSent(2);
    expect(await pathsOf(watching)).toEqual(['a.txt', 'b.txt']);
  });

  test('while it is paused', async () => {
    const watching = await watchFolder(env);
    unwrap(await watching.engine.watch.pause(watching.ruleId));
    addFiles(watching.folder, { 'a.txt': 'first' });
    expect(watching.view()).toMatchObject({ state: 'paused', waitingFor: null });
    unwrap(await watching.engine.watch.activate(watching.ruleId, null));
    await watching.untilSent(1);
  });
});

test.each([
  ['with other files in the folder', { 'kept.txt': 'sent before' }],
  ['and the folder is empty then', {}],
])('a batch whose files are deleted before they are sent ends, %s', async (_where, before) => {
  const watching = await watchFolder(env, { pack: 'never' });
  addFiles(watching.folder, before);
  await watching.untilSent(Object.keys(before).length);
  await env.useFaults([{ match: { operation: 'PostDatasetFile' }, fault: { kind: 'status', status: 503 } }]);
  addFiles(watching.folder, { 'a.txt': 'first', 'b.txt': 'second' });
  await watching.until(({ uploadId, counts }) => uploadId !== null && counts.sending === 2);
  for (const name of ['a.txt', 'b.txt']) rmSync(join(watching.folder, name));
  await env.useFaults([]);
  // What isn't there any more can't be sent: it is gone, and says what became of it.
  await watching.until(({ counts }) => counts.failed === 0 && counts.sending === 0);
  const gone = ledgerOf(watching).filter(({ state }) => state === 'gone');
  expect(gone.map(({ path, reason }) => [path, reason?.code]).sort()).toEqual([
    ['a.txt', 'not-sent'],
    ['b.txt', 'not-sent'],
  ]);
  addFiles(watching.folder, { 'c.txt': 'third' });
  await watching.untilSent(Object.keys(before).length + 1);
});

test('what a paused rule had settled is sent by another rule over the same folder, once', async () => {
  const first = await watchFolder(env, { name: 'Before', quietSeconds: 600 });
  addFiles(first.folder, { 'a.txt': 'first' });
  await first.until(({ counts }) => counts.settled === 1);
  unwrap(await first.engine.watch.pause(first.ruleId));
  const second = await addRule(env, first, { name: 'After' });
  await second.untilSent(1);
  unwrap(await first.engine.watch.pause(second.ruleId));
  unwrap(await first.engine.watch.activate(first.ruleId, null));
  await first.until(({ counts }) => counts.skipped === 1);
});

test('a full disk is waited for, whatever could not be written', async () => {
  const watching = await watchFolder(env);
  const { watchBatches } = watching.engine.context.repositories;
  const full = () => {
    throw new Sqlite.SqliteError('database or disk is full', 'SQLITE_FULL');
  };
  for (const write of ['open', 'close', 'setRecorded'] as const)
    vi.spyOn(watchBatches, write).mockImplementationOnce(full);
  const waits: unknown[] = [];
  watching.engine.watch.onChange(() => waits.push(watching.view().waitingFor?.kind));
  addFiles(watching.folder, { 'a.txt': 'first' });
  await watching.untilSent(1);
  await watching.until(({ waitingFor }) => waitingFor === null);
  expect(waits).toContain('disk-full');
});

test('a rule that is activated twice at once runs once, and pauses', async () => {
  const watching = await watchFolder(env);
  const { engine, ruleId } = watching;
  await Promise.all([engine.watch.activate(ruleId, null), engine.watch.activate(ruleId, null)]);
  unwrap(await engine.watch.pause(ruleId));
  addFiles(watching.folder, { 'a.txt': 'first' });
  // By then, a rule that still ran would have seen the file too.
  const other = await addRule(env, watching, { name: 'Other' });
  await other.untilSent(1);
  expect(ledgerOf(watching)).toEqual([]);
});

test('a rule that may not upload is broken until a person activates it again', async () => {
  const watching = await watchFolder(env);
  await env.useFaults([
    { match: { operation: 'PostDatabaseDataset' }, fault: { kind: 'status', status: 403 } },
  ]);
  addFiles(watching.folder, { 'a.txt': 'first' });
  const broken = await watching.until(({ state }) => state === 'broken');
  expect(broken.failure).toMatchObject({ code: 'forbidden' });
  await env.useFaults([]);
  unwrap(await watching.engine.watch.activate(watching.ruleId, null));
  await watching.untilSent(1);
});

test('a rule whose dataset is gone sends its files to another once a person activates it again', async () => {
  const watching = await watchFolder(env, { datasetPer: 'rule' });
  addFiles(watching.folder, { 'a.txt': 'first' });
  await watching.untilSent(1);
  await env.useFaults([{ match: { operation: 'PostDatasetFile' }, fault: { kind: 'status', status: 404 } }]);
  addFiles(watching.folder, { 'b.txt': 'second' });
  const broken = await watching.until(({ state }) => state === 'broken');
  expect(broken.failure).toMatchObject({ code: 'dataset-not-found' });
  await env.useFaults([]);
  unwrap(await watching.engine.watch.activate(watching.ruleId, null));
  await watching.untilSent(2);
  expect(new Set(watching.engine.uploads().map(({ datasetId }) => datasetId)).size).toBe(2);
});

test.each<[string, (watching: Watching) => Promise<unknown>]>([
  ['as it is', async () => undefined],
  ['with another dataset', (watching) => changeRule(env, watching, { dataset: 'Other' })],
  ['after it was paused', ({ engine, ruleId }) => engine.watch.pause(ruleId)],
])(
  'a rule whose upload loses its dataset sends the rest to another once it is activated %s',
  async (_how, change) => {
    const watching = await watchFolder(env, { datasetPer: 'rule' });
    const { engine, ruleId } = watching;
    await env.useFaults([
      { match: { operation: 'PostDatasetFile' }, fault: { kind: 'status', status: 404 } },
    ]);
    addFiles(watching.folder, { 'a.txt': 'first' });
    const { failure } = await watching.until(({ state }) => state === 'broken');
    expect(failure).toMatchObject({ code: 'dataset-not-found' });
    await env.useFaults([]);
    await change(watching);
    unwrap(await engine.watch.activate(ruleId, null));
    await watching.untilSent(1);
    const [sent, refused] = engine.uploads().toSorted((one, other) => other.id - one.id);
    expect(refused).toMatchObject({ state: 'finished', totals: { failed: { items: 1 } } });
    expect(sent?.datasetId).not.toBe(refused?.datasetId);
  },
);

test('accepted files are moved into the subfolder that the rule names, which is not watched', async () => {
  const watching = await watchFolder(env, { afterwards: { moveTo: 'Sent' } });
  addFiles(watching.folder, { 'Ng, Ana/a.txt': 'first', 'b.txt': 'second' });
  await watching.untilSent(2);
  await expect.poll(() => existsSync(join(watching.folder, 'Sent/Ng, Ana/a.txt')), bound).toBe(true);
  await expect.poll(() => existsSync(join(watching.folder, 'Sent/b.txt')), bound).toBe(true);
  await expect
    .poll(() => ledgerOf(watching).map(({ path, movedTo }) => [path, movedTo]), bound)
    .toEqual(expect.arrayContaining([['b.txt', 'Sent/b.txt']]));
  addFiles(watching.folder, { 'c.txt': 'third' });
  await watching.untilSent(3);
  expect(await pathsOf(watching)).toEqual(['Ng, Ana/a.txt', 'b.txt', 'c.txt']);
});

test('what becomes of an upload whose rule was removed is in the ledger all the same', async () => {
  const watching = await watchFolder(env);
  const { engine } = watching;
  await env.useFaults([{ match: { operation: 'PutPart' }, fault: { kind: 'status', status: 503 } }]);
  addFiles(watching.folder, { 'a.txt': 'first' });
  const { uploadId } = await watching.until((view) => view.uploadId !== null);
  unwrap(await engine.watch.remove(watching.ruleId));
  await env.useFaults([]);
  const upload = unwrap(engine.upload(uploadId ?? 0));
  expect(unwrap(await engine.run(upload.id, runOptions())).state).toBe('finished');
  await expect.poll(() => ledgerOf(watching).map(({ state }) => state), bound).toEqual(['sent']);
});

describe('a rule is refused', () => {
  test.each([
    ['without its folder', { path: '/nowhere/at/all' }, 'source-missing'],
    ['for another name than the three', { dataset: '{matter}' }, 'watch-rule-invalid'],
    ['for a custodian that nothing names', { dataset: '{custodian}' }, 'watch-rule-invalid'],
    ['for a custodian rule of another kind', { custodianBy: 'name:3' }, 'watch-rule-invalid'],
    ['for a pattern without its group', { custodianBy: 'regex:^x' }, 'custodian-pattern-invalid'],
    ['for a glob', { exclude: ['[z-a]'] }, 'glob-invalid'],
    ['for a relative path', { path: 'inbox' }, 'watch-rule-invalid'],
  ])('%s', async (_why, given, code) => {
    const at = places(env);
    const { engine, account } = await openConnected(env, at);
    const rule = watchRule.parse({ path: at.folder, database: 1, dataset: 'x', ...given });
    expect(codeOf(await engine.watch.save({ ruleId: null, account, connectionId: null, rule }))).toBe(code);
  });

  test('if it contains the data folder', async () => {
    const at = places(env);
    const { engine, account } = await openConnected(env, at);
    const rule = watchRule.parse({ path: join(at.stateDir, '..'), database: 1, dataset: 'x' });
    expect(codeOf(await engine.watch.save({ ruleId: null, account, connectionId: null, rule }))).toBe(
      'state-in-source',
    );
  });
});
