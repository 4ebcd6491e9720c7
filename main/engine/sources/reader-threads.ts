import { availableParallelism } from 'node:os';
import { ReaderThread } from './reader-thread.ts';

/** What asks for a thread when none is idle. */
export interface ThreadDemand {
  /** Since the call was made. */
  readonly waitedMs: number;
  /** Whether another call of its root runs. */
  readonly hasThread: boolean;
}

export interface ThreadFacts {
  /** Threads in calls that somebody waits for. */
  readonly usable: number;
  /** Busy threads that are likely to be free soon. */
  readonly prompt: number;
  /** Whether one of them is being started, which takes longer than most calls. */
  readonly isStarting: boolean;
  readonly cores: number;
}

/**
 * One thread reads a fast disk faster than it is sent. More only for calls that wait: each takes 10 MB and time to start.
 * More than there are cores help only where a share is slow to answer, and then the wait is longer. A busy computer makes
 * calls wait as well, so beyond `promptThreads` only a root that has no thread at all gets one, and one root after the other:
 * those that were started meanwhile take its calls too.
 */
const delayMs = { upToCores: 20, beyond: 200 } as const;
/** As many calls as one root may have. */
const promptThreads = 4;
/** A call that takes longer may hang: one that reads members of a pack takes a second. */
export const promptMs = 5_000;
/** A thread that had nothing to do for so long is ended. To start another one takes some 50 ms. */
export const keptIdleMs = 30_000;

export function mayAddThread(
  { waitedMs, hasThread }: ThreadDemand,
  { usable, prompt, isStarting, cores }: ThreadFacts,
  maxThreads: number,
): boolean {
  if (usable === 0) return true;
  if (usable >= maxThreads) return false;
  if (prompt < cores && !isStarting) return waitedMs >= delayMs.upToCores;
  return waitedMs >= delayMs.beyond && (prompt < promptThreads || (!hasThread && !isStarting));
}

/** An idle thread of a pool that ended, for the next one: a command first checks its folders, and then opens the engine. */
let spare: ReaderThread | null = null;

/** The threads that read sources: few, and another one in place of each that may hang. */
export class ReaderThreads {
  readonly retryAfterMs = delayMs.upToCores;
  readonly #maxThreads: number;
  readonly #threads = new Set<ReaderThread>();
  /** The thread that was used last is at the end, and is taken first. */
  readonly #idle: { readonly thread: ReaderThread; readonly sinceMs: number }[] = [];

  constructor(maxThreads: number) {
    this.#maxThreads = maxThreads;
  }

  get areIdle(): boolean {
    return this.#idle.length === this.#threads.size;
  }

  /** Returns null if the call has to wait: until a thread is released, or for `retryAfterMs`. */
  take(demand: ThreadDemand): ReaderThread | null {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle.thread;
    if (!mayAddThread(demand, this.#facts(), this.#maxThreads)) return null;
    const thread = spare ?? new ReaderThread();
    spare = null;
    this.#threads.add(thread);
    return thread;
  }

  release(thread: ReaderThread): void {
    if (thread.hasEnded) this.#threads.delete(thread);
    else this.#idle.push({ thread, sinceMs: performance.now() });
  }

  /** Ends threads that have had nothing to do for a while. */
  endIdle(): void {
    const untilMs = performance.now() - keptIdleMs;
    const kept = this.#idle.findIndex(({ sinceMs }) => sinceMs > untilMs);
    for (const { thread } of this.#idle.splice(0, kept === -1 ? this.#idle.length : kept)) {
      this.#threads.delete(thread);
      void thread.end(0);
    }
  }

  /** Doesn't wait for longer for one that hangs. */
  async end(timeoutMs: number): Promise<void> {
    const idle = spare === null ? this.#idle.pop() : undefined;
    if (idle !== undefined) {
      spare = idle.thread;
      this.#threads.delete(spare);
    }
    await Promise.all([...this.#threads].map((thread) => thread.end(timeoutMs)));
  }

  #facts(): ThreadFacts {
    const sinceMs = performance.now() - promptMs;
    const usable = [...this.#threads].filter(({ isAbandoned }) => !isAbandoned);
    const prompt = usable.filter(({ calledAtMs }) => calledAtMs > sinceMs);
    const isStarting = usable.some(({ hasStarted }) => !hasStarted);
    return { usable: usable.length, prompt: prompt.length, isStarting, cores: availableParallelism() };
  }
}
