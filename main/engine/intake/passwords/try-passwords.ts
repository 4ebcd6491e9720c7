import { availableParallelism } from 'node:os';
import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { type TrialLimits, trialHeapMb, usualTrial } from '../../formats/limits.ts';
import { noAnswerCode } from '../../sources/reader-protocol.ts';
import { Thread, type ThreadEnd } from '../../threads/thread.ts';
import type {
  TrialJob,
  TrialMessage,
  TrialResult,
  TrialThreadData,
  TrialThreadTypes,
} from './trial-protocol.ts';

export interface TrialFile<Id> {
  readonly id: Id;
  readonly path: string | Uint8Array;
  readonly followLink: boolean;
  /** A content type's code. */
  readonly type: string;
}

export interface TrialOptions<Id> {
  readonly signal: AbortSignal;
  readonly onResult: (id: Id, result: TrialResult) => void;
  /** So many passwords were tried since the last call. */
  readonly onTried: (count: number) => void;
  /** By default, what files of usual programs take. */
  readonly limits?: TrialLimits;
  /** Heap of each thread. */
  readonly heapMb?: number;
  /** A thread that reports nothing for so long is given up: its share may hang. */
  readonly stallMs?: number;
}

/** More would slow down what the person does meanwhile. */
const maxThreads = 4;
/** The slowest single password takes seconds. */
const defaultStallMs = 180_000;
const endTimeoutMs = 2000;

/**
 * Tries passwords on files, on threads. One that opened a file is tried first on the next ones, as people use few.
 * Results come as they are found, in any order. Fails with stopped when the signal is aborted.
 */
export async function tryPasswords<Id>(
  files: Iterable<TrialFile<Id>>,
  passwords: readonly string[],
  {
    signal,
    onResult,
    onTried,
    limits = usualTrial,
    heapMb = trialHeapMb,
    stallMs = defaultStallMs,
  }: TrialOptions<Id>,
): Promise<Result<void>> {
  const queue = files[Symbol.iterator]();
  const first: number[] = [];
  async function work(): Promise<void> {
    let thread: TrialThread | null = null;
    try {
      while (!signal.aborted) {
        const next = queue.next();
        if (next.done === true) return;
        const { id, path, followLink, type } = next.value;
        thread ??= new TrialThread({ passwords, limits }, heapMb);
        const result = await thread.run(
          { path, followLink, type, first: [...first] },
          { signal, onTried, stallMs },
        );
        if (result === 'stopped') return;
        if (result === 'hung' || result === 'out-of-memory') {
          await thread.end();
          thread = null;
          onResult(
            id,
            result === 'hung'
              ? { status: 'unreadable', reason: noAnswerCode }
              : { status: 'cannot-try', reason: 'too-slow' },
          );
          continue;
        }
        if (result.status === 'opened' && result.password !== null && !first.includes(result.password))
          first.unshift(result.password);
        onResult(id, result);
      }
    } finally {
      await thread?.end();
    }
  }
  const threads = Math.min(maxThreads, Math.max(1, availableParallelism() - 1));
  await Promise.all(Array.from({ length: threads }, work));
  return signal.aborted ? failure('stopped') : success(undefined);
}

interface RunOptions {
  readonly signal: AbortSignal;
  readonly onTried: (count: number) => void;
  readonly stallMs: number;
}

type TrialEnd = 'hung' | 'stopped' | 'out-of-memory';

class TrialThread {
  readonly #thread: Thread<TrialThreadTypes>;
  #onMessage: (message: TrialMessage) => void = () => undefined;
  #onEnd: (end: ThreadEnd) => void = () => undefined;

  constructor(data: TrialThreadData, heapMb: number) {
    this.#thread = new Thread(new URL('./trial-worker.ts', import.meta.url), {
      data,
      limits: { maxOldGenerationSizeMb: heapMb },
      onMessage: (message) => this.#onMessage(message),
      onEnd: (end) => this.#onEnd(end),
    });
  }

  /** Rejects with a bug in the thread. */
  run(job: TrialJob, { signal, onTried, stallMs }: RunOptions): Promise<TrialResult | TrialEnd> {
    const { promise, resolve, reject } = Promise.withResolvers<TrialResult | TrialEnd>();
    const stop = (): void => resolve('stopped');
    const timer = setTimeout(() => resolve('hung'), stallMs);
    this.#onMessage = (message) => {
      if (typeof message !== 'number') return resolve(message);
      timer.refresh();
      onTried(message);
    };
    this.#onEnd = ({ kind, error }) => (kind === 'out-of-memory' ? resolve(kind) : reject(error));
    signal.addEventListener('abort', stop, { once: true });
    if (this.#thread.end !== null) this.#onEnd(this.#thread.end);
    this.#thread.post(job);
    return promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    });
  }

  end(): Promise<void> {
    return this.#thread.terminate(endTimeoutMs);
  }
}
