import { failure, type Result } from '../../../../preload/contract/failures/failure.ts';
import { storeResult } from '../../store/sqlite-failure.ts';

/** The tasks that must end before the store is closed. Closing stops them and waits for them. */
export class TaskGroup {
  readonly #tasks = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();

  /** Fails with `closing` once the group is closed. A refusal of the store comes back as a value. */
  async run<T>(task: (closing: AbortSignal) => Promise<Result<T>>): Promise<Result<T>> {
    if (this.#closing.signal.aborted) return failure('closing');
    return await this.track(storeResult(() => task(this.#closing.signal)));
  }

  /** Waits for the promise when closing. */
  async track<T>(task: Promise<T>): Promise<T> {
    this.#tasks.add(task);
    try {
      return await task;
    } finally {
      this.#tasks.delete(task);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#tasks);
  }
}
