import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { failure, success } from '../../../preload/contract/failures/failure.ts';
import { KnownSecrets } from '../../../preload/contract/texts/known-secrets.ts';
import { StoreError } from '../../engine/store/sqlite-failure.ts';
import { uploadId } from '../../engine/types/ids.ts';
import { createOutput } from '../terminal/output.ts';
import { ReceiptFolder } from './receipt-folder.ts';

function folderOf(missing: readonly number[], refusal: (path: string) => Error | null) {
  const stderr = new PassThrough();
  const output = createOutput({ stdout: new PassThrough(), stderr }, {}, false, new KnownSecrets());
  const written: string[] = [];
  const bugs: unknown[] = [];
  const receipts = new ReceiptFolder(
    { output, env: {} },
    {
      folder: '/receipts',
      reportBug: (_where, error) => void bugs.push(error),
      engine: {
        upload: (id) => success({ id: uploadId.parse(id) }),
        unsavedReceipts: () => missing.map((id) => ({ uploadId: uploadId.parse(id), rule: 'Doe' })),
        saveReceipt: async (_id, path) => {
          const error = refusal(path);
          if (error !== null) throw error;
          written.push(path);
          return success({ head: 'a', signedWith: failure('closing'), timestamp: null, problems: [] });
        },
      },
    },
  );
  return { receipts, written, bugs, errors: () => String(stderr.read() ?? '') };
}

test('a receipt that ends in a bug is missing and reported, and those after it are written', async () => {
  const bug = new Error('a bug');
  const { receipts, written, bugs } = folderOf([1, 2], (path) => (path.endsWith('-1.json') ? bug : null));
  receipts.saveMissing();
  receipts.save('Doe', 3);
  await receipts.finish();
  expect(written.toSorted()).toEqual(['/receipts/receipt-2.json', '/receipts/receipt-3.json']);
  expect([receipts.isMissing, bugs]).toEqual([true, [bug]]);
});

test('what the store refuses is said, and is no bug', async () => {
  const refused = new StoreError(failure('store-read-only', { path: '/data/lading.db' }).failure);
  const { receipts, bugs, errors } = folderOf([1], () => refused);
  receipts.saveMissing();
  await receipts.finish();
  expect([receipts.isMissing, bugs]).toEqual([true, []]);
  expect(errors()).toContain('/data/lading.db');
});
