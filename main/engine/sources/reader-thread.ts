import { enterCall, leaveCall } from '../threads/hung-threads.ts';
import { Thread } from '../threads/thread.ts';
import {
  movedBlocks,
  type ReaderReply,
  type ReaderRequest,
  type ReaderThreadTypes,
} from './reader-protocol.ts';

/** One thread, which does one call at a time. */
export class ReaderThread {
  /** Its call may never return. */
  isAbandoned = false;
  /** When its last call was made; monotonic. */
  calledAtMs = 0;
  hasStarted = false;
  readonly #thread: Thread<ReaderThreadTypes>;
  #onReply: ((reply: ReaderReply) => void) | null = null;

  constructor(program = new URL('./reader-worker.ts', import.meta.url)) {
    this.#thread = new Thread(program, {
      data: undefined,
      closesItsFiles: false,
      // It keeps nothing. By default a thread grows by tens of MB before it collects garbage.
      limits: { maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
      onMessage: (reply) => this.#receive(reply),
      // A bug, or too little memory for a list of millions of names.
      onEnd: ({ error }) => this.#receive({ ok: false, code: '', message: String(error) }),
    });
    this.#thread.onStarted(() => {
      this.hasStarted = true;
    });
    this.#thread.leaveProcess();
  }

  /** Nothing may be called on it anymore. */
  get hasEnded(): boolean {
    return this.#thread.end !== null;
  }

  /** Keeps the process alive until the reply is there, or `abandon` was called. */
  call(request: ReaderRequest, onReply: (reply: ReaderReply) => void): void {
    this.#onReply = onReply;
    this.calledAtMs = performance.now();
    enterCall(this.#thread);
    this.#thread.keepProcess();
    this.#thread.post(request, movedBlocks(request.argument));
  }

  /** Nobody waits for the reply anymore. */
  abandon(): void {
    this.isAbandoned = true;
    this.#thread.leaveProcess();
  }

  /** Doesn't wait for longer for one that hangs. */
  end(timeoutMs: number): Promise<void> {
    return this.#thread.terminate(timeoutMs);
  }

  #receive(reply: ReaderReply): void {
    const onReply = this.#onReply;
    this.#onReply = null;
    this.isAbandoned = false;
    leaveCall(this.#thread);
    this.#thread.leaveProcess();
    onReply?.(reply);
  }
}
