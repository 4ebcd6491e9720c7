/** The thread that verifies a receipt and compares it with a folder. Main ends it to cancel. */
import { success } from '../../../preload/contract/failures/failure.ts';
import { serveJob } from '../threads/run-on-thread.ts';
import { progressThrottle } from '../threads/throttle.ts';
import type { FileDifference } from './compare-folder.ts';
import { verifyReceipt } from './verify.ts';
import type { VerifyThread } from './verify-on-thread.ts';

/** A folder that has nothing to do with the receipt may differ in millions of files. */
const keptDifferences = 100_000;

await serveJob<VerifyThread>(async ({ path, options }, report) => {
  const differences: FileDifference[] = [];
  const isDue = progressThrottle();
  const result = await verifyReceipt(path, {
    ...options,
    onDifference: (difference) => {
      if (differences.length < keptDifferences) differences.push(difference);
    },
    onProgress: (progress) => {
      if (isDue()) report(progress);
    },
  });
  return result.ok ? success({ report: result.value, differences }) : result;
});
