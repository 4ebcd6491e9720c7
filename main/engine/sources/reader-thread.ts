import { Worker } from 'node:worker_threads';
import { movedBlocks, type ReaderReply, type ReaderRequest } from './reader-protocol.ts';

const busy = new Set<ReaderThread>();

/** Whether a thread of this process has been in a system call for longer than this: the process can't exit by itself. */
export function hasHungThreads(longerThanMs = 500): boolean {
  const now = performance.now();
  return [...busy].some((thread) => now - thread.calledAtMs > longerThanMs);
}

/** One thread, which does one call at a time. */
export class ReaderThread {
  calledAtMs = 0;
  readonly #worker: Worker;
  #onReply: ((reply: ReaderReply) => void) | null = null;

  constructor() {
    this.#worker = new Worker(new URL('./reader-worker.ts', import.meta.url), {
      // A file is opened on one thread and closed on another.
      trackUnmanagedFds: false,
      // It keeps nothing. By default a thread grows by tens of MB before it collects garbage.
      resourceLimits: { maxYoungGenerationSizeMb: 1 },
    });
    this.#worker.on('message', (reply: ReaderReply) => this.#receive(reply));
    // Only a bug ends a thread.
    this.#worker.on('error', (error) => this.#receive({ ok: false, code: '', message: String(error) }));
    this.#worker.unref();
  }

  /** Keeps the process alive until the reply is there, or `abandon` was called. */
  call(request: ReaderRequest, onReply: (reply: ReaderReply) => void): void {
    this.calledAtMs = performance.now();
    this.#onReply = onReply;
    busy.add(this);
    this.#worker.ref();
    this.#worker.postMessage(request, movedBlocks(request.argument));
  }

  /** Nobody waits for the reply anymore. */
  abandon(): void {
    this.#worker.unref();
  }

  /** A thread in a system call ends when that returns. */
  async end(): Promise<void> {
    await this.#worker.terminate();
    busy.delete(this);
  }

  #receive(reply: ReaderReply): void {
    const onReply = this.#onReply;
    this.#onReply = null;
    busy.delete(this);
    this.#worker.unref();
    onReply?.(reply);
  }
}
