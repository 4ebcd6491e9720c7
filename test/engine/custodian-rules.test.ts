/** Who gets what in a draft: rules, what is assigned by hand, previews, and how it is undone. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CsvSeparator, CustodianRules } from '../../preload/contract/views/custodian-rule.ts';
import type { UploadId } from '../../preload/contract/views/ids.ts';
import { call, callOk, draft, draftOf, filesIn, folder, foldersIn, setUpHandlers } from './rpc-handlers.ts';

setUpHandlers('all');

function makeShare(name: string, files: readonly string[]): string {
  const share = join(folder, name);
  for (const [index, path] of files.entries()) {
    mkdirSync(join(share, path, '..'), { recursive: true });
    writeFileSync(join(share, path), 'x'.repeat(index + 1));
  }
  return share;
}

const share = [
  'People/Ng, Ana/mail/a.eml',
  'People/Ng, Ana/mail/old/b.eml',
  'People/Roe, Sam/c.txt',
  'Mailboxes/boyd.pst',
  'Mailboxes/jones.pst',
  'Scans/d.tif',
  'e.txt',
];

const rules: CustodianRules = [
  { kind: 'folder', level: 1 },
  { kind: 'pattern', pattern: '^People/(?<custodian>[^/]+)/', ignoreCase: false },
  { kind: 'pattern', pattern: '(?<custodian>[^/]+)\\.pst$', ignoreCase: true },
];

/** Every file with its custodian and what named it. */
async function assigned(uploadId: UploadId): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const visit = async (parentId: number | null, path: string): Promise<void> => {
    for (const { id, name } of await foldersIn(uploadId, parentId)) {
      const at = parentId === null ? '' : `${path}${name}/`;
      for (const file of await filesIn(uploadId, id))
        found[`${at}${file.name}`] = `${file.custodian ?? '–'} (${file.custodianFrom})`;
      await visit(id, at);
    }
  };
  await visit(null, '');
  return found;
}

async function folderId(uploadId: UploadId, path: string): Promise<number> {
  let id = (await foldersIn(uploadId, null))[0]?.id ?? 0;
  for (const name of path.split('/')) {
    const children = await foldersIn(uploadId, id);
    id = children.find((each) => each.name === name)?.id ?? 0;
  }
  return id;
}

const byRules = {
  'People/Ng, Ana/mail/a.eml': 'Ng, Ana (pattern)',
  'People/Ng, Ana/mail/old/b.eml': 'Ng, Ana (pattern)',
  'People/Roe, Sam/c.txt': 'Roe, Sam (pattern)',
  'Mailboxes/boyd.pst': 'boyd (pattern)',
  'Mailboxes/jones.pst': 'jones (pattern)',
  'Scans/d.tif': 'Scans (folder)',
  'e.txt': 'Archive (default)',
};

test('a preview says what applies once the rules are set, and every change can be undone and redone', async () => {
  const { id: uploadId } = await draft([makeShare('previewed', share)]);
  const before = await assigned(uploadId);
  const preview = await callOk('drafts.previewCustodians', {
    uploadId,
    rules: [...rules],
    custodian: 'Archive',
  });
  expect(await assigned(uploadId)).toEqual(before);
  await callOk('drafts.setCustodians', { uploadId, rules: [...rules], custodian: 'Archive' });
  expect(await assigned(uploadId)).toEqual(byRules);
  const { custodians } = await callOk('drafts.custodians', { uploadId });
  const sums = (list: readonly { custodian: string | null; items: number; bytes: number }[]) =>
    list.map(({ custodian, items, bytes }) => [custodian, items, bytes]).toSorted();
  expect(sums(preview.custodians)).toEqual(sums(custodians));
  expect(preview.changed.items).toBe(share.length);

  await callOk('drafts.assignCustodian', {
    uploadId,
    folderIds: [await folderId(uploadId, 'People/Ng, Ana')],
    itemIds: [],
    innerFolders: [],
    custodian: 'Ng, A.',
  });
  const merged = await callOk('drafts.mergeCustodians', {
    uploadId,
    from: ['Ng, A.', 'boyd'],
    to: 'Boyd, Kim',
  });
  expect(merged.custodianNames).toContainEqual({ from: 'boyd', to: 'Boyd, Kim' });
  const after = await assigned(uploadId);
  expect(after).toEqual({
    ...byRules,
    'People/Ng, Ana/mail/a.eml': 'Boyd, Kim (manual)',
    'People/Ng, Ana/mail/old/b.eml': 'Boyd, Kim (manual)',
    'Mailboxes/boyd.pst': 'Boyd, Kim (pattern)',
  });
  expect(await callOk('drafts.custodianHistory', { uploadId })).toEqual({ undo: 'rename', redo: null });
  for (let steps = 0; steps < 3; steps += 1)
    await callOk('drafts.undoCustodians', { uploadId, direction: 'undo' });
  expect(await assigned(uploadId)).toEqual(before);
  expect(await callOk('drafts.custodianHistory', { uploadId })).toEqual({ undo: null, redo: 'rules' });
  for (let steps = 0; steps < 4; steps += 1)
    await callOk('drafts.undoCustodians', { uploadId, direction: 'redo' });
  expect(await assigned(uploadId)).toEqual(after);
});

