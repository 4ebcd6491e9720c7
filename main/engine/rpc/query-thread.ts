import { Worker } from 'node:worker_threads';
import type { ReadQueries, ReadQueryName } from './read-queries.ts';

export interface QueryThreadData {
  readonly stateDir: string;
}

export interface QueryRequest {
  readonly id: number;
  readonly name: ReadQueryName;
  readonly args: readonly unknown[];
}

interface QueryAnswer {
  readonly id: number;
  readonly answer: unknown;
}

/** The window's queries on a thread of their own: sorting a million rows must not hold up a part. */
export class QueryThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  #next = 1;

  /** The store must be there and migrated. */
  constructor(stateDir: string) {
    this.#worker = new Worker(new URL('./query-worker.ts', import.meta.url), {
      workerData: { stateDir } satisfies QueryThreadData,
    });
    this.#worker.on('message', ({ id, answer }: QueryAnswer) => {
      this.#waiting.get(id)?.resolve(answer);
      this.#waiting.delete(id);
    });
    this.#worker.on('error', (error) => {
      for (const waiting of this.#waiting.values())
        waiting.reject(error instanceof Error ? error : new Error(String(error)));
      this.#waiting.clear();
    });
  }

  query<Name extends ReadQueryName>(
    name: Name,
    ...args: Parameters<ReadQueries[Name]>
  ): Promise<ReturnType<ReadQueries[Name]>> {
    const id = this.#next;
    this.#next += 1;
    return new Promise((resolve, reject) => {
      // The thread answers each name with what Reading says it does.
      this.#waiting.set(id, {
        resolve: (answer) => resolve(answer as ReturnType<ReadQueries[Name]>),
        reject,
      });
      this.#worker.postMessage({ id, name, args } satisfies QueryRequest);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
