import { parentPort, workerData } from 'node:worker_threads';
import { openForReading } from '../store/open.ts';
import type { ReadingRequest, ReadingWork } from './query-thread.ts';
import { reading } from './read-queries.ts';

const { stateDir } = workerData as ReadingWork;
const opened = openForReading(stateDir);
if (!opened.ok) throw new Error(opened.failure.message);
if (opened.value === null) throw new Error(`There is no store in ${stateDir}`);
const read = reading(opened.value);

parentPort?.on('message', ({ id, name, args }: ReadingRequest) => {
  const answer: unknown = Reflect.apply(read[name], read, args);
  parentPort?.postMessage({ id, answer });
});
