import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { watchRule } from '../../preload/contract/watched-folder.ts';
import { call, callOk, events, sandbox, stateDir } from './rpc-handlers.ts';

const bound = { timeout: 60_000, interval: 50 };
const short = { settleSeconds: 1, quietSeconds: 1, rescanSeconds: 1 };

test('a watched folder from the draft to its history, as the window calls it', async () => {
  const inbox = `${stateDir} inbox`;
  mkdirSync(join(inbox, 'Ng, Ana'), { recursive: true });
  writeFileSync(join(inbox, 'Ng, Ana/Ähre.txt'), 'text');
  writeFileSync(join(inbox, 'b.tmp'), 'partial');
  const {
    path: _,
    custodianMap: __,
    ...rule
  } = watchRule.parse({
    ...short,
    path: inbox,
    database: sandbox.databaseId,
    dataset: '{folder} {custodian}',
    custodianBy: 'folder:1',
  });
  const given = { connectionId: 'c1', custodianMap: null, rule };
  const draft = await callOk('watch.saveRule', { ...given, ruleId: null, path: inbox });
  const ruleId = draft.id;
  expect(draft).toMatchObject({ state: 'draft', connectionId: 'c1', rule: { path: inbox } });
  expect(await call('watch.saveRule', { ...given, ruleId: null, path: inbox })).toMatchObject({
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

  const page = { ruleId, states: [], offset: 0, limit: 50 };
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
  const bySha1 = await callOk('watch.history', { ...page, search: sent?.sha1 ?? '' });
  expect(bySha1.entries.map(({ id }) => id)).toContain(sent?.id);
  const renamed = await callOk('watch.history', { ...page, states: ['renamed'], search: '' });
  expect(renamed).toMatchObject({ total: 1, entries: [{ path: 'Ng, Ana/new name.txt' }] });

  const { batches } = await callOk('watch.batches', { ruleId, offset: 0, limit: 10 });
  expect(batches).toMatchObject([{ files: 1, bytes: 4, uploadId: sent?.uploadId }]);
  const file = `${inbox}.csv`;
  await callOk('watch.writeLedger', { ruleId, states: [], search: '', path: file });
  expect(readFileSync(file, 'utf8').split('\n')[0]).toContain('Earlier path');
  const { uploads, watchedFolders } = await callOk('uploads.snapshot', undefined);
  expect(uploads).toMatchObject([{ watchRuleId: ruleId }]);
  expect(watchedFolders).toMatchObject([{ id: ruleId, state: 'active' }]);
  expect(events.some(({ event }) => event === 'watch.changed')).toBe(true);
  expect(await callOk('watch.pause', { ruleId })).toMatchObject({ state: 'paused' });
  await callOk('watch.remove', { ruleId });
  await expect.poll(() => events.at(-1), bound).toEqual({ event: 'watch.removed', data: { ruleId } });
});
