/** A thread that inspects files. A call may hang here for as long as a share does not answer. */
import { thisThread } from '../../threads/this-thread.ts';
import { inspectJob } from './inspect-job.ts';
import { callsCell, fileCell, type InspectThreadTypes } from './inspect-protocol.ts';

const { data, post, listen } = thisThread<InspectThreadTypes>();
const { shared, limits } = data;

function call<T>(run: () => T): T {
  Atomics.add(shared, callsCell, 1);
  try {
    return run();
  } finally {
    Atomics.add(shared, callsCell, 1);
  }
}

listen((job) => {
  const onFile = (index: number): void => void Atomics.store(shared, fileCell, index);
  for (const result of inspectJob(job, { call, limits, onFile })) post(result);
});
