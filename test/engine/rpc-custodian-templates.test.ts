import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { UploadId } from '../../preload/contract/views/ids.ts';
import { call, callOk, draft, events, folder, foldersIn, setUpHandlers } from './rpc-handlers.ts';

setUpHandlers('all');

async function custodiansOf(uploadId: UploadId) {
  const { custodians } = await callOk('drafts.custodians', { uploadId });
  return custodians.map(({ custodian }) => custodian).toSorted();
}

async function sent(uploadId: UploadId): Promise<void> {
  await callOk('uploads.run', { uploadId, links: [], held: 'ask', isStart: true });
  await expect
    .poll(() => events.some((event) => event.event === 'upload.ended'), { timeout: 30_000 })
    .toBe(true);
}

async function draftOf(name: string): Promise<UploadId> {
  for (const person of ['jsmith', 'Roe', 'Box 1']) {
    mkdirSync(join(folder, name, person), { recursive: true });
    writeFileSync(join(folder, name, person, 'a.txt'), person);
  }
  return (await draft([join(folder, name)])).id;
}

test('a template brings rules, default and accepted names to the next upload, in one change', async () => {
  const first = await draftOf('first');
  await callOk('drafts.setCustodians', {
    uploadId: first,
    rules: [{ kind: 'pattern', pattern: '^(?<custodian>[^/ ]+)/', ignoreCase: false }],
    custodian: 'Files, Loose',
  });
  await callOk('drafts.mergeCustodians', { uploadId: first, from: ['jsmith'], to: 'John Smith' });
  const expected = ['Files, Loose', 'John Smith', 'Roe'];
  expect(await custodiansOf(first)).toEqual(expected);
  const { id } = await callOk('custodianTemplates.save', { uploadId: first, name: 'Acme' });

  const second = await draftOf('second');
  const [offered] = await callOk('custodianTemplates.list', { uploadId: second });
  expect(offered).toMatchObject({ id, name: 'Acme', fits: 'database', rules: 1, names: 1 });
  await callOk('custodianTemplates.apply', { uploadId: second, id });
  expect(await custodiansOf(second)).toEqual(expected);
  await callOk('drafts.undoCustodians', { uploadId: second, direction: 'undo' });
  expect(await custodiansOf(second)).toEqual([null]);

  // As a file, and back under its name.
  const path = join(folder, 'acme.json');
  await callOk('custodianTemplates.write', { id, path });
  expect(readFileSync(path, 'utf8')).not.toContain(folder);
  expect(await call('custodianTemplates.add', { path })).toMatchObject({
    failure: { code: 'custodian-template-exists' },
  });
  await callOk('custodianTemplates.rename', { id, name: 'Acme 2025' });
  expect(await callOk('custodianTemplates.add', { path })).toEqual({ name: 'Acme' });
  expect(await call('custodianTemplates.rename', { id, name: 'Acme' })).toMatchObject({
    failure: { code: 'custodian-template-exists' },
  });
  await callOk('custodianTemplates.remove', { id });
  const names = (await callOk('custodianTemplates.list', { uploadId: second })).map(({ name }) => name);
  expect(names).toEqual(['Acme']);
  expect(await call('custodianTemplates.apply', { uploadId: second, id })).toMatchObject({
    failure: { code: 'custodian-template-not-found' },
  });
});

test('a template that could not be read again is not saved', async () => {
  const uploadId = await draftOf('long');
  const path = join(folder, 'long.csv');
  writeFileSync(path, `path,custodian\n${'n'.repeat(5001)},Moe\nRoe,Roe\n`);
  const rule = await callOk('drafts.readCustodianMap', { uploadId, path, separator: null });
  await callOk('drafts.setCustodians', { uploadId, rules: [rule], custodian: null });
  expect(await call('custodianTemplates.save', { uploadId, name: 'Long' })).toMatchObject({
    failure: { code: 'request-limit', value: 'path', max: 5000, counts: 'characters' },
  });
  const known = await callOk('custodianTemplates.list', { uploadId });
  expect(known).not.toContainEqual(expect.objectContaining({ name: 'Long' }));
});

test('a draft of the same sources takes the rules and the CSV of the upload before, in one change', async () => {
  const first = await draftOf('late');
  const csv = join(folder, 'who.csv');
  writeFileSync(csv, 'path,custodian\nBox 1,Moe\n');
  const rule = await callOk('drafts.readCustodianMap', { uploadId: first, path: csv, separator: null });
  await callOk('drafts.setCustodians', {
    uploadId: first,
    rules: [rule, { kind: 'folder', level: 1 }],
    custodian: 'Loose',
  });
  await callOk('drafts.mergeCustodians', { uploadId: first, from: ['jsmith'], to: 'John Smith' });
  const [roe] = await foldersIn(first, null);
  const box = (await foldersIn(first, roe?.id ?? 0)).map(({ id }) => id).slice(0, 1);
  await callOk('drafts.assignCustodian', {
    uploadId: first,
    folderIds: box,
    itemIds: [],
    innerFolders: [],
    custodian: 'By hand',
  });
  await sent(first);

  writeFileSync(join(folder, 'late', 'Box 1', 'late.txt'), 'came late');
  const { id: second } = await draft([join(folder, 'late')]);
  const earlier = { datasetName: 'Custodial', csv: 'who.csv', manual: 1 };
  expect(await callOk('custodianTemplates.earlier', { uploadId: second })).toMatchObject({
    ...earlier,
    isUsed: false,
  });
  await callOk('custodianTemplates.applyEarlier', { uploadId: second });
  expect(await custodiansOf(second)).toEqual(['John Smith', 'Moe', 'Roe']);
  expect(await callOk('custodianTemplates.earlier', { uploadId: second })).toMatchObject({
    ...earlier,
    isUsed: true,
  });
  await callOk('drafts.undoCustodians', { uploadId: second, direction: 'undo' });
  expect(await custodiansOf(second)).toEqual([null]);

  await callOk('drafts.setCustodians', { uploadId: second, rules: [], custodian: 'Another' });
  expect(await callOk('custodianTemplates.earlier', { uploadId: second })).toBeNull();
  const { id: part } = await draft([join(folder, 'late', 'Box 1')]);
  expect(await callOk('custodianTemplates.earlier', { uploadId: part })).toBeNull();
});

test('a CSV and the lines that a template has of it are told apart', async () => {
  const first = await draftOf('media 1');
  const second = await draftOf('media 2');
  const csv = join(folder, 'media.csv');
  const row = (name: string, custodian: string) => `${join(folder, name, 'Roe')},${custodian}\n`;
  writeFileSync(csv, `path,custodian\n${row('media 1', 'Ann')}${row('media 2', 'Bea')}`);
  const choose = async (uploadId: UploadId): Promise<void> => {
    const rule = await callOk('drafts.readCustodianMap', { uploadId, path: csv, separator: null });
    await callOk('drafts.setCustodians', { uploadId, rules: [rule], custodian: 'Loose' });
  };
  await choose(first);
  const { id } = await callOk('custodianTemplates.save', { uploadId: first, name: 'Media' });
  await callOk('custodianTemplates.apply', { uploadId: second, id });
  expect(await custodiansOf(second)).toEqual(['Ann', 'Loose']);
  await choose(second);
  expect(await custodiansOf(second)).toEqual(['Bea', 'Loose']);
  await callOk('drafts.undoCustodians', { uploadId: second, direction: 'undo' });
  expect(await custodiansOf(second)).toEqual(['Ann', 'Loose']);
});
