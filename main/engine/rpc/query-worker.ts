import { parentPort, workerData } from 'node:worker_threads';
import { openReadOnly } from '../store/open.ts';
import type { QueryRequest, QueryThreadData } from './query-thread.ts';
import { createReadQueries } from './read-queries.ts';

const { stateDir } = workerData as QueryThreadData;
const opened = openReadOnly(stateDir);
if (!opened.ok) throw new Error(opened.failure.message);
if (opened.value === null) throw new Error(`There is no store in ${stateDir}`);
const read = createReadQueries(opened.value);

parentPort?.on('message', ({ id, name, args }: QueryRequest) => {
  const answer: unknown = Reflect.apply(read[name], read, args);
  parentPort?.postMessage({ id, answer });
});
