import { Worker } from 'node:worker_threads';
import type { Failure } from '../../../preload/contract/failures/failure.ts';
import { closeThread } from '../sources/hung-threads.ts';
import { StoreError } from '../store/sqlite-failure.ts';
import type { ReadMode } from './item-order.ts';
import type { ReadQueries, ReadQueryName } from './read-queries.ts';

export interface QueryThreadData {
  readonly stateDir: string;
  readonly mode: ReadMode;
}

export interface QueryRequest {
  readonly id: number;
  readonly name: ReadQueryName;
  readonly args: readonly unknown[];
}

export type QueryAnswer =
  | { readonly id: number; readonly answer: unknown }
  /** The store can't be read. */
  | { readonly id: number; readonly failure: Failure }
  /** A bug in the query. */
  | { readonly id: number; readonly error: unknown };

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/** Runs the window's queries on a thread of their own: sorting a million rows must not hold up a part. */
export class QueryThread {
  readonly #data: QueryThreadData;
  readonly #waiting = new Map<number, Waiting>();
  /** Null after a crash, until the next query. */
  #worker: Worker | null;
  #lastId = 0;

  /** The store must exist and be migrated. */
  constructor(stateDir: string, mode: ReadMode = 'current') {
    this.#data = { stateDir, mode };
    this.#worker = this.#start();
  }

  query<Name extends ReadQueryName>(
    name: Name,
    ...args: Parameters<ReadQueries[Name]>
  ): Promise<ReturnType<ReadQueries[Name]>> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      // The thread answers each name with the type of its query.
      this.#waiting.set(id, {
        resolve: (answer) => resolve(answer as ReturnType<ReadQueries[Name]>),
        reject,
      });
      this.#worker ??= this.#start();
      this.#worker.postMessage({ id, name, args } satisfies QueryRequest);
    });
  }

  async close(): Promise<void> {
    if (this.#worker !== null) await closeThread(this.#worker);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./query-worker.ts', import.meta.url), {
      workerData: this.#data,
    });
    worker.on('message', (message: QueryAnswer) => {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if ('failure' in message) waiting?.reject(new StoreError(message.failure));
      else if ('error' in message) waiting?.reject(message.error);
      else waiting?.resolve(message.answer);
    });
    worker.on('error', (error) => {
      const waiting = [...this.#waiting.values()];
      this.#waiting.clear();
      this.#worker = null;
      for (const { reject } of waiting) reject(error);
    });
    return worker;
  }
}
