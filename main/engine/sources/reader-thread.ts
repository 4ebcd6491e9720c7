import { Worker } from 'node:worker_threads';
import { enterCall, leaveCall } from './hung-threads.ts';
import { movedBlocks, type ReaderReply, type ReaderRequest } from './reader-protocol.ts';

/** One thread, which does one call at a time. */
export class ReaderThread {
  readonly worker: Worker;
  /** Nothing may be called on it anymore. */
  hasEnded = false;
  /** Its call may never return. */
  isAbandoned = false;
  /** Of its last call; monotonic. */
  calledAtMs = 0;
  #onReply: ((reply: ReaderReply) => void) | null = null;

  constructor() {
    this.worker = new Worker(new URL('./reader-worker.ts', import.meta.url), {
      // A file is opened on one thread and closed on another.
      trackUnmanagedFds: false,
      // It keeps nothing. By default a thread grows by tens of MB before it collects garbage.
      resourceLimits: { maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
    });
    this.worker.on('message', (reply: ReaderReply) => this.#receive(reply));
    // A bug, or too little memory for a list of millions of names.
    this.worker.on('error', (error) => {
      this.hasEnded = true;
      this.#receive({ ok: false, code: '', message: String(error) });
    });
    this.worker.unref();
  }

  /** Keeps the process alive until the reply is there, or `abandon` was called. */
  call(request: ReaderRequest, onReply: (reply: ReaderReply) => void): void {
    this.#onReply = onReply;
    this.calledAtMs = performance.now();
    enterCall(this.worker);
    this.worker.ref();
    this.worker.postMessage(request, movedBlocks(request.argument));
  }

  /** Nobody waits for the reply anymore. */
  abandon(): void {
    this.isAbandoned = true;
    this.worker.unref();
  }

  #receive(reply: ReaderReply): void {
    const onReply = this.#onReply;
    this.#onReply = null;
    this.isAbandoned = false;
    leaveCall(this.worker);
    this.worker.unref();
    onReply?.(reply);
  }
}
