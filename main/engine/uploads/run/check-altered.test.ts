import { describe, expect, test } from 'vitest';
import { transferOfTest } from '../../../../test/fixtures/transfer.ts';
import { createSourceFile, itemTarget } from '../../transfer/source-files/create-source-file.ts';
import { nextEvent } from '../../types/hash-chain.ts';
import { findAltered, hasOtherSourceFile } from './check-altered.ts';

const serverUrl = 'https://review.example.com/';

function uploadOf(sources: readonly string[], logged = sources) {
  const request = { databaseId: 7, dataset: { id: 3 }, sources };
  // SQLite holds half a surrogate pair in JSON only.
  const roots = sources.map((source) => source.toWellFormed());
  const upload = { serverUrl, databaseId: 7, datasetId: 3, sources: roots, request };
  const data = { serverUrl, databaseId: 7, datasetId: 3, sources: logged };
  return { upload, log: [nextEvent(null, '2024-05-02T08:00:00.000Z', 'upload-created', data)] };
}

test.each([
  ['a folder', '/evidence/Ng, Ana'],
  // Windows allows it in a name, and the log can't hold it.
  ['a folder with half a surrogate pair in its name', '/evidence/\ud800'],
])('%s that nobody edited is not altered', (_, source) => {
  const { upload, log } = uploadOf([source]);
  expect(findAltered(upload, log)).toBe(null);
});

test('another source than the one in the log is', () => {
  const { upload, log } = uploadOf(['/etc'], ['/evidence']);
  expect(findAltered(upload, log)).toBe('sources');
});

describe('an open source file', () => {
  const file = { item: 1, pack: null, id: 430 };
  const pack = { item: null, pack: 1, id: 431 };
  const log = [
    { pack: 1, files: 2, sourceFileId: 431 },
    { item: 1, sourceFileId: 430 },
    { item: 1, sourceFileId: 12 },
  ];

  test('is the one that the log created last for its file or pack', () => {
    expect(hasOtherSourceFile([file, pack], log)).toBe(false);
    expect(hasOtherSourceFile([], [])).toBe(false);
  });

  test.each([
    [
      'exchanged with another one',
      [
        { ...file, id: 431 },
        { ...pack, id: 430 },
      ],
    ],
    ['an earlier one of its file', [{ ...file, id: 12 }]],
    ['of a file for which none was created', [file, { ...file, item: 2 }]],
  ])('that is %s is another one', (_, open) => {
    expect(hasOtherSourceFile(open, log)).toBe(true);
  });

  test('is read from the store, with what was created for it', async () => {
    const { addFile, run, edit } = await transferOfTest();
    const transfer = run();
    for (const name of ['a.txt', 'b.txt']) {
      const plan = { partSizeBytes: 1, partCount: 1 };
      await createSourceFile(transfer, itemTarget(transfer, addFile(name, 'x'), plan, null), null, null);
    }
    const { sourceFiles, events, upload } = transfer;
    const isOther = (): boolean =>
      hasOtherSourceFile(sourceFiles.open(upload.id), events.ofType(upload.id, 'source-file-created'));
    expect([sourceFiles.open(upload.id).length, isOther()]).toEqual([2, false]);
    edit('UPDATE source_files SET platform_id = 3 - platform_id');
    expect(isOther()).toBe(true);
  });
});
