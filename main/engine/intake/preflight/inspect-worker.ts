/** A thread that inspects files. A call may hang here for as long as a share does not answer. */
import { parentPort, workerData } from 'node:worker_threads';
import { reportsBlocks } from './inspect-file.ts';
import { inspectJob } from './inspect-job.ts';
import { callsCell, type InspectJob, type InspectThreadData } from './inspect-protocol.ts';

const { shared }: InspectThreadData = workerData;
const hasBlocks = new Map<string, boolean>();
const onCall = (): void => void Atomics.add(shared, callsCell, 1);

parentPort?.on('message', (job: InspectJob) => {
  const known = hasBlocks.get(job.rootPath) ?? reportsBlocks(job.rootPath);
  hasBlocks.set(job.rootPath, known);
  parentPort?.postMessage(inspectJob(job, { onCall, hasBlocks: known }));
});
