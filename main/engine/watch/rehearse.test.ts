import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rehearsalExamples } from '../../../preload/contract/watch/watch-rehearsal.ts';
import { ledgerOfTest, until } from '../../../test/fixtures/watch-ledger.ts';
import { createRepositories } from '../store/repositories.ts';
import { rehearseRule } from './rehearse.ts';

test('a rehearsal says what would be sent where, and why not the rest, and writes nothing', async () => {
  const { store, sources, inbox, addRule, watch, ledger, sendSettled } = ledgerOfTest();
  const stored = addRule({
    exclude: ['*.log'],
    custodianBy: 'folder:1',
    custodian: 'Unknown',
    dataset: '{folder} {custodian}',
    datasetPer: 'folder',
  });
  writeFileSync(join(inbox, 'sent before'), 'x');
  const watcher = watch(stored);
  await until(
    () => sendSettled(stored.id, () => 'a'.repeat(64)).length > 0,
    () => ledger(stored.id),
  );
  await watcher.stop();
  for (const folder of ['Doe', 'Roe', 'Roe/deep']) mkdirSync(join(inbox, folder));
  for (const path of ['Doe/1', 'Roe/2', 'Roe/deep/3', 'Roe/x.log', 'Roe/half.part', 'top'])
    writeFileSync(join(inbox, path), 'four');
  symlinkSync('top', join(inbox, 'link'));
  const before = ledger(stored.id);
  const context = { store, sources, repositories: createRepositories(store.db), stallMs: undefined };
  const { signal } = new AbortController();
  const expected = {
    files: 4,
    bytes: 16,
    datasets: [
      { name: 'Roe Roe', files: 2, bytes: 8 },
      { name: 'Doe Doe', files: 1, bytes: 4 },
      { name: 'inbox Unknown', files: 1, bytes: 4 },
    ],
    custodians: [
      { custodian: 'Roe', files: 2, bytes: 8 },
      { custodian: 'Doe', files: 1, bytes: 4 },
      { custodian: 'Unknown', files: 1, bytes: 4 },
    ],
    notYetSettled: 1,
    alreadyTaken: 1,
    unreadable: 0,
  };
  const rehearsed = await rehearseRule(context, { rule: stored.rule, ruleId: stored.id }, signal);
  if (!rehearsed.ok) throw new Error(rehearsed.failure.code);
  const byName = <Row extends object>(rows: readonly Row[]) =>
    rows.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
  const { datasets, custodians, skipped, ...rest } = rehearsed.value;
  expect({ ...rest, datasets: byName(datasets), custodians: byName(custodians) }).toMatchObject({
    ...expected,
    datasets: byName(expected.datasets),
    custodians: byName(expected.custodians),
  });
  expect(byName(skipped)).toEqual([
    { code: 'excluded', files: 1 },
    { code: 'not-a-file', files: 1 },
  ]);
  expect(rest.examples.map(({ path }) => path)).toEqual(['Doe/1', 'Roe/2', 'Roe/deep/3', 'top']);

  // As a rule that isn't stored, in a folder of which another rule has sent a file; and one that waits for a marker.
  const fresh = await rehearseRule(context, { rule: stored.rule, ruleId: null }, signal);
  expect(fresh).toMatchObject({ ok: true, value: { files: 4, alreadyTaken: 1 } });
  const marked = { ...stored.rule, marker: 'top' };
  expect(await rehearseRule(context, { rule: marked, ruleId: null }, signal)).toMatchObject({
    ok: true,
    value: {
      files: 0,
      notYetSettled: 1,
      skipped: expect.arrayContaining([{ code: 'marker-missing', files: 3 }]),
    },
  });
  // What was sent before waits for nothing.
  const unmarked = { ...stored.rule, marker: 'DONE' };
  expect(await rehearseRule(context, { rule: unmarked, ruleId: stored.id }, signal)).toMatchObject({
    ok: true,
    value: { alreadyTaken: 1, skipped: expect.arrayContaining([{ code: 'marker-missing', files: 4 }]) },
  });
  expect(ledger(stored.id)).toEqual(before);

  const away = { ...stored.rule, path: join(inbox, 'nowhere') };
  expect(await rehearseRule(context, { rule: away, ruleId: null }, signal)).toMatchObject({
    ok: false,
    failure: { code: 'source-missing' },
  });
});

test.each([
  ['is a folder', 'DONE'],
  ['cannot be looked up', 'x'.repeat(300)],
])('files of a folder whose marker %s are not sent, as where they settle', async (_what, marker) => {
  const { store, sources, inbox, addRule } = ledgerOfTest();
  mkdirSync(join(inbox, 'DONE'));
  writeFileSync(join(inbox, 'a.txt'), 'first');
  const context = { store, sources, repositories: createRepositories(store.db), stallMs: undefined };
  const rule = { ...addRule({}).rule, marker };
  expect(await rehearseRule(context, { rule, ruleId: null }, new AbortController().signal)).toMatchObject({
    value: { files: 0, skipped: [{ code: 'marker-missing', files: 1 }] },
  });
});

test('a rehearsal names the folder for sent files, if it is there: what is in it is not sent', async () => {
  const { store, sources, inbox, addRule } = ledgerOfTest();
  const { rule } = addRule({ afterwards: { moveTo: 'Roe' } });
  const context = { store, sources, repositories: createRepositories(store.db), stallMs: undefined };
  const rehearse = () => rehearseRule(context, { rule, ruleId: null }, new AbortController().signal);
  writeFileSync(join(inbox, 'top'), 'four');
  expect(await rehearse()).toMatchObject({ ok: true, value: { files: 1, ignoredFolder: null } });
  mkdirSync(join(inbox, 'Roe'));
  writeFileSync(join(inbox, 'Roe', '1'), 'four');
  expect(await rehearse()).toMatchObject({ ok: true, value: { files: 1, ignoredFolder: 'Roe' } });
});

test('files without a custodian are listed first, however few they are', async () => {
  const { store, sources, inbox, addRule } = ledgerOfTest();
  const stored = addRule({ custodianBy: 'folder:1' });
  mkdirSync(join(inbox, 'Roe'));
  for (const path of ['Roe/1', 'Roe/2', 'top']) writeFileSync(join(inbox, path), 'four');
  const context = { store, sources, repositories: createRepositories(store.db), stallMs: undefined };
  const { signal } = new AbortController();
  const rehearsed = await rehearseRule(context, { rule: stored.rule, ruleId: null }, signal);
  expect(rehearsed).toMatchObject({
    ok: true,
    value: {
      custodians: [
        { custodian: null, files: 1, bytes: 4 },
        { custodian: 'Roe', files: 2, bytes: 8 },
      ],
    },
  });
});

test('the files that a rehearsal names are the first of a long folder, as people order them', async () => {
  const { store, sources, inbox, addRule } = ledgerOfTest();
  const amount = 3 * rehearsalExamples + 20;
  const names = Array.from({ length: amount }, (_, index) => `page ${index + 1}`);
  for (const name of names) writeFileSync(join(inbox, name), '');
  const context = { store, sources, repositories: createRepositories(store.db), stallMs: undefined };
  const { rule } = addRule({});
  const rehearsed = await rehearseRule(context, { rule, ruleId: null }, new AbortController().signal);
  expect(rehearsed.ok && rehearsed.value.files).toBe(amount);
  expect(rehearsed.ok && rehearsed.value.examples.map(({ path }) => path)).toEqual(
    names.slice(0, rehearsalExamples),
  );
});
