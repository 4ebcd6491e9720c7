import { Worker } from 'node:worker_threads';
import type { Reading, ReadingName } from './read-queries.ts';

export interface ReadingWork {
  readonly stateDir: string;
}

export interface ReadingRequest {
  readonly id: number;
  readonly name: ReadingName;
  readonly args: readonly unknown[];
}

interface ReadingAnswer {
  readonly id: number;
  readonly answer: unknown;
}

/** The window's queries on a thread of their own: sorting a million rows must not hold up a part. */
export class ReadingThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  #next = 1;

  /** The store must be there and migrated. */
  constructor(stateDir: string) {
    this.#worker = new Worker(new URL('./query-worker.ts', import.meta.url), {
      workerData: { stateDir } satisfies ReadingWork,
    });
    this.#worker.on('message', ({ id, answer }: ReadingAnswer) => {
      this.#waiting.get(id)?.resolve(answer);
      this.#waiting.delete(id);
    });
    this.#worker.on('error', (error) => {
      for (const waiting of this.#waiting.values())
        waiting.reject(error instanceof Error ? error : new Error(String(error)));
      this.#waiting.clear();
    });
  }

  ask<Name extends ReadingName>(
    name: Name,
    ...args: Parameters<Reading[Name]>
  ): Promise<ReturnType<Reading[Name]>> {
    const id = this.#next;
    this.#next += 1;
    return new Promise((resolve, reject) => {
      // The thread answers each name with what Reading says it does.
      this.#waiting.set(id, { resolve: (answer) => resolve(answer as ReturnType<Reading[Name]>), reject });
      this.#worker.postMessage({ id, name, args } satisfies ReadingRequest);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
