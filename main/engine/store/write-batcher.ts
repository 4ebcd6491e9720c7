import type { Database } from 'better-sqlite3';
import { StoreError, sqliteFailure } from './sqlite-failure.ts';

interface Write {
  run(): void;
  done(): void;
  failed(error: unknown): void;
}

/**
 * Group commit: writes enqueued in one turn of the event loop share one transaction and one flush to disk.
 * The promise resolves after the flush, so what is acknowledged is durable. They may be of several uploads: one that throws is
 * undone alone. What SQLite refuses is refused for all of them.
 */
export class WriteBatcher {
  readonly #db: Database;
  readonly #path: string;
  readonly #runAlone: (write: Write) => void;
  #queue: Write[] = [];

  constructor(db: Database, path: string) {
    this.#db = db;
    this.#path = path;
    // In a transaction, a savepoint.
    this.#runAlone = db.transaction((write: Write) => write.run());
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
    const failed = new Map<Write, unknown>();
    try {
      this.transaction(() => {
        for (const write of writes) {
          try {
            this.#runAlone(write);
          } catch (error) {
            if (!this.#db.inTransaction || sqliteFailure(error, this.#path) !== null) throw error;
            failed.set(write, error);
          }
        }
      });
    } catch (error) {
      for (const write of writes) write.failed(error);
      return;
    }
    for (const write of writes) {
      if (failed.has(write)) write.failed(failed.get(write));
      else write.done();
    }
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
