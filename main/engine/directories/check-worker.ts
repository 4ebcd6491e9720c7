/** The thread that checks a directory's CSV. The engine ends it to cancel. */
import { parentPort, workerData } from 'node:worker_threads';
import type { DirectoryFinding } from '../../../preload/contract/views/directory.ts';
import { checkDirectory } from './check-directory.ts';
import type { CheckJob, FromCheckWorker } from './check-protocol.ts';

/** Ten a second. */
const progressEveryMs = 100;
const findingsPerMessage = 1000;

const { path, rules, sendsFindings } = workerData as CheckJob;
const send = (message: FromCheckWorker): void => parentPort?.postMessage(message);
let findings: DirectoryFinding[] = [];
let sentAtMs = 0;

function sendFindings(): void {
  if (findings.length > 0) send({ kind: 'findings', findings });
  findings = [];
}

const result = await checkDirectory(path, rules, {
  onProgress: (progress) => {
    const nowMs = performance.now();
    if (nowMs - sentAtMs < progressEveryMs) return;
    sentAtMs = nowMs;
    send({ kind: 'progress', progress });
  },
  ...(sendsFindings && {
    onFinding: (finding: DirectoryFinding) => {
      if (findings.push(finding) >= findingsPerMessage) sendFindings();
    },
  }),
});
sendFindings();
send({ kind: 'end', result });
