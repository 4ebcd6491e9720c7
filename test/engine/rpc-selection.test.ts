import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { everything } from '../../preload/contract/views/selection.ts';
import { lockedFiles } from '../fixtures/locked-files.ts';
import {
  call,
  callOk,
  draft,
  draftOf,
  events,
  filesIn,
  folder,
  foldersIn,
  setUpHandlers,
  stateDir,
} from './rpc-handlers.ts';

setUpHandlers('all');

test('the largest file of pre-flight is one that is uploaded', async () => {
  const evidence = join(folder, 'largest');
  mkdirSync(evidence);
  for (const [name, size] of [
    ['large.tmp', 18],
    ['small.txt', 8],
  ] as const)
    writeFileSync(join(evidence, name), 'x'.repeat(size));
  const { id: uploadId } = await draft([evidence]);
  expect(await callOk('drafts.preflight', { uploadId })).toMatchObject({ largestBytes: 18 });
  await callOk('selection.set', { uploadId, rules: { ...everything, exclude: ['*.tmp'] } });
  expect(await callOk('drafts.preflight', { uploadId })).toMatchObject({ largestBytes: 8 });
});

test('an upload is shown with what its passwords open, and no longer once they are cleared', async () => {
  const evidence = join(folder, 'locked');
  mkdirSync(evidence);
  const [locked] = lockedFiles;
  writeFileSync(join(evidence, 'locked.zip'), locked?.bytes ?? '');
  const { id: uploadId } = await draft([evidence]);
  const shown = () =>
    events.flatMap((each) => (each.event === 'upload.changed' ? [each.data.exceptions.locked] : [])).at(-1);
  expect(shown()).toBe(1);
  await callOk('passwords.add', { uploadId, passwords: [...(locked?.passwords ?? [])] });
  await vi.waitUntil(() => shown() === 0, { timeout: 30_000 });
  await callOk('passwords.clear', { uploadId });
  expect(shown()).toBe(1);
});

test('a start stops the check of files: what it found later would not be in the log', async () => {
  const evidence = join(folder, 'checked');
  mkdirSync(evidence);
  for (const name of ['a.bin', 'b.bin']) {
    writeFileSync(join(evidence, name), 'x');
    truncateSync(join(evidence, name), 100_000_000);
  }
  const { id: uploadId } = await draft([evidence]);
  const checking = call('selection.check', { uploadId, duplicates: true, hashLists: false });
  const isReading = async () => (await callOk('selection.get', { uploadId })).checking !== null;
  await vi.waitUntil(isReading, { interval: 1 });
  await callOk('uploads.run', { uploadId, links: [], held: 'ask', isStart: true });
  expect(await checking).toEqual({ ok: false, failure: { code: 'stopped' } });
  const again = await call('selection.check', { uploadId, duplicates: true, hashLists: false });
  expect(again).toMatchObject({ failure: { code: 'upload-started' } });
  await callOk('uploads.cancel', { uploadId });
});

