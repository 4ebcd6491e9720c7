import { mkdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchRule, watchRuleDraft } from '../../preload/contract/watch/watched-folder.ts';
import { call, callOk, events, sandbox, setUpHandlers, stateDir } from './rpc-handlers.ts';

setUpHandlers();

const bound = { timeout: 60_000, interval: 50 };
const short = { settleSeconds: 1, quietSeconds: 1, rescanSeconds: 1 };

test('a watched folder from the draft to its history, as the window calls it', async () => {
  const inbox = `${stateDir} inbox`;
  mkdirSync(join(inbox, 'Ng, Ana'), { recursive: true });
  writeFileSync(join(inbox, 'Ng, Ana/Ähre.txt'), 'text');
  writeFileSync(join(inbox, 'b.tmp'), 'partial');
  const rule = watchRule.parse({
    ...short,
    path: inbox,
    database: sandbox.databaseId,
    dataset: '{folder} {custodian}',
    custodianBy: 'folder:1',
  });
  const given = { connectionId: 'c1', rule, chosen: { path: inbox } };
  const draft = await callOk('watch.save', { ...given, ruleId: null });
  const ruleId = draft.id;
  expect(draft).toMatchObject({ state: 'draft', connectionId: 'c1', rule: { path: inbox } });
  expect(await call('watch.save', { ...given, ruleId: null })).toMatchObject({
    ok: false,
    failure: { code: 'watch-name-taken' },
  });
  expect(await callOk('watch.rehearse', { ruleId })).toMatchObject({
    files: 1,
    notYetSettled: 1,
    custodians: [{ custodian: 'Ng, Ana', files: 1 }],
    datasets: [{ name: expect.stringMatching(/ inbox Ng, Ana$/), files: 1 }],
    examples: [{ path: 'Ng, Ana/Ähre.txt', custodian: 'Ng, Ana' }],
  });
  expect(await callOk('watch.databaseCheck', { ruleId })).toMatchObject({ reason: null });
  await callOk('watch.start', undefined);
  await callOk('watch.activate', { ruleId, confirmDatabase: null });
  const counts = async () => (await callOk('watch.list', undefined))[0]?.counts;
  await expect.poll(counts, bound).toMatchObject({ sent: 1, settling: 0, sending: 0 });
  renameSync(join(inbox, 'Ng, Ana/Ähre.txt'), join(inbox, 'Ng, Ana/new name.txt'));
  await expect.poll(counts, bound).toMatchObject({ sent: 1, renamed: 1 });

  // A temporary name is counted at once, and listed with what doesn't settle after an hour.
  const scanned = async () => (await callOk('watch.list', undefined))[0]?.lastScan;
  expect(await scanned()).toMatchObject({ temporary: 1, unreadable: 0 });
  const hourAgo = new Date(Date.now() - 3_700_000);
  utimesSync(join(inbox, 'b.tmp'), hourAgo, hourAgo);
  await expect
    .poll(() => callOk('watch.unsettled', { ruleId }), bound)
    .toMatchObject([{ code: 'temporary-name', files: 1, bytes: 7, path: 'b.tmp' }]);

  const page = { ruleId, states: [], sort: null, offset: 0, limit: 50 };
  const all = await callOk('watch.history', { ...page, search: '' });
  expect(all.entries.map(({ path, state, earlierPath }) => [path, state, earlierPath])).toEqual(
    expect.arrayContaining([
      ['Ng, Ana/new name.txt', 'renamed', 'Ng, Ana/Ähre.txt'],
      ['Ng, Ana/Ähre.txt', 'sent', null],
    ]),
  );
  expect(all.total).toBe(all.entries.length);
  const [sent] = (await callOk('watch.history', { ...page, search: 'ÄHRE' })).entries;
  expect(sent).toMatchObject({ path: 'Ng, Ana/Ähre.txt', custodian: 'Ng, Ana', kind: 'new', version: 1 });
  const byContent = await callOk('watch.history', { ...page, search: sent?.sha256 ?? '' });
  expect(byContent.entries.map(({ id }) => id)).toContain(sent?.id);
  const renamed = await callOk('watch.history', { ...page, states: ['renamed'], search: '' });
  expect(renamed).toMatchObject({ total: 1, entries: [{ path: 'Ng, Ana/new name.txt' }] });

  const [rename] = renamed.entries;
  expect(rename?.earlier).toEqual({ rule: null, uploadId: sent?.uploadId, custodian: 'Ng, Ana' });
  for (const about of [sent, rename]) {
    const history = await callOk('watch.fileHistory', { ruleId, entryId: about?.id ?? 0 });
    expect(history.map(({ path, state }) => [path, state])).toEqual([
      ['Ng, Ana/new name.txt', 'renamed'],
      ['Ng, Ana/Ähre.txt', 'sent'],
    ]);
    expect(history[1]?.goneAt).toEqual(expect.any(String));
  }

  const { batches } = await callOk('watch.batches', { ruleId, sort: null, offset: 0, limit: 10 });
  expect(batches).toMatchObject([{ files: 1, bytes: 4, uploadId: sent?.uploadId }]);
  const file = `${inbox}.csv`;
  await callOk('watch.writeLedger', { ruleId, states: [], search: '', sort: null, path: file });
  expect(readFileSync(file, 'utf8').split('\n')[0]).toContain('Earlier path');
  const { uploads, watchedFolders } = await callOk('uploads.snapshot', undefined);
  expect(uploads).toMatchObject([{ watchRuleId: ruleId }]);
  expect(watchedFolders).toMatchObject([{ id: ruleId, state: 'active' }]);
  expect(events.some(({ event }) => event === 'watch.changed')).toBe(true);
  expect(await callOk('watch.pause', { ruleId })).toMatchObject({
    state: 'paused',
    lastScan: { at: expect.any(String), files: 2 },
  });

  // A damaged row of the store costs its own rule only.
  const other = `${stateDir} other`;
  mkdirSync(other);
  const { id: otherId } = await callOk('watch.save', {
    ...given,
    ruleId: null,
    rule: { ...rule, path: other, name: 'Other' },
    chosen: { path: other },
  });
  const db = new Sqlite(join(stateDir, 'lading.db'));
  const setRule = db.prepare('UPDATE watch_rules SET rule = ? WHERE id = ?');
  const damaged = { code: 'stored-value-damaged', table: 'watch_rules', column: 'rule', row: String(ruleId) };
  for (const [damage, path] of [
    ['{"name":', '?'],
    [JSON.stringify({ path: inbox, quietSeconds: -1 }), inbox],
  ] as const) {
    setRule.run(damage, ruleId);
    expect(await callOk('watch.list', undefined)).toMatchObject([
      { id: ruleId, state: 'broken', failure: damaged, rule: { path, database: sandbox.databaseId } },
      { id: otherId, state: 'draft', failure: null, rule: { path: other } },
    ]);
  }
  db.close();
  for (const refused of [
    await call('watch.activate', { ruleId, confirmDatabase: null }),
    await call('watch.databaseCheck', { ruleId }),
    await call('watch.save', { ...given, ruleId }),
  ])
    expect(refused).toEqual({ ok: false, failure: damaged });
  await callOk('watch.pause', { ruleId });
  for (const id of [ruleId, otherId]) {
    await callOk('watch.remove', { ruleId: id });
    await expect.poll(() => events, bound).toContainEqual({ event: 'watch.removed', data: { ruleId: id } });
  }
});

