/** The thread that verifies a receipt and compares it with a folder. Main ends it to cancel. */
import { success } from '../../../preload/contract/failures/failure.ts';
import { serveJob } from '../threads/run-on-thread.ts';
import { progressThrottle } from '../threads/throttle.ts';
import { type FileDifference, inReadingOrder, keptDifferences } from './compare-folder.ts';
import { verifyReceipt } from './verify.ts';
import type { VerifyThread } from './verify-on-thread.ts';

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
  return result.ok ? success({ report: result.value, differences: inReadingOrder(differences) }) : result;
});