test('the window sees what rules would do, applies them, and takes them back', async () => {
  const evidence = join(folder, 'selection');
  mkdirSync(join(evidence, 'a'), { recursive: true });
  for (const [name, text] of [
    ['Thumbs.db', 'x'],
    ['a/1.tmp', 'same'],
    ['a/2.txt', 'same'],
    ['a/3.txt', 'other'],
  ] as const)
    writeFileSync(join(evidence, name), text);
  const { id: uploadId } = await draft([evidence]);
  const before = await callOk('selection.get', { uploadId });
  expect(before).toMatchObject({
    rules: everything,
    skipped: [],
    systemFiles: [{ kind: 'thumbnails', items: 1, bytes: 1 }],
    checking: null,
  });
  const rules = { ...everything, exclude: ['*.tmp'] };
  const wouldBe = {
    queued: { items: 3, bytes: 10 },
    skipped: [{ code: 'excluded', items: 1, bytes: 4 }],
  };
  expect(await callOk('selection.preview', { uploadId, rules })).toEqual({
    ...wouldBe,
    unknownCustodians: [],
  });
  expect((await callOk('selection.get', { uploadId })).skipped).toEqual([]);
  const { totals } = await callOk('selection.set', { uploadId, rules });
  expect(totals.queued).toEqual(wouldBe.queued);
  expect((await callOk('selection.get', { uploadId })).skipped).toEqual(wouldBe.skipped);
  expect(await call('selection.preview', { uploadId, rules: { ...rules, include: ['[x'] } })).toMatchObject({
    failure: { code: 'glob-invalid' },
  });

  expect(await callOk('selection.check', { uploadId, duplicates: true, hashLists: true })).toEqual({
    unread: 0,
    known: null,
    lists: expect.objectContaining({ lists: 0 }),
  });
  const hashes = join(folder, 'known.md5');
  writeFileSync(hashes, '795f3202b17cb6bc3d4b771d8c6c9eaf\n');
  const known = await callOk('selection.checkKnown', { uploadId, path: hashes });
  expect(known.known).toEqual({ list: 'known.md5', hashes: 1, matches: 1 });
  // A file that changes before it is sent is compared again, so what was checked is remembered.
  const store = new Sqlite(join(stateDir, 'lading.db'), { readonly: true });
  const checks = store
    .prepare("SELECT request -> '$.checks' FROM uploads WHERE id = ?")
    .pluck()
    .get(uploadId);
  store.close();
  expect(JSON.parse(String(checks))).toEqual({ duplicates: true, hashLists: true, knownHashes: hashes });
  expect(await callOk('selection.get', { uploadId })).toMatchObject({
    duplicates: { items: 1 },
    known: { items: 1, bytes: 5 },
  });
  const all = { ...everything, skipKnown: true, skipDuplicates: true };
  const preview = await callOk('selection.preview', { uploadId, rules: all });
  expect(preview.queued.items).toBe(2);
  expect((await callOk('selection.set', { uploadId, rules: all })).totals.queued).toEqual(preview.queued);
  const [root] = await foldersIn(uploadId, null);
  const none = await callOk('selection.choose', {
    uploadId,
    folders: [{ id: root?.id ?? 0, choice: 'deselected' }],
    items: [],
  });
  expect(none.totals.queued.items).toBe(0);
  const chosen = { uploadId, folders: [{ id: root?.id ?? 0, choice: 'selected' as const }], items: [] };
  expect((await callOk('selection.choose', chosen)).totals.queued.items).toBe(4);
  expect(await callOk('selection.preview', { uploadId, rules: all })).toMatchObject({ queued: { items: 4 } });
  await callOk('selection.choose', {
    uploadId,
    folders: [{ id: root?.id ?? 0, choice: null }],
    items: [],
  });
  expect((await callOk('selection.set', { uploadId, rules: everything })).totals.queued.items).toBe(4);
});

test('files are compared again when the sources of a draft change, with known files only where their rule is set', async () => {
  const [evidence, added] = [join(folder, 'compared'), join(folder, 'added')];
  for (const [path, text] of [
    [join(evidence, '1.txt'), 'same'],
    [join(evidence, '2.txt'), 'same'],
    [join(added, '3.txt'), 'other'],
  ] as const) {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
  }
  const list = join(folder, 'other.md5');
  writeFileSync(list, '795f3202b17cb6bc3d4b771d8c6c9eaf\n');
  const { id } = await draft([evidence]);
  await callOk('selection.check', { uploadId: id, duplicates: true, hashLists: false });
  await callOk('selection.checkKnown', { uploadId: id, path: list });
  const rules = { ...everything, skipKnown: true, skipDuplicates: true };
  await callOk('selection.set', { uploadId: id, rules });
  const change = { ...draftOf([evidence, added]), replaces: id };
  const by = await callOk('drafts.scan', change);
  expect((await callOk('selection.get', { uploadId: by.id })).skipped).toEqual([
    { code: 'known-file', items: 1, bytes: 5 },
    { code: 'duplicate', items: 1, bytes: 4 },
  ]);

  rmSync(list);
  const again = { ...change, replaces: by.id };
  expect(await call('drafts.scan', again)).toMatchObject({ failure: { code: 'hash-list-unreadable' } });
  await callOk('selection.set', { uploadId: by.id, rules: { ...rules, skipKnown: false } });
  expect((await callOk('drafts.scan', again)).totals).toMatchObject({
    queued: { items: 2 },
    skipped: { items: 1 },
  });
});