test('what a person resumes is sent at once where its rule sends elsewhere by now, and left to a rule that sends it', async () => {
  const inbox = `${stateDir} elsewhere`;
  mkdirSync(inbox);
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
    writeFileSync(join(inbox, `${name}.bin`), name.repeat(60_000));
  const now = new Date();
  const clock = (hours: number) => `${String((now.getHours() + hours + 24) % 24).padStart(2, '0')}:00`;
  const schedule = [{ days: [0, 1, 2, 3, 4, 5, 6], from: clock(-1), to: clock(3) }];
  const { databaseId: database } = sandbox;
  const rule = watchRule.parse({ ...short, path: inbox, database, dataset: 'x', pack: 'never', schedule });
  const given = { connectionId: 'c1', ruleId: null, rule, chosen: { path: inbox } };
  await callOk('limits.set', { concurrency: 1, bytesPerSecond: 60_000, schedule: null });
  const { id: ruleId } = await callOk('watch.save', given);
  await callOk('watch.start', undefined);
  await callOk('watch.activate', { ruleId, confirmDatabase: null });
  const own = async () => (await callOk('watch.list', undefined)).find(({ id }) => id === ruleId);
  await expect.poll(async () => (await own())?.uploadId, bound).toEqual(expect.any(Number));
  const upload = async () => (await callOk('uploads.snapshot', undefined)).uploads[0];
  await expect.poll(async () => (await upload())?.totals.accepted.items, bound).toBeGreaterThan(0);
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: now.getTime() + 5 * 3_600_000 });
  await callOk('watch.scanNow', { ruleId });
  await expect.poll(async () => (await own())?.waitingFor?.kind, bound).toBe('schedule');
  await callOk('limits.set', { concurrency: 4, bytesPerSecond: null, schedule: null });
  const left = await upload();
  if (left === undefined) throw new Error('There is no upload');
  const resume = () => callOk('uploads.run', { uploadId: left.id, links: [], held: 'ask', isStart: false });

  await resume();
  await callOk('watch.scanNow', { ruleId });
  expect(await upload()).toMatchObject({ state: 'paused', totals: left.totals });

  const db = new Sqlite(join(stateDir, 'lading.db'));
  db.prepare('UPDATE watch_rules SET server_url = ?').run('https://elsewhere.example/');
  db.close();
  await resume();
  await expect.poll(async () => (await upload())?.state, bound).toBe('finished');
});

