/** The thread that verifies a receipt and compares it with a folder. Main ends it to cancel. */
import { parentPort, workerData } from 'node:worker_threads';
import { success } from '../../../preload/contract/failures/failure.ts';
import type { Difference } from './compare-folder.ts';
import { verifyReceipt } from './verify.ts';
import type { FromVerifyWorker, VerifyJob } from './verify-protocol.ts';

/** Ten a second. */
const progressEveryMs = 100;
/** A folder that has nothing to do with the receipt may differ in millions of files. */
const keptDifferences = 100_000;

const { path, options } = workerData as VerifyJob;
const send = (message: FromVerifyWorker): void => parentPort?.postMessage(message);
const differences: Difference[] = [];
let sentAtMs = 0;

const result = await verifyReceipt(path, {
  ...options,
  onDifference: (difference) => {
    if (differences.length < keptDifferences) differences.push(difference);
  },
  onProgress: (progress) => {
    const nowMs = performance.now();
    if (nowMs - sentAtMs < progressEveryMs) return;
    sentAtMs = nowMs;
    send({ kind: 'progress', progress });
  },
});
send({ kind: 'end', result: result.ok ? success({ report: result.value, differences }) : result });
