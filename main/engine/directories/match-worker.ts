/** The thread that matches custodians with a directory's people. The engine ends it to cancel. */
import { parentPort, workerData } from 'node:worker_threads';
import { matchDirectory } from './match-directory.ts';
import type { FromMatchWorker, MatchJob } from './match-protocol.ts';

/** Ten a second. */
const progressEveryMs = 100;

const { path, rules, custodians } = workerData as MatchJob;
const send = (message: FromMatchWorker): void => parentPort?.postMessage(message);
let sentAtMs = 0;

const result = await matchDirectory(path, rules, custodians, {
  onProgress: (progress) => {
    const nowMs = performance.now();
    if (nowMs - sentAtMs < progressEveryMs) return;
    sentAtMs = nowMs;
    send({ kind: 'progress', progress });
  },
});
send({ kind: 'end', result });