test('a rule has the paths that a person chose, now or before', async () => {
  const inbox = `${stateDir} granted`;
  const custodianMap = `${stateDir} custodians.csv`;
  const other = `${stateDir} other.csv`;
  mkdirSync(inbox);
  for (const file of [custodianMap, other]) writeFileSync(file, 'path,custodian\na,Roe\n');
  const rule = watchRule.parse({ path: inbox, database: sandbox.databaseId, dataset: 'x', custodianMap });
  const given = { connectionId: 'c1', ruleId: null, rule };
  const refused = { ok: false, failure: { code: 'source-not-granted' } };
  for (const chosen of [{}, { path: inbox }, { custodianMap }, { path: inbox, custodianMap: other }])
    expect(await call('watch.save', { ...given, chosen })).toMatchObject(refused);
  const { id: ruleId } = await callOk('watch.save', { ...given, chosen: { path: inbox, custodianMap } });
  const again = { ...given, ruleId, chosen: {} };
  expect(await callOk('watch.save', again)).toMatchObject({ id: ruleId, rule });
  const changed = { ...rule, custodianMap: other };
  expect(await call('watch.save', { ...again, rule: changed })).toMatchObject(refused);
  const saved = await callOk('watch.save', { ...again, rule: changed, chosen: { custodianMap: other } });
  expect(saved.rule.custodianMap).toBe(other);
  const without = { ...rule, custodianMap: null };
  expect((await callOk('watch.save', { ...again, rule: without })).rule.custodianMap).toBeNull();
  await callOk('watch.remove', { ruleId });
});

