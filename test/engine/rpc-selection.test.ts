import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { everything } from '../../preload/contract/selection.ts';
import { call, callOk, draft, folder } from './rpc-handlers.ts';

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
  expect(await callOk('selection.preview', { uploadId, rules })).toEqual(wouldBe);
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
  expect(await callOk('selection.get', { uploadId })).toMatchObject({
    duplicates: { items: 1 },
    known: { items: 1, bytes: 5 },
  });
  const all = { ...everything, skipKnown: true, skipDuplicates: true };
  const preview = await callOk('selection.preview', { uploadId, rules: all });
  expect(preview.queued.items).toBe(2);
  expect((await callOk('selection.set', { uploadId, rules: all })).totals.queued).toEqual(preview.queued);
  const [root] = (await callOk('drafts.folders', { uploadId, parentId: null, offset: 0, limit: 10 })).folders;
  const none = await callOk('selection.choose', { uploadId, folderId: root?.id ?? 0, choice: 'deselected' });
  expect(none.totals.queued.items).toBe(0);
  await callOk('selection.choose', { uploadId, folderId: root?.id ?? 0, choice: null });
  expect((await callOk('selection.set', { uploadId, rules: everything })).totals.queued.items).toBe(4);
});
