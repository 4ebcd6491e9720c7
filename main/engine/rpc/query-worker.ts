import { parentPort, workerData } from 'node:worker_threads';
import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import { closeMessage } from '../sources/hung-threads.ts';
import { openReadOnly } from '../store/open.ts';
import { storeFailure } from '../store/sqlite-failure.ts';
import type { QueryAnswer, QueryRequest, QueryThreadData } from './query-thread.ts';
import { createReadQueries } from './read-queries.ts';

const { stateDir, mode } = workerData as QueryThreadData;
const opened = openReadOnly(stateDir);
if (!opened.ok) throw new Error(failureText(opened.failure));
if (opened.value === null) throw new Error(`There is no store in ${stateDir}`);
const db = opened.value;
if (mode === 'snapshot') db.exec('BEGIN');
const queries = createReadQueries(db, mode);

parentPort?.on('message', (message: QueryRequest | typeof closeMessage) => {
  if (message !== closeMessage) return parentPort?.postMessage(answer(message));
  db.close();
  parentPort?.close();
});

function answer({ id, name, args }: QueryRequest): QueryAnswer {
  try {
    return { id, answer: Reflect.apply(queries[name], queries, args) };
  } catch (error) {
    const failure = storeFailure(error, db.name);
    return failure === null ? { id, error } : { id, failure };
  }
}