test('a draft is checked before it is complete, each problem at its field', async () => {
  const rule = watchRuleDraft.parse({ include: ['*.pst', '[a'], dataset: '{matter}' });
  expect(await callOk('watch.checkRule', { rule })).toMatchObject([
    { field: 'dataset', failure: { code: 'watch-rule-invalid', problem: 'unknown-placeholder' } },
    { field: 'include', failure: { code: 'glob-invalid', pattern: '[a' } },
  ]);
});

test('every copy that waits for a person is decided at once, or those that a search finds', async () => {
  const inbox = `${stateDir} copies`;
  mkdirSync(inbox);
  writeFileSync(join(inbox, 'first.txt'), 'same');
  const rule = watchRule.parse({
    ...short,
    path: inbox,
    database: sandbox.databaseId,
    dataset: '{folder}',
    sameContent: 'ask',
  });
  const given = { connectionId: 'c1', rule, ruleId: null, chosen: { path: inbox } };
  const { id: ruleId } = await callOk('watch.save', given);
  await callOk('watch.start', undefined);
  await callOk('watch.activate', { ruleId, confirmDatabase: null });
  const counts = async () => (await callOk('watch.list', undefined)).find(({ id }) => id === ruleId)?.counts;
  await expect.poll(counts, bound).toMatchObject({ sent: 1 });
  writeFileSync(join(inbox, 'copy.txt'), 'same');
  await expect.poll(counts, bound).toMatchObject({ held: 1 });
  await callOk('watch.pause', { ruleId });
  repeatCopy(ruleId, 1_200);

  const all = await callOk('watch.copies', { ruleId, search: '' });
  expect(all).toEqual({ files: 1_201, bytes: 4 * 1_201, until: expect.any(String) });
  const found = await callOk('watch.copies', { ruleId, search: 'COPY 7.' });
  expect(found).toMatchObject({ files: 1 });
  const decide = async (search: string, decision: 'send' | 'skip', until = all.until ?? '') =>
    callOk('watch.decide', { ruleId, of: { search, until }, decision });
  expect(await decide('copy 7.', 'skip')).toEqual({ decided: 1 });
  // What began to wait after the person was asked waits for another answer.
  expect(await decide('', 'send', '2000-01-01T00:00:00.000Z')).toEqual({ decided: 0 });
  expect(await decide('', 'send')).toEqual({ decided: 1_200 });
  expect(await counts()).toMatchObject({ held: 0, skipped: 1, settled: 1_200 });
  expect(await callOk('watch.copies', { ruleId, search: '' })).toEqual({ files: 0, bytes: 0, until: null });

  const sizes = async (descending: boolean) => {
    const sort = { column: 'size', descending } as const;
    const { batches } = await callOk('watch.batches', { ruleId, sort, offset: 0, limit: 10 });
    return batches.map(({ bytes }) => bytes);
  };
  expect([await sizes(false), await sizes(true)]).toEqual([
    [1, 4],
    [4, 1],
  ]);
  await callOk('watch.remove', { ruleId });
});

/** More rows like that of the copy, as if there were so many files, and a smaller batch like the only one. */
function repeatCopy(ruleId: number, amount: number): void {
  const db = new Sqlite(join(stateDir, 'lading.db'));
  const columns = `rule_id, folder_id, name_bytes, version, size_bytes, mtime_ns, mtime_era, device, file_id, state, reason,
    kind, earlier_id, first_seen_at, settled_at`;
  db.prepare(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
     INSERT INTO watch_files (name, ${columns})
     SELECT 'copy ' || n || '.txt', ${columns} FROM numbers, watch_files WHERE rule_id = ? AND state = 'held'`,
  ).run(amount, ruleId);
  const batch = 'rule_id, group_key, dataset_key, dataset_name, files, closed_at, upload_id, recorded_at';
  db.prepare(
    `INSERT INTO watch_batches (bytes, ${batch}) SELECT 1, ${batch} FROM watch_batches WHERE rule_id = ?`,
  ).run(ruleId);
  db.close();
}
