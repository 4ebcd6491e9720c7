import type { Database } from 'better-sqlite3';
import { StoreError, sqliteFailure } from './sqlite-failure.ts';

interface Write {
  run(): void;
  done(): void;
  failed(error: unknown): void;
}

/**
 * Group commit: writes enqueued in one turn of the event loop share one transaction and one flush to disk.
 * The promise resolves after the flush, so what is acknowledged is durable.
 */
export class WriteBatcher {
  readonly #db: Database;
  readonly #path: string;
  #queue: Write[] = [];

  constructor(db: Database, path: string) {
    this.#db = db;
    this.#path = path;
  }

  /** Rejects with StoreRefusal when the disk is full or not writable. */
  enqueue<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      let value: T;
      if (this.#queue.length === 0) setImmediate(() => this.flush());
      this.#queue.push({
        run: () => {
          value = work();
        },
        done: () => resolve(value),
        failed: reject,
      });
    });
  }

  /** Commits everything enqueued now. */
  flush(): void {
    const writes = this.#queue;
    this.#queue = [];
    if (writes.length === 0) return;
    try {
      this.transaction(() => {
        for (const write of writes) write.run();
      });
    } catch (error) {
      for (const write of writes) write.failed(error);
      return;
    }
    for (const write of writes) write.done();
  }

  /**
   * As `transaction`, without waiting for the disk: for what is computed again after a power cut. It is on the disk before
   * anything that a later transaction stores.
   */
  recomputable<T>(work: () => T): T {
    this.#db.pragma('synchronous = NORMAL');
    try {
      return this.transaction(work);
    } finally {
      this.#db.pragma('synchronous = FULL');
    }
  }

  /** One transaction, now; throws StoreRefusal when the disk is full or not writable. */
  transaction<T>(work: () => T): T {
    try {
      return this.#db.transaction(work).immediate();
    } catch (error) {
      const refused = sqliteFailure(error, this.#path);
      throw refused === null ? error : new StoreError(refused);
    }
  }
}