test('by hand, a file beats its folder, and the deeper folder beats the one above, whichever came first', async () => {
  const { id: uploadId } = await draft([makeShare('by-hand', share)]);
  const [people, ng, mail] = [
    await folderId(uploadId, 'People'),
    await folderId(uploadId, 'People/Ng, Ana'),
    await folderId(uploadId, 'People/Ng, Ana/mail'),
  ];
  const files = await filesIn(uploadId, mail);
  const assign = (folderIds: number[], itemIds: number[], custodian: string | null) =>
    callOk('drafts.assignCustodian', {
      uploadId,
      folderIds,
      itemIds,
      innerFolders: [],
      custodian,
    });
  await assign([ng], [], 'Deeper');
  await assign([], [files[0]?.id ?? 0], 'File');
  await assign([people], [], 'Above');
  const named = async () => {
    const all = await assigned(uploadId);
    return Object.entries(all).flatMap(([path, custodian]) => (path.startsWith('People') ? [custodian] : []));
  };
  expect(await named()).toEqual(['File (manual)', 'Deeper (manual)', 'Above (manual)']);
  await assign([ng], [files[0]?.id ?? 0], null);
  expect(await named()).toEqual(['Above (manual)', 'Above (manual)', 'Above (manual)']);
  await assign([people], [], null);
  expect(await named()).toEqual(['– (none)', '– (none)', '– (none)']);
});

test('a CSV beats patterns and levels, names single files, and its lines that match nothing are reported, as are folders in no line', async () => {
  const { id: uploadId } = await draft([makeShare('mapped', share)]);
  const csv = join(folder, 'people.csv');
  writeFileSync(
    csv,
    '\ufeffPath;Custodian\r\nPeople\\Ng, Ana;Ng, Ana Maria\r\nMailboxes\\BOYD.pst;Boyd, Kim\r\nE:\\x\\mapped\\Scans;Scanner\r\nPeople\\Nobody;Nobody\r\n',
  );
  const rule = await callOk('drafts.readCustodianMap', { uploadId, path: csv, separator: null });
  expect(rule).toMatchObject({ name: 'people.csv', rows: 4 });
  const match = () => callOk('drafts.custodianMapMatch', { uploadId });
  expect(await match()).toBeNull();
  await callOk('drafts.setCustodians', { uploadId, rules: [...rules, rule], custodian: null });
  const undo = (direction: 'undo' | 'redo') => callOk('drafts.undoCustodians', { uploadId, direction });
  await undo('undo');
  expect(await match()).toBeNull();
  await undo('redo');
  expect(await match()).toMatchObject({
    matched: 3,
    unmatchedRows: 1,
    unmatched: [{ line: 5, path: 'People\\Nobody', custodian: 'Nobody' }],
    unnamedFolders: 2,
    unnamed: ['Mailboxes', 'People/Roe, Sam'],
  });
  const listed = async (kind: 'without-custodian' | 'not-in-csv') => {
    const parent = { kind };
    const query = { uploadId, parent, view: 'custodians', offset: 0, limit: 10 } as const;
    return (await callOk('drafts.tree', query)).entries.map(({ path }) => path);
  };
  expect(await listed('not-in-csv')).toEqual(['Mailboxes', 'People/Roe, Sam']);
  expect(await listed('without-custodian')).toEqual(['e.txt']);
  expect(await assigned(uploadId)).toEqual({
    ...byRules,
    'People/Ng, Ana/mail/a.eml': 'Ng, Ana Maria (map)',
    'People/Ng, Ana/mail/old/b.eml': 'Ng, Ana Maria (map)',
    'Mailboxes/boyd.pst': 'Boyd, Kim (map)',
    'Scans/d.tif': 'Scanner (map)',
    'e.txt': '– (none)',
  });
});

test('a CSV that is read again with another separator has other rows, and undoing brings back those of before', async () => {
  const { id: uploadId } = await draft([makeShare('separators', ['P001/a.txt', 'P001;Jones/b.txt'])]);
  const csv = join(folder, 'unclear.csv');
  writeFileSync(csv, 'P001;Jones, Ana\n');
  const read = (separator: CsvSeparator | null) =>
    call('drafts.readCustodianMap', { uploadId, path: csv, separator });
  expect(await read(null)).toMatchObject({ ok: false, failure: { problem: 'separator-unclear' } });
  for (const separator of ['comma', 'semicolon'] as const) {
    const rule = await callOk('drafts.readCustodianMap', { uploadId, path: csv, separator });
    expect(rule).toMatchObject({ name: 'unclear.csv', separator, rows: 1 });
    await callOk('drafts.setCustodians', { uploadId, rules: [rule], custodian: null });
  }
  const byComma = { 'P001/a.txt': '– (none)', 'P001;Jones/b.txt': 'Ana (map)' };
  const bySemicolon = { 'P001/a.txt': 'Jones, Ana (map)', 'P001;Jones/b.txt': '– (none)' };
  expect(await assigned(uploadId)).toEqual(bySemicolon);
  await callOk('drafts.undoCustodians', { uploadId, direction: 'undo' });
  expect(await assigned(uploadId)).toEqual(byComma);
  await callOk('drafts.undoCustodians', { uploadId, direction: 'redo' });
  expect(await assigned(uploadId)).toEqual(bySemicolon);
  // A template takes the separator and the rows along.
  const { id } = await callOk('custodianTemplates.save', { uploadId, name: 'By semicolon' });
  await callOk('drafts.undoCustodians', { uploadId, direction: 'undo' });
  const applied = await callOk('custodianTemplates.apply', { uploadId, id });
  expect(applied.custodianRules).toMatchObject([{ separator: 'semicolon' }]);
  expect(await assigned(uploadId)).toEqual(bySemicolon);
});

