/** What is found in the files of a watched folder before they are sent: it stays with them, and a rule may keep such files. */
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { verifyReceipt } from '../../main/engine/index.ts';
import { createReadQueries } from '../../main/engine/rpc/read-queries.ts';
import { noExceptions } from '../../preload/contract/views/exception.ts';
import { lockedFiles } from '../fixtures/locked-files.ts';
import { failureOf, unwrap } from '../fixtures/result.ts';
import { runOptions, shareTestEnv } from './harness.ts';
import { addFiles, bound, connect, places, startAgain, type Watching, watchFolder } from './watching.ts';

const env = await shareTestEnv();
const zip = lockedFiles.find(({ type }) => type === 'zip');
const password = zip?.passwords[0] ?? '';

/** A locked archive, an empty file, and one in which nothing is found. */
function addFound({ folder }: Pick<Watching, 'folder'>): void {
  writeFileSync(join(folder, 'locked.zip'), zip?.bytes ?? '');
  addFiles(folder, { 'empty.txt': '', 'whole.txt': 'text' });
}

/** What the ledger says of each file, by name. */
const ledger = ({ engine }: Watching) =>
  Object.fromEntries(
    engine.context.store.db
      .prepare<[], [string, string, string | null]>(
        'SELECT name, state, issue FROM watch_files ORDER BY name',
      )
      .raw()
      .all()
      .map(([name, state, issue]) => [name, [state, issue]]),
  );

test('what was found stays with a sent file, and the rule counts it', async () => {
  const watching = await watchFolder(env);
  addFound(watching);
  await watching.untilSent(3);
  expect(ledger(watching)).toEqual({
    'empty.txt': ['sent', 'empty'],
    'locked.zip': ['sent', 'locked'],
    'whole.txt': ['sent', null],
  });
  expect(watching.view()).toMatchObject({ found: 2, foundIssues: ['locked', 'empty'] });
});

test('a rule keeps files for a person, who sends them', async () => {
  const watching = await watchFolder(env, { hold: ['locked'] });
  const { engine } = watching;
  addFound(watching);
  await watching.until(({ counts }) => counts.sent === 2 && counts.held === 1);
  expect(ledger(watching)['locked.zip']).toEqual(['held', 'locked']);
  expect(watching.view().heldFor).toEqual(['Encrypted or locked']);
  const [upload] = engine.uploads();
  expect(watching.view().reviewUpload).toBe(upload?.id);
  expect(upload).toMatchObject({
    state: 'finished',
    withheld: 1,
    withheldFor: ['Encrypted or locked'],
    exceptions: { ...noExceptions, held: 1, empty: 1 },
  });
  if (upload === undefined) throw new Error('There is an upload');
  unwrap(await engine.run(upload.id, runOptions({ held: 'retry' })));
  await watching.untilSent(3);
  expect(ledger(watching)['locked.zip']).toEqual(['sent', 'locked']);
  expect(unwrap(engine.upload(upload.id)).withheld).toBe(0);
  const path = join(mkdtempSync(join(env.dir, 'receipt-')), 'receipt.json');
  unwrap(await engine.writeReceipt(upload.id, 'json', createWriteStream(path)));
  expect(unwrap(await verifyReceipt(path, {}))).toMatchObject({ intact: true });
});

test('a person decides about one kept file, and the other one waits: to skip it moves no end', async () => {
  const watching = await watchFolder(env, { hold: ['empty'] });
  const { engine } = watching;
  addFiles(watching.folder, { 'a.txt': '', 'b.txt': '', 'c.txt': '' });
  await watching.until(({ counts }) => counts.held === 3);
  const [upload] = engine.uploads();
  if (upload === undefined) throw new Error('There is an upload');
  const items = [...engine.context.repositories.items.problemItems(upload.id)];
  const idOf = (name: string) => items.find((item) => item.name === name)?.id ?? 0;
  unwrap(await engine.run(upload.id, runOptions({ held: 'retry', heldItems: [idOf('a.txt')] })));
  const endedAt = unwrap(engine.upload(upload.id)).finishedAt;
  unwrap(await engine.run(upload.id, runOptions({ held: 'skip', heldItems: [idOf('b.txt')] })));
  expect(unwrap(engine.upload(upload.id)).finishedAt).toBe(endedAt);
  await watching.until(({ counts }) => counts.sent === 1 && counts.skipped === 1 && counts.held === 1);
  expect(ledger(watching)).toEqual({
    'a.txt': ['sent', 'empty'],
    'b.txt': ['skipped', 'empty'],
    'c.txt': ['held', 'empty'],
  });
  // What was found is in the reason of a held file, but not in the decision about it.
  expect([...engine.problems(upload.id)].map(({ path, found }) => [basename(path), found])).toEqual([
    ['b.txt', 'Empty'],
    ['c.txt', undefined],
  ]);
});