test('the rules take custodians, and a name that no file has is told before they apply', async () => {
  const evidence = join(folder, 'people');
  for (const name of ['Ng, Wei/1.txt', 'Roe, Sam/2.txt', '3.txt']) {
    mkdirSync(join(evidence, name, '..'), { recursive: true });
    writeFileSync(join(evidence, name), name);
  }
  const { id: uploadId } = await draft([evidence]);
  await callOk('drafts.setCustodians', {
    uploadId,
    rules: [{ kind: 'folder', level: 1 }],
    custodian: null,
  });
  const rules = { ...everything, custodians: ['Ng, Wei', 'Rao, Sam'], notCustodians: ['Roe, Sam'] };
  expect(await callOk('selection.preview', { uploadId, rules })).toMatchObject({
    queued: { items: 1 },
    skipped: [{ code: 'excluded-custodian', items: 2 }],
    unknownCustodians: ['Rao, Sam'],
  });
  const { totals } = await callOk('selection.set', { uploadId, rules });
  expect(totals.queued.items).toBe(1);
  // What the rules skip has its custodian still.
  expect((await callOk('selection.preview', { uploadId, rules })).unknownCustodians).toEqual(['Rao, Sam']);
});

test('the tree tells what of a folder is sent and why the rest is not, and choices are undone one by one', async () => {
  const evidence = join(folder, 'chosen');
  for (const name of ['a/1.txt', 'a/2.tmp', 'a/in/3.txt', 'b/4.txt']) {
    mkdirSync(join(evidence, name, '..'), { recursive: true });
    writeFileSync(join(evidence, name), name);
  }
  const { id: uploadId } = await draft([evidence]);
  const root = (await foldersIn(uploadId, null))[0]?.id ?? 0;
  const tops = async () =>
    (await foldersIn(uploadId, root)).map(({ name, items, skipped, choiceToSend }) => [
      name,
      items,
      skipped.items,
      choiceToSend,
    ]);
  const a = (await foldersIn(uploadId, root))[0]?.id ?? 0;
  const files = async () =>
    (await filesIn(uploadId, a, 'selection')).map(({ name, reason, choiceToSend }) => [
      name,
      reason?.code ?? null,
      choiceToSend,
    ]);
  await callOk('selection.set', { uploadId, rules: { ...everything, exclude: ['*.tmp'] } });
  expect(await tops()).toEqual([
    ['a', 2, 1, 'selected'],
    ['b', 1, 0, null],
  ]);
  expect(await files()).toEqual([
    ['1.txt', null, null],
    ['2.tmp', 'excluded', 'selected'],
  ]);
  expect(await filesIn(uploadId, a)).toHaveLength(1);

  const [one, two] = await filesIn(uploadId, a, 'selection');
  const choose = (
    folders: { id: number; choice: 'selected' | 'deselected' | null }[],
    items: { id: number; choice: 'selected' | 'deselected' | null }[],
  ) => callOk('selection.choose', { uploadId, folders, items });
  await choose(
    [],
    [
      { id: one?.id ?? 0, choice: 'deselected' },
      { id: two?.id ?? 0, choice: 'selected' },
    ],
  );
  const byFile = await files();
  expect(byFile).toEqual([
    ['1.txt', 'deselected', null],
    ['2.tmp', null, null],
  ]);
  await choose([{ id: a, choice: 'deselected' }], []);
  expect(await tops()).toEqual([
    ['a', 0, 3, null],
    ['b', 1, 0, null],
  ]);
  expect(await files()).toEqual([
    ['1.txt', 'deselected', 'selected'],
    ['2.tmp', 'deselected', 'selected'],
  ]);
  expect(await callOk('selection.history', { uploadId })).toEqual({ undo: true, redo: false });
  await callOk('selection.undo', { uploadId, direction: 'undo' });
  expect(await files()).toEqual(byFile);
  await callOk('selection.undo', { uploadId, direction: 'undo' });
  expect(await tops()).toEqual([
    ['a', 2, 1, 'selected'],
    ['b', 1, 0, null],
  ]);
  expect(await callOk('selection.history', { uploadId })).toEqual({ undo: false, redo: true });
  for (let steps = 0; steps < 2; steps += 1) await callOk('selection.undo', { uploadId, direction: 'redo' });
  expect((await tops())[0]).toEqual(['a', 0, 3, null]);
  const search = (text: string) =>
    callOk('drafts.tree', {
      uploadId,
      parent: { kind: 'search', text },
      view: 'selection',
      offset: 0,
      limit: 10,
    });
  expect(await search('3.TXT')).toMatchObject({
    total: 1,
    entries: [{ kind: 'file', path: 'a/in/3.txt' }],
  });
  const within = await search('A/');
  expect(within.entries.map(({ path }) => path)).toEqual(['a/1.txt', 'a/2.tmp', 'a/in/3.txt']);
  const folders = await search('in');
  expect(folders.entries).toMatchObject([
    { kind: 'folder', path: 'a/in', items: 0, hasChildren: false },
    { kind: 'file', path: 'a/in/3.txt' },
  ]);
});

