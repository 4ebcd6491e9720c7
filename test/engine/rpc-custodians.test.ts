import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callOk, draft, events, folder, foldersIn, setUpHandlers } from './rpc-handlers.ts';

setUpHandlers('all');

test('the folder tree shows custodians by rule, by manual assignment and by default', async () => {
  const { id: uploadId } = await draft();
  await callOk('drafts.setCustodians', {
    uploadId,
    rules: [{ kind: 'folder', level: 1 }],
    custodian: 'Nobody, N.',
  });
  const [root] = await foldersIn(uploadId, null);
  expect(root).toMatchObject({
    name: 'evidence',
    items: 5,
    bytes: 5327,
    hasChildren: true,
    custodianFrom: 'default',
  });
  const top = await foldersIn(uploadId, root?.id ?? 0);
  expect(
    top.map(({ name, items, custodian, custodianFrom }) => [name, items, custodian, custodianFrom]),
  ).toEqual([
    ['Ng, Ana', 3, 'Ng, Ana', 'folder'],
    ['Roe, Sam', 1, 'Roe, Sam', 'folder'],
  ]);
  const roe = top[1]?.id ?? 0;
  await callOk('drafts.assignCustodian', {
    uploadId,
    folderIds: [roe],
    itemIds: [],
    innerFolders: [],
    custodian: 'Roe, Samuel',
  });
  const { custodians } = await callOk('drafts.custodians', { uploadId });
  expect(custodians.map(({ custodian, items }) => [custodian, items])).toEqual(
    expect.arrayContaining([
      ['Nobody, N.', 1],
      ['Ng, Ana', 3],
      ['Roe, Samuel', 1],
    ]),
  );
  await callOk('drafts.assignCustodian', {
    uploadId,
    folderIds: [roe],
    itemIds: [],
    innerFolders: [],
    custodian: null,
  });
  const { entries: again } = await callOk('drafts.tree', {
    uploadId,
    parent: { kind: 'folder', id: root?.id ?? 0 },
    view: 'custodians',
    offset: 1,
    limit: 1,
  });
  expect(again).toHaveLength(1);
  expect(again[0]).toMatchObject({ custodian: 'Roe, Sam', custodianFrom: 'folder' });
});

/** Two people's folders; one of Ng's entries is a link, which is skipped. */
function people(name: string): string {
  const evidence = join(folder, name);
  for (const path of ['Ng, Ana/a.txt', 'Ng, Ana/b.txt', 'Roe, Sam/in/c.txt']) {
    mkdirSync(join(evidence, path, '..'), { recursive: true });
    writeFileSync(join(evidence, path), path);
  }
  symlinkSync('a.txt', join(evidence, 'Ng, Ana/link.txt'));
  return evidence;
}

test('the folder tree and the list of custodians count the same files: those that will be sent', async () => {
  const { id: uploadId, totals } = await draft([people('counted')]);
  expect(totals.skipped.items).toBe(1);
  const rules = [{ kind: 'folder', level: 1 }] as const;
  await callOk('drafts.setCustodians', { uploadId, rules, custodian: null });
  const [root] = await foldersIn(uploadId, null);
  const folders = await foldersIn(uploadId, root?.id ?? 0);
  const { custodians } = await callOk('drafts.custodians', { uploadId });
  expect(root?.items).toBe(totals.queued.items);
  expect(folders.map(({ custodian, items }) => [custodian, items])).toEqual([
    ['Ng, Ana', 2],
    ['Roe, Sam', 1],
  ]);
  expect(custodians.map(({ custodian, items }) => [custodian, items])).toEqual([
    ['Ng, Ana', 2],
    ['Roe, Sam', 1],
  ]);
});

test('a folder counts the files below it without a custodian, however the others got theirs', async () => {
  const evidence = people('unnamed');
  const { id: uploadId } = await draft([evidence]);
  const withoutCustodian = async () => {
    const [root] = await foldersIn(uploadId, null);
    return [root?.custodianFrom, root?.itemsWithoutCustodian];
  };
  expect(await withoutCustodian()).toEqual(['none', 3]);
  const setRule = (level: number, custodian: string | null) =>
    callOk('drafts.setCustodians', { uploadId, rules: [{ kind: 'folder', level }], custodian });
  await setRule(2, null);
  expect(await withoutCustodian()).toEqual(['none', 2]);
  await setRule(1, null);
  expect(await withoutCustodian()).toEqual(['none', 0]);
  await setRule(2, 'Roe, Sam');
  expect(await withoutCustodian()).toEqual(['default', 0]);
});

test('two spellings of a custodian become one, in every folder and as the default', async () => {
  const { id: uploadId } = await draft();
  await callOk('drafts.setCustodians', {
    uploadId,
    rules: [{ kind: 'folder', level: 1 }],
    custodian: 'roe,  sam',
  });
  const merged = await callOk('drafts.mergeCustodians', {
    uploadId,
    from: ['Roe, Sam', 'roe,  sam'],
    to: 'Roe, Sam',
  });
  expect(merged.custodian).toBe('Roe, Sam');
  const { custodians } = await callOk('drafts.custodians', { uploadId });
  expect(custodians.map(({ custodian, items }) => [custodian, items])).toEqual([
    ['Ng, Ana', 3],
    ['Roe, Sam', 2],
  ]);
});

test('a failed file still counts for its custodian, beside the number of accepted ones', async () => {
  const evidence = people('failing');
  const { id: uploadId } = await draft([evidence]);
  await callOk('drafts.setCustodians', { uploadId, rules: [{ kind: 'folder', level: 1 }], custodian: null });
  rmSync(join(evidence, 'Ng, Ana/b.txt'));
  await callOk('uploads.run', { uploadId, links: [], held: 'ask', isStart: true });
  await expect
    .poll(() => events.some((event) => event.event === 'upload.ended'), { timeout: 30_000 })
    .toBe(true);
  const { custodians } = await callOk('drafts.custodians', { uploadId });
  expect(custodians.map(({ custodian, items, sent }) => [custodian, items, sent.items])).toEqual([
    ['Ng, Ana', 2, 1],
    ['Roe, Sam', 1, 1],
  ]);
});
