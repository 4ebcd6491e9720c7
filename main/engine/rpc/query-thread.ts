import type { Failure } from '../../../preload/contract/failures/failure.ts';
import { StoreError } from '../store/sqlite-failure.ts';
import { Thread } from '../threads/thread.ts';
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

export interface QueryThreadTypes {
  readonly data: QueryThreadData;
  readonly to: QueryRequest;
  readonly from: QueryAnswer;
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/** Runs the window's queries on a thread of their own: sorting a million rows must not hold up a part. */
export class QueryThread {
  readonly #data: QueryThreadData;
  readonly #waiting = new Map<number, Waiting>();
  /** It is null after a crash, until the next query. */
  #thread: Thread<QueryThreadTypes> | null;
  #lastId = 0;

  /** The store must exist and be migrated. */
  constructor(stateDir: string, mode: ReadMode = 'current') {
    this.#data = { stateDir, mode };
    this.#thread = this.#start();
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
      this.#thread ??= this.#start();
      this.#thread.post({ id, name, args });
    });
  }

  async close(): Promise<void> {
    await this.#thread?.close();
  }

  #start(): Thread<QueryThreadTypes> {
    return new Thread(new URL('./query-worker.ts', import.meta.url), {
      data: this.#data,
      onMessage: (message) => {
        const waiting = this.#waiting.get(message.id);
        this.#waiting.delete(message.id);
        if ('failure' in message) waiting?.reject(new StoreError(message.failure));
        else if ('error' in message) waiting?.reject(message.error);
        else waiting?.resolve(message.answer);
      },
      onEnd: ({ error }) => {
        const waiting = [...this.#waiting.values()];
        this.#waiting.clear();
        this.#thread = null;
        for (const { reject } of waiting) reject(error);
      },
    });
  }
}
