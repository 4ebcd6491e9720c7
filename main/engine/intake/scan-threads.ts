import { Worker } from 'node:worker_threads';
import type { PackedBatch } from './scan-batch.ts';
import { cells, type FromScanThread, type ScanThreadData } from './scan-protocol.ts';
import type { FolderBundle } from './scan-walk.ts';

/** A thread that hangs in a system call, on a share that went away, ends when the call does: nobody waits for it. */
const patienceMs = 1_000;

export interface ScanThreadsOptions {
  readonly rootPaths: readonly string[];
  readonly followSymlinks: boolean;
  readonly threads: number;
}

interface Thread {
  readonly index: number;
  readonly worker: Worker;
}

interface Arrived {
  readonly thread: Thread;
  readonly batch: PackedBatch;
}

/** Deals folders out to worker threads, started as there is work for them, and hands on what they find. */
export class ScanThreads {
  readonly #options: ScanThreadsOptions;
  readonly #shared: Int32Array;
  readonly #threads: Thread[] = [];
  readonly #idle: Thread[] = [];
  readonly #pending: FolderBundle[] = [];
  readonly #arrived: Arrived[] = [];
  #crash: unknown = null;
  #news = Promise.withResolvers<void>();

  constructor(options: ScanThreadsOptions) {
    this.#options = options;
    this.#shared = new Int32Array(new SharedArrayBuffer(4 * (cells.inFlight + options.threads)));
  }

  /** Batches as they come; a thread that is two ahead of the consumer waits. Ends early, without a word, on `signal`. */
  async *read(
    bundles: readonly FolderBundle[],
    signal: AbortSignal | undefined,
  ): AsyncGenerator<PackedBatch> {
    const wake = () => this.#news.resolve();
    signal?.addEventListener('abort', wake);
    try {
      this.#pending.push(...bundles);
      this.#deal();
      while (signal?.aborted !== true) {
        if (this.#crash !== null) throw this.#crash;
        const arrived = this.#arrived.shift();
        if (arrived !== undefined) {
          yield arrived.batch;
          Atomics.sub(this.#shared, cells.inFlight + arrived.thread.index, 1);
          Atomics.notify(this.#shared, cells.inFlight + arrived.thread.index);
        } else if (this.#idle.length === this.#threads.length) {
          return;
        } else {
          await this.#news.promise;
          this.#news = Promise.withResolvers();
        }
      }
    } finally {
      signal?.removeEventListener('abort', wake);
      await this.#end();
    }
  }

  #deal(): void {
    while (this.#pending.length > 0) {
      const thread = this.#idle.pop() ?? this.#start();
      if (thread === null) break;
      const free = 1 + this.#idle.length + this.#options.threads - this.#threads.length;
      thread.worker.postMessage(this.#pending.splice(0, Math.ceil(this.#pending.length / free)));
    }
    const free = this.#idle.length + this.#options.threads - this.#threads.length;
    Atomics.store(this.#shared, cells.wanted, free);
  }

  #start(): Thread | null {
    const index = this.#threads.length;
    if (index === this.#options.threads) return null;
    const data: ScanThreadData = {
      index,
      shared: this.#shared,
      rootPaths: this.#options.rootPaths,
      followSymlinks: this.#options.followSymlinks,
      firstNumber: index + 1,
      numberStep: this.#options.threads + 1,
    };
    const worker = new Worker(new URL('./scan-worker.ts', import.meta.url), {
      workerData: data,
      // Short-lived strings: the default would let each thread keep 50 MB of them.
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    const thread: Thread = { index, worker };
    worker.on('message', (message: FromScanThread) => this.#receive(thread, message));
    worker.on('error', (error) => {
      this.#crash = error;
      this.#news.resolve();
    });
    this.#threads.push(thread);
    return thread;
  }

  #receive(thread: Thread, message: FromScanThread): void {
    switch (message.kind) {
      case 'batch':
        this.#arrived.push({ thread, batch: message.batch });
        break;
      case 'share':
        this.#pending.push(...message.bundles);
        this.#deal();
        break;
      case 'done':
        this.#idle.push(thread);
        this.#deal();
        break;
      default:
        message satisfies never;
    }
    this.#news.resolve();
  }

  async #end(): Promise<void> {
    const ended = Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, patienceMs);
    await Promise.race([ended, patience.promise]);
    clearTimeout(timer);
    for (const { worker } of this.#threads) worker.unref();
  }
}