test('the files of findings are excluded and kept by a filter, and that is undone as one change', async () => {
  const evidence = join(folder, 'found');
  mkdirSync(join(evidence, 'a'), { recursive: true });
  for (const name of ['1.tmp', '2.tmp', 'a/3.tmp']) writeFileSync(join(evidence, name), '');
  writeFileSync(join(evidence, 'a/letter.txt'), 'Dear all,');
  const { id: uploadId } = await draft([evidence]);
  const empty = { uploadId, severities: [], codes: ['empty'], search: '', sort: null };
  const choose = (filter: Partial<typeof empty>, choice: 'selected' | 'deselected') =>
    callOk('selection.chooseFindings', { filter: { ...empty, ...filter }, choice });
  const group = async () => (await callOk('preflight.summary', { uploadId })).groups[0];
  const undo = async (direction: 'undo' | 'redo') =>
    (await callOk('selection.undo', { uploadId, direction })).totals.queued.items;

  expect(await group()).toMatchObject({ code: 'empty', findings: 3, ofFiles: 3, skipped: 0 });
  // A choice for one of them before.
  expect((await choose({ search: '2.tmp' }, 'deselected')).totals.queued.items).toBe(3);
  expect((await choose({}, 'deselected')).totals.queued.items).toBe(1);
  expect(await group()).toMatchObject({ findings: 3, skipped: 3 });
  expect(await undo('undo')).toBe(3);
  expect(await undo('redo')).toBe(1);
  expect((await choose({ search: 'a/' }, 'selected')).totals.queued.items).toBe(2);
  for (const items of [1, 3, 4]) expect(await undo('undo')).toBe(items);
  // Nothing matches: nothing to undo.
  await choose({ search: 'nothing' }, 'deselected');
  expect(await callOk('selection.history', { uploadId })).toEqual({ undo: false, redo: true });
});

// The last one: it closes the connection.
test('what refuses the start is told beforehand, and is what the start refuses', async () => {
  const evidence = join(folder, 'start');
  mkdirSync(evidence);
  writeFileSync(join(evidence, 'a.txt'), 'a');
  const { id: uploadId } = await draft([evidence]);
  const refused = async () => {
    const { refusal } = await callOk('drafts.startCheck', { uploadId });
    const run = { uploadId, links: [], held: 'ask' as const, confirmDatabase: null, isStart: true };
    if (refusal !== null) expect(await call('uploads.run', run)).toEqual({ ok: false, failure: refusal });
    return refusal?.code ?? null;
  };
  expect(await refused()).toBeNull();
  await callOk('selection.set', { uploadId, rules: { ...everything, exclude: ['*.txt'] } });
  expect(await refused()).toBe('nothing-to-send');
  await callOk('connections.close', { connectionId: 'c1' });
  expect(await refused()).toBe('server-not-connected');
});
