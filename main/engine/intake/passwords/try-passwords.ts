import { availableParallelism } from 'node:os';
import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { type TrialLimits, trialHeapMb, usualTrial } from '../../formats/limits.ts';
import { noAnswerCode } from '../../sources/reader-protocol.ts';
import { ThreadPool } from '../../threads/thread-pool.ts';
import type { TrialResult, TrialThreadTypes } from './trial-protocol.ts';

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
  /** A thread that tries no password for so long is given up: its share may hang. */
  readonly stallMs?: number;
}

/** More would slow down what the person does meanwhile. */
const maxThreads = 4;
/** The slowest single password takes seconds. */
const defaultStallMs = 180_000;

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
  const pool = new ThreadPool<
    TrialThreadTypes,
    TrialFile<Id>,
    { readonly id: Id; readonly result: TrialResult }
  >({
    program: new URL('./trial-worker.ts', import.meta.url),
    limits: { maxOldGenerationSizeMb: heapMb },
    threads: Math.min(maxThreads, Math.max(1, availableParallelism() - 1)),
    stallMs,
    begin() {
      const cells = new Int32Array(new SharedArrayBuffer(4));
      return { data: { passwords, limits, cells }, cells, callsCell: 0 };
    },
    nextJob() {
      const next = queue.next();
      return next.done === true ? null : next.value;
    },
    message: ({ path, followLink, type }) => ({ path, followLink, type, first: [...first] }),
    onMessage(_thread, message, { id }) {
      if (typeof message === 'number') {
        onTried(message);
        return false;
      }
      if (message.status === 'opened' && message.password !== null && !first.includes(message.password))
        first.unshift(message.password);
      pool.put({ id, result: message });
      return true;
    },
    onLost(_thread, { id }, end) {
      if (end.kind === 'bug') return pool.fail(end.error);
      const result: TrialResult =
        end.kind === 'silent'
          ? { status: 'unreadable', reason: noAnswerCode }
          : { status: 'cannot-try', reason: 'too-slow' };
      pool.put({ id, result });
    },
    silence: (_calls, silentMs) => (silentMs > stallMs ? 'lost' : null),
  });
  for await (const { id, result } of pool.read(signal)) onResult(id, result);
  return signal.aborted ? failure('stopped') : success(undefined);
}
