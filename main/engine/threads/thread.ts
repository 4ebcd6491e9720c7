import { type ResourceLimits, Worker } from 'node:worker_threads';
import { enterCall, leaveCall } from './hung-threads.ts';
import { withinTimeout } from './within-timeout.ts';

/** The data that a kind of thread is started with, and the messages to and from it. */
export interface ThreadTypes {
  readonly data: unknown;
  readonly to: unknown;
  readonly from: unknown;
}

/** Why a thread ended that nobody asked to end: too little memory, or a bug in it. */
export interface ThreadEnd {
  readonly kind: 'out-of-memory' | 'bug';
  readonly error: Error;
}

export interface ThreadOptions<Types extends ThreadTypes> {
  readonly data: Types['data'];
  readonly limits?: ResourceLimits;
  /** False where a file is opened on one thread and closed on another. */
  readonly closesItsFiles?: boolean;
  readonly onMessage: (message: Types['from']) => void;
  /** At most once, and not after `terminate` or `close`. */
  readonly onEnd: (end: ThreadEnd) => void;
}

/** Sent to a thread that must close its store and its port, and so end. */
export const closeMessage = 'close';

/** A thread of this process, running the program of a `*-worker.ts`. */
export class Thread<Types extends ThreadTypes> {
  readonly #worker: Worker;
  #isAskedToEnd = false;
  #end: ThreadEnd | null = null;

  constructor(program: URL, { data, limits, closesItsFiles = true, onMessage, onEnd }: ThreadOptions<Types>) {
    this.#worker = new Worker(program, {
      workerData: data,
      trackUnmanagedFds: closesItsFiles,
      ...(limits && { resourceLimits: limits }),
    });
    const end = (error: NodeJS.ErrnoException): void => {
      if (this.#isAskedToEnd || this.#end !== null) return;
      this.#end = { kind: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'out-of-memory' : 'bug', error };
      onEnd(this.#end);
    };
    this.#worker.on('message', onMessage);
    this.#worker.on('error', end);
    this.#worker.on('exit', () => end(new Error(`The thread of ${program.pathname} ended`)));
  }

  /** What was given to `onEnd`. Then it answers nothing anymore. */
  get end(): ThreadEnd | null {
    return this.#end;
  }

  /** Called when its program begins to run. */
  onStarted(started: () => void): void {
    this.#worker.once('online', started);
  }

  post(message: Types['to'], moved: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, moved);
  }

  /** Keeps the process alive, as from the start. */
  keepProcess(): void {
    this.#worker.ref();
  }

  /** Doesn't keep the process alive. */
  leaveProcess(): void {
    this.#worker.unref();
  }

  /**
   * Ends a thread without native modules. One that is in a system call ends when the call returns, and isn't waited for after
   * the timeout.
   */
  terminate(timeoutMs: number | null): Promise<void> {
    return this.#finish(async () => void (await this.#worker.terminate()), timeoutMs);
  }

  /**
   * Asks a thread that uses SQLite to end, and waits until it has, or until the timeout. Terminated while it loads SQLite or
   * is in a query, it would end the whole process ("FATAL ERROR: Error::New").
   */
  close(timeoutMs: number | null = null): Promise<void> {
    this.#worker.ref();
    return this.#finish(() => this.#askToClose(), timeoutMs);
  }

  async #askToClose(): Promise<void> {
    if (this.#worker.threadId === -1) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#worker.once('exit', () => resolve());
    this.#worker.postMessage(closeMessage);
    await promise;
  }

  async #finish(end: () => Promise<void>, timeoutMs: number | null): Promise<void> {
    // Nobody waits for its result anymore.
    this.#isAskedToEnd = true;
    enterCall(this);
    await withinTimeout(
      end().then(() => leaveCall(this)),
      timeoutMs,
    );
    this.#worker.unref();
  }
}