test('a pattern that is none is refused with its position, and nothing changes', async () => {
  const { id: uploadId } = await draft([makeShare('refused', ['a/b.txt'])]);
  const pattern = '^(?<custodian>[^/]+)/(';
  const refused = {
    uploadId,
    rules: [{ kind: 'pattern', pattern, ignoreCase: false }],
    custodian: null,
  } as const;
  for (const name of ['drafts.setCustodians', 'drafts.previewCustodians'] as const)
    expect(await call(name, { ...refused, rules: [...refused.rules] })).toMatchObject({
      ok: false,
      failure: { code: 'custodian-pattern-invalid', pattern, position: expect.any(Number) },
    });
  expect(await callOk('drafts.custodianHistory', { uploadId })).toEqual({ undo: null, redo: null });
});

test('files without a custodian wait for a decision, which can be undone', async () => {
  const { id: uploadId } = await draft([makeShare('undecided', ['a/b.txt', 'c.txt'])]);
  expect((await callOk('drafts.leaveUnassigned', { uploadId, leave: true })).leaveUnassigned).toBe(true);
  const undone = await callOk('drafts.undoCustodians', { uploadId, direction: 'undo' });
  expect(undone.leaveUnassigned).toBe(false);
});

test('a draft whose sources are changed keeps what applies to any files, and is there until the scan is done', async () => {
  const { id } = await draft([makeShare('replaced', ['People/Ng, Ana/a.eml', 'b.tmp'])]);
  const csv = join(folder, 'kept.csv');
  writeFileSync(csv, 'Path;Custodian\r\nPeople\\Ng, Ana;Ng, Ana Maria\r\n');
  const map = await callOk('drafts.readCustodianMap', { uploadId: id, path: csv, separator: null });
  await callOk('drafts.setCustodians', { uploadId: id, rules: [map, ...rules], custodian: 'Archive' });
  await callOk('drafts.mergeCustodians', { uploadId: id, from: ['People'], to: 'Persons' });
  await callOk('drafts.leaveUnassigned', { uploadId: id, leave: true });
  await callOk('drafts.assignCustodian', {
    ...{ uploadId: id, folderIds: [await folderId(id, 'People')], itemIds: [], innerFolders: [] },
    custodian: 'By hand',
  });
  const { rules: filters } = await callOk('selection.get', { uploadId: id });
  await callOk('selection.set', { uploadId: id, rules: { ...filters, exclude: ['*.tmp'] } });
  const settings = { timezone: 'America/New_York' };
  await callOk('drafts.setSettings', { uploadId: id, settings, sha1: false, partCheck: 'always' });
  await callOk('passwords.add', { uploadId: id, passwords: ['blue whale'] });

  const sources = [join(folder, 'replaced'), makeShare('added', ['c.txt', 'd.tmp'])];
  const other = { ...draftOf(sources), replaces: id };
  expect(await call('drafts.scan', { ...other, sources: [join(folder, 'missing')] })).toMatchObject({
    ok: false,
  });
  await callOk('passwords.summary', { uploadId: id });
  const by = await callOk('drafts.scan', other);
  expect(await call('passwords.summary', { uploadId: id })).toMatchObject({ ok: false });
  expect(by).toMatchObject({
    custodianRules: [map, ...rules],
    custodian: 'Archive',
    leaveUnassigned: false,
    settings,
    sha1: false,
    partCheck: 'always',
    totals: { queued: { items: 2 }, skipped: { items: 2 } },
  });
  expect(by.custodianNames).toEqual([{ from: 'People', to: 'Persons' }]);
  expect((await assigned(by.id))['People/Ng, Ana/a.eml']).toBe('Ng, Ana Maria (map)');
  expect((await callOk('passwords.summary', { uploadId: by.id })).passwords).toBe(1);
  // Settings may name what is in their database only.
  const elsewhere = await callOk('drafts.scan', { ...other, replaces: by.id, databaseId: 2002 });
  expect(elsewhere).toMatchObject({ settings: {}, custodian: 'Archive' });
});