test('a held file that is deleted still needs review, in its folder as in its upload, and is skipped if a person decides to send it', async () => {
  const watching = await watchFolder(env, { hold: ['locked'] });
  const { engine, folder } = watching;
  addFound(watching);
  await watching.until(({ counts }) => counts.held === 1);
  rmSync(join(folder, 'locked.zip'));
  const goneAt = "SELECT gone_at FROM watch_files WHERE name = 'locked.zip' AND gone_at IS NOT NULL";
  await expect.poll(() => engine.context.store.db.prepare(goneAt).all(), bound).toHaveLength(1);
  expect(ledger(watching)['locked.zip']).toEqual(['held', 'locked']);
  const [upload] = engine.uploads();
  expect([watching.view().counts.held, upload?.totals.held.items]).toEqual([1, 1]);
  if (upload === undefined) throw new Error('There is an upload');
  unwrap(await engine.run(upload.id, runOptions({ held: 'retry' })));
  const { totals } = unwrap(engine.upload(upload.id));
  expect([totals.held.items, totals.failed.items, totals.skipped.items]).toEqual([0, 0, 1]);
  expect([...engine.problems(upload.id)]).toMatchObject([{ reason: { code: 'left-watched-folder' } }]);
  await watching.until(({ counts }) => counts.held === 0);
  const path = join(mkdtempSync(join(env.dir, 'receipt-')), 'receipt.json');
  unwrap(await engine.writeReceipt(upload.id, 'json', createWriteStream(path)));
  expect(unwrap(await verifyReceipt(path, {}))).toMatchObject({ intact: true });
  expect(ledger(watching)['locked.zip']).toEqual(['gone', 'locked']);
});

test('an upload of which everything is kept makes no dataset', async () => {
  const watching = await watchFolder(env, { hold: ['empty'], dataset: 'Nothing of this' });
  addFiles(watching.folder, { 'a.txt': '', 'b.txt': '' });
  await watching.until(({ counts }) => counts.held === 2);
  const { engine } = watching;
  const [upload] = engine.uploads();
  expect(upload).toMatchObject({ state: 'finished', datasetId: null });
  if (upload === undefined) throw new Error('There is an upload');
  unwrap(await engine.run(upload.id, runOptions({ held: 'skip' })));
  expect(engine.uploads()).toMatchObject([
    { state: 'finished', datasetId: null, totals: { skipped: { items: 2 } } },
  ]);
  await watching.until(({ counts }) => counts.held === 0);
});

test('the passwords of a rule go with its files, and are nowhere in the data folder', async () => {
  const at = places(env);
  const passwordFile = join(at.stateDir, '..', 'passwords.txt');
  writeFileSync(passwordFile, `wrong\n${password}\n`);
  const watching = await watchFolder(env, { passwordFile, hold: ['locked'] }, at);
  addFound(watching);
  await watching.untilSent(3);
  expect(ledger(watching)['locked.zip']).toEqual(['sent', null]);
  for (const file of ['lading.db', 'lading.db-wal'])
    if (existsSync(join(at.stateDir, file)))
      expect(readFileSync(join(at.stateDir, file)).includes(password), file).toBe(false);
});

