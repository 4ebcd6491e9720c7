/** A thread that inspects files. A call may hang here for as long as a share does not answer. */
import { parentPort, workerData } from 'node:worker_threads';
import { inspectJob } from './inspect-job.ts';
import { callsCell, fileCell, type InspectJob, type InspectThreadData } from './inspect-protocol.ts';

const { shared, limits }: InspectThreadData = workerData;

function call<T>(run: () => T): T {
  Atomics.add(shared, callsCell, 1);
  try {
    return run();
  } finally {
    Atomics.add(shared, callsCell, 1);
  }
}

parentPort?.on('message', (job: InspectJob) => {
  const onFile = (index: number): void => void Atomics.store(shared, fileCell, index);
  for (const result of inspectJob(job, { call, limits, onFile })) parentPort?.postMessage(result);
});
