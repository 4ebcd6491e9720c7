import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import { openReadOnly } from '../store/open.ts';
import { storeFailure } from '../store/sqlite-failure.ts';
import { thisThread } from '../threads/this-thread.ts';
import type { QueryAnswer, QueryRequest, QueryThreadTypes } from './query-thread.ts';
import { createReadQueries } from './read-queries.ts';

const { data, post, listen } = thisThread<QueryThreadTypes>();
const { stateDir, mode } = data;
const opened = openReadOnly(stateDir);
if (!opened.ok) throw new Error(failureText(opened.failure));
if (opened.value === null) throw new Error(`There is no store in ${stateDir}`);
const db = opened.value;
if (mode === 'snapshot') db.exec('BEGIN');
const queries = createReadQueries(db, mode);

listen(
  (request) => post(answer(request)),
  () => db.close(),
);

function answer({ id, name, args }: QueryRequest): QueryAnswer {
  try {
    return { id, answer: Reflect.apply(queries[name], queries, args) };
  } catch (error) {
    const failure = storeFailure(error, db.name);
    return failure === null ? { id, error } : { id, failure };
  }
}
