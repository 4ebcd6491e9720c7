import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { MatchRow } from '../../preload/contract/views/custodian-match.ts';
import type { UploadId } from '../../preload/contract/views/ids.ts';
import { call, callOk, draft, folder, setUpHandlers } from './rpc-handlers.ts';

setUpHandlers('all');

/** A draft with one file for each person, in a folder of that name. */
async function draftOf(name: string, people: readonly string[]): Promise<UploadId> {
  for (const person of people) {
    mkdirSync(join(folder, name, person), { recursive: true });
    writeFileSync(join(folder, name, person, 'a.txt'), person);
  }
  const { id } = await draft([join(folder, name)]);
  await callOk('drafts.setCustodians', {
    uploadId: id,
    rules: [{ kind: 'folder', level: 1 }],
    custodian: null,
  });
  return id;
}

function directory(name: string, rows: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, ['email,name,department', ...rows].join('\n'));
  return path;
}

const brief = ({ custodian, status, isDecided, best }: MatchRow) => [
  custodian,
  status,
  isDecided,
  best?.name ?? null,
];

test('custodians are compared with a directory, and what is certain is renamed on request', async () => {
  const uploadId = await draftOf('matched', ['Smith, John', 'ann.lee', 'J. Doe', 'Visitors']);
  const path = directory('people.csv', [
    'js@x.test,John Smith,IT',
    'ann.lee@x.test,Ann Lee,HR',
    'jane@x.test,Jane Doe,HR',
    'jim@x.test,Jim Doe,IT',
  ]);
  expect(await callOk('custodianMatches.list', { uploadId })).toEqual({ directory: null, rows: [], more: 0 });
  await callOk('custodianMatches.compare', { uploadId, path });
  const compared = await callOk('custodianMatches.list', { uploadId });
  expect(compared.directory).toMatchObject({ name: 'people.csv', people: 4 });
  expect(compared.rows.map(brief)).toEqual([
    ['ann.lee', 'matched', false, 'Ann Lee'],
    ['J. Doe', 'review', false, 'Jane Doe'],
    ['Smith, John', 'matched', false, 'John Smith'],
    ['Visitors', 'unmatched', false, null],
  ]);
  expect(await callOk('custodianMatches.acceptCertain', { uploadId })).toEqual({ renamed: 2 });
  expect((await callOk('custodianMatches.list', { uploadId })).rows.map(brief)).toEqual([
    ['J. Doe', 'review', false, 'Jane Doe'],
    ['Visitors', 'unmatched', false, null],
    ['Ann Lee', 'matched', true, 'Ann Lee'],
    ['John Smith', 'matched', true, 'John Smith'],
  ]);
  const { candidates } = await callOk('custodianMatches.candidates', { uploadId, custodian: 'J. Doe' });
  expect(candidates.map(({ name, person }) => [name, person.department])).toEqual([
    ['Jane Doe', 'HR'],
    ['Jim Doe', 'IT'],
  ]);
  await callOk('custodianMatches.decide', { uploadId, custodian: 'J. Doe', name: 'Jim Doe' });
  await callOk('custodianMatches.decide', { uploadId, custodian: 'Visitors', name: 'Visitors' });
  const decided = (await callOk('custodianMatches.list', { uploadId })).rows;
  expect(
    decided.map(({ custodian, isDecided, isKept, items }) => [custodian, isDecided, isKept, items]),
  ).toEqual([
    ['Ann Lee', true, false, 1],
    ['Jim Doe', true, false, 1],
    ['John Smith', true, false, 1],
    ['Visitors', true, true, 1],
  ]);
  // A decision outlives another comparison, until it is taken back.
  await callOk('custodianMatches.compareAgain', { uploadId });
  await callOk('custodianMatches.reopen', { uploadId, custodian: 'Visitors' });
  const [first] = (await callOk('custodianMatches.list', { uploadId })).rows;
  expect(first).toMatchObject({ custodian: 'Visitors', isDecided: false });
  const log = await callOk('uploads.log', { uploadId, offset: 0, limit: 500 });
  expect(log.events.find(({ type }) => type === 'custodians-matched')?.data).toMatchObject({
    directory: 'people.csv',
    people: 4,
    matched: 2,
    review: 1,
    unmatched: 1,
  });
});

test('a custodian may get a name that another one has, or one that the directory lacks', async () => {
  const uploadId = await draftOf('chained', ['a', 'b', 'c']);
  await callOk('custodianMatches.compare', {
    uploadId,
    path: directory('chain.csv', ['x@x.test,b,', 'y@x.test,q,']),
  });
  await callOk('custodianMatches.decide', { uploadId, custodian: 'a', name: 'b' });
  await callOk('custodianMatches.decide', { uploadId, custodian: 'c', name: 'New Name' });
  const { rows } = await callOk('custodianMatches.list', { uploadId });
  expect(rows.map(({ custodian, items, isDecided }) => [custodian, items, isDecided])).toEqual([
    ['b', 2, true],
    ['New Name', 1, true],
  ]);
});

test('a comparison needs a file that can be read as a directory', async () => {
  const uploadId = await draftOf('unusable', ['a']);
  const again = await call('custodianMatches.compareAgain', { uploadId });
  expect(again).toMatchObject({ ok: false, failure: { code: 'directory-not-chosen' } });
  for (const [text, code] of [
    ['', 'directory-csv-unusable'],
    ['box,shelf\n1,2\n', 'directory-csv-unusable'],
    ['name,email\n"Ann,a@x.test\n', 'directory-csv-unusable'],
  ] as const) {
    const path = join(folder, 'unusable.csv');
    writeFileSync(path, text);
    const compared = await call('custodianMatches.compare', { uploadId, path });
    expect(compared).toMatchObject({ ok: false, failure: { code } });
  }
  const missing = await call('custodianMatches.compare', { uploadId, path: join(folder, 'none.csv') });
  expect(missing).toMatchObject({ ok: false, failure: { code: 'source-missing' } });
});