test('a file of passwords that went away is waited for, and none is taken from the watched folder', async () => {
  const at = places(env);
  const passwordFile = join(at.stateDir, '..', 'passwords.txt');
  writeFileSync(passwordFile, password);
  const watching = await watchFolder(env, { passwordFile }, at);
  const { engine, ruleId, folder } = watching;
  rmSync(passwordFile);
  addFound(watching);
  await watching.until(({ waitingFor }) => waitingFor?.kind === 'password-file');
  writeFileSync(passwordFile, password);
  unwrap(await engine.watch.scanNow(ruleId));
  await watching.untilSent(3);
  const account = await connect(env, engine);
  const refused = { code: 'watch-rule-invalid', problem: 'in-watched-folder' };
  const link = join(at.stateDir, '..', 'link');
  symlinkSync(folder, link);
  for (const inside of [folder, link]) {
    const rule = { ...watching.view().rule, passwordFile: join(inside, 'passwords.txt') };
    const saved = await engine.watch.save({ ruleId, account, connectionId: null, rule });
    expect(failureOf(saved)).toMatchObject(refused);
  }
  unwrap(await engine.watch.pause(ruleId));
  rmSync(passwordFile);
  symlinkSync(join(folder, 'locked.zip'), passwordFile);
  expect(failureOf(await engine.watch.activate(ruleId, null))).toMatchObject(refused);
});

test('a file of a renamed folder keeps the custodian that was sent, and says which one the rule names now', async () => {
  const watching = await watchFolder(env, { custodianBy: 'folder:1' });
  const { engine, folder, ruleId } = watching;
  addFiles(folder, { 'Ann/a.txt': 'first', 'Ann/b.txt': 'second', 'Cid/c.txt': 'third' });
  await watching.untilSent(3);
  renameSync(join(folder, 'Ann'), join(folder, 'Bob'));
  renameSync(join(folder, 'Cid/c.txt'), join(folder, 'Cid/d.txt'));
  await watching.until(({ counts, otherCustodian }) => counts.renamed === 3 && otherCustodian === 2);
  const queries = createReadQueries(engine.context.store.db);
  const listed = queries.watchHistory({
    ...{ ruleId, states: [], exceptions: true, search: '', sort: null, offset: 0, limit: 10 },
  });
  expect(listed.total).toBe(2);
  expect(
    listed.entries.map(({ path, custodian, otherCustodian }) => [path, custodian, otherCustodian]),
  ).toEqual(
    expect.arrayContaining([
      ['Bob/a.txt', 'Ann', { sent: 'Ann', now: 'Bob' }],
      ['Bob/b.txt', 'Ann', { sent: 'Ann', now: 'Bob' }],
    ]),
  );
  // The rule names everybody alike from now on.
  const rule = { ...watching.view().rule, custodianBy: null, custodian: 'Ann' };
  const account = await connect(env, engine);
  unwrap(await engine.watch.save({ ruleId, account, connectionId: null, rule }));
  await watching.until(({ otherCustodian }) => otherCustodian === 1);
});

test('a file that was moved is compared again once the CSV of custodians names another one, also after a restart', async () => {
  const at = places(env);
  const custodianMap = `${at.folder}.csv`;
  const before = 'path,custodian\nAnn,Ann\n';
  writeFileSync(custodianMap, before);
  const watching = await watchFolder(env, { custodianMap, custodian: 'Ann' }, at);
  const { engine, folder, ruleId } = watching;
  addFiles(folder, { 'Ann/a.txt': 'first' });
  await watching.untilSent(1);
  mkdirSync(join(folder, 'Bob'));
  renameSync(join(folder, 'Ann/a.txt'), join(folder, 'Bob/a.txt'));
  await watching.until(({ counts }) => counts.renamed === 1);
  const { renamedCustodians } = engine.context.repositories;
  await expect.poll(() => renamedCustodians.uncompared(ruleId, 1), bound).toEqual([]);
  expect(watching.view().otherCustodian).toBe(0);
  writeFileSync(custodianMap, `${before}Bob,Bob\n`);
  unwrap(await engine.watch.scanNow(ruleId));
  await watching.until(({ otherCustodian }) => otherCustodian === 1);
  await engine.close();
  writeFileSync(custodianMap, before);
  const again = await startAgain(env, watching);
  await again.until(({ otherCustodian }) => otherCustodian === 0);
});
