import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { failure, success } from '../../../preload/contract/failures/failure.ts';
import { KnownSecrets } from '../../../preload/contract/texts/known-secrets.ts';
import { uploadId } from '../../engine/types/ids.ts';
import { createOutput } from '../terminal/output.ts';
import { ReceiptFolder } from './receipt-folder.ts';

function folderOf(missing: readonly number[], refusal: (path: string) => Error | null) {
  const output = createOutput(
    { stdout: new PassThrough(), stderr: new PassThrough() },
    {},
    false,
    new KnownSecrets(),
  );
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
          const signedWith = failure('closing');
          return success({ head: 'a', signedWith, timestamp: null, problems: [], profileChange: null });
        },
      },
    },
  );
  return { receipts, written, bugs };
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
