import { expect, test } from 'vitest';
import { itemId, watchBatchId, watchRuleId } from '../../types/ids.ts';
import { retakeFrom } from './retake-from.ts';

const [batchId, ruleId, item] = [watchBatchId.parse(1), watchRuleId.parse(2), { id: itemId.parse(3) }];

/** `row`: that of the item which may be sent again, once the outcome is recorded. */
function retake(row: number | null) {
  const taken: number[] = [];
  let recordedAt: string | null = null;
  const batch = {
    ...{ id: batchId, ruleId, closedAt: 't', files: 1, bytes: 1 },
    datasetKey: '',
    datasetName: '',
  };
  const mayTake = retakeFrom(
    {
      watchBatches: { get: () => ({ ...batch, uploadId: null, recordedAt, retries: 0, retryAt: null }) },
      watchLedger: {
        retriable: () => new Map(recordedAt === null || row === null ? [] : [[item.id, row]]),
        takeAgain: (id) => taken.push(id) > 0,
      },
    },
    { watch: { ruleId, batchId } },
  );
  const record = (): void => {
    recordedAt = 't';
  };
  return { mayTake, taken, record };
}

test('before its outcome is recorded, every file of a batch is taken already', () => {
  const { mayTake, taken } = retake(7);
  expect([mayTake(item), taken]).toEqual([true, []]);
});

test('a file whose outcome is recorded while files are read is taken again in the ledger', () => {
  const { mayTake, taken, record } = retake(7);
  record();
  expect([mayTake(item), taken]).toEqual([true, [7]]);
});

test('a file that another batch or rule took once the outcome was recorded is left to it', () => {
  const { mayTake, taken, record } = retake(null);
  record();
  expect([mayTake(item), taken]).toEqual([false, []]);
});
