import { Worker } from 'node:worker_threads';
import type { PackedBatch } from './scan-batch.ts';
import { type FromScanThread, type ScanThreadData, sharedCells } from './scan-protocol.ts';
import type { FolderBundle } from './scan-walk.ts';

/** A thread that hangs in a system call, on a share that went away, ends when the call does. Waiting longer is useless. */
const terminateTimeoutMs = 1_000;

export interface ScanThreadsOptions {
  readonly rootPaths: readonly string[];
  readonly followSymlinks: boolean;
  readonly threads: number;
}

interface Thread {
  readonly index: number;
  readonly worker: Worker;
}

interface ReceivedBatch {
  readonly thread: Thread;
  readonly batch: PackedBatch;
}

/** Distributes folders to worker threads, starts threads as there is work for them, and yields their batches. */
export class ScanThreads {
  readonly #options: ScanThreadsOptions;
  readonly #shared: Int32Array;
  readonly #threads: Thread[] = [];
  readonly #idle: Thread[] = [];
  readonly #pending: FolderBundle[] = [];
  readonly #received: ReceivedBatch[] = [];
  #error: unknown = null;
  #wakeUp = Promise.withResolvers<void>();

  constructor(options: ScanThreadsOptions) {
    this.#options = options;
    this.#shared = new Int32Array(new SharedArrayBuffer(4 * (sharedCells.inFlight + options.threads)));
  }

  /** Batches in the order they arrive. A thread that is two ahead of the consumer waits. Just ends after `signal`. */
  async *read(
    bundles: readonly FolderBundle[],
    signal: AbortSignal | undefined,
  ): AsyncGenerator<PackedBatch> {
    const wake = () => this.#wakeUp.resolve();
    signal?.addEventListener('abort', wake);
    try {
      this.#pending.push(...bundles);
      this.#distribute();
      while (signal?.aborted !== true) {
        if (this.#error !== null) throw this.#error;
        const received = this.#received.shift();
        if (received !== undefined) {
          yield received.batch;
          Atomics.sub(this.#shared, sharedCells.inFlight + received.thread.index, 1);
          Atomics.notify(this.#shared, sharedCells.inFlight + received.thread.index);
        } else if (this.#idle.length === this.#threads.length) {
          return;
        } else {
          await this.#wakeUp.promise;
          this.#wakeUp = Promise.withResolvers();
        }
      }
    } finally {
      signal?.removeEventListener('abort', wake);
      await this.#end();
    }
  }

  #distribute(): void {
    while (this.#pending.length > 0) {
      const thread = this.#idle.pop() ?? this.#start();
      if (thread === null) break;
      const free = 1 + this.#idle.length + this.#options.threads - this.#threads.length;
      thread.worker.postMessage(this.#pending.splice(0, Math.ceil(this.#pending.length / free)));
    }
    const free = this.#idle.length + this.#options.threads - this.#threads.length;
    Atomics.store(this.#shared, sharedCells.idle, free);
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
      // Short-lived strings: by default each thread could keep 50 MB of them.
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    const thread: Thread = { index, worker };
    worker.on('message', (message: FromScanThread) => this.#receive(thread, message));
    worker.on('error', (error) => {
      this.#error = error;
      this.#wakeUp.resolve();
    });
    this.#threads.push(thread);
    return thread;
  }

  #receive(thread: Thread, message: FromScanThread): void {
    switch (message.kind) {
      case 'batch':
        this.#received.push({ thread, batch: message.batch });
        break;
      case 'share':
        this.#pending.push(...message.bundles);
        this.#distribute();
        break;
      case 'done':
        this.#idle.push(thread);
        this.#distribute();
        break;
      default:
        message satisfies never;
    }
    this.#wakeUp.resolve();
  }

  async #end(): Promise<void> {
    const terminated = Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, terminateTimeoutMs);
    await Promise.race([terminated, timeout.promise]);
    clearTimeout(timer);
    for (const { worker } of this.#threads) worker.unref();
  }
}
