import type { ContentLimit } from '../../../../preload/contract/views/finding.ts';
import { type ContentLimits, inspectionLimits, threadHeapMb, threadSilenceMs } from '../../formats/limits.ts';
import type { StalledRoot } from '../../sources/reader-pool.ts';
import { type PoolThreadEnd, ThreadPool } from '../../threads/thread-pool.ts';
import {
  callsCell,
  fileCell,
  type InspectJob,
  type InspectResult,
  type InspectThreadTypes,
  inspectCells,
} from './inspect-protocol.ts';
import type { InspectionFound } from './inspection-codes.ts';
import { unreadResult } from './unread-findings.ts';

/** A call counts twice. On a computer that is busy with other work, jobs take long, but not their calls. */
const slowCalls = { callMs: 2.5, lookMs: 500 };
const exceeded = (limit: ContentLimit): InspectionFound => ({
  code: 'check-exceeded',
  details: { type: null, limit },
});
const lossOf: Readonly<Record<PoolThreadEnd['kind'], InspectionFound>> = {
  'out-of-memory': exceeded('memory'),
  silent: exceeded('time'),
  bug: { code: 'not-checked', details: { files: 1, why: 'check-failed' } },
};

export interface InspectThreadsOptions {
  /** To overlap the latency of network shares. */
  readonly threads: number;
  /** A root that keeps a call waiting for longer is stalled. */
  readonly stallMs: number;
  /** The next job; of none of these roots, which don't answer. It is null if there is none now. */
  readonly nextJob: (exceptRoots: ReadonlySet<string>) => InspectJob | null;
  readonly limits: ThreadLimits;
  /** Called now and then while roots don't answer, and once when all answer again. */
  readonly onStalled: (roots: readonly StalledRoot[]) => void;
}

export interface ThreadLimits {
  readonly content: ContentLimits;
  readonly heapMb: number;
  readonly silenceMs: number;
}

export const threadLimits: ThreadLimits = {
  content: inspectionLimits,
  heapMb: threadHeapMb,
  silenceMs: threadSilenceMs,
};

/**
 * What a thread does that made no call for so long: it waits for one that began, or it computes. It is null where that is no
 * reason to do anything. `calls` as in `callsCell`.
 */
export function silenceOf(
  calls: number,
  silentMs: number,
  { stallMs, computingMs }: { readonly stallMs: number; readonly computingMs: number },
): 'stalled' | 'computing' | null {
  if (calls % 2 === 1) return silentMs > stallMs ? 'stalled' : null;
  return silentMs > computingMs ? 'computing' : null;
}

/** Files of a job, and what was found. */
export interface InspectedJob {
  readonly job: InspectJob;
  readonly result: InspectResult;
}

/**
 * Inspects files on threads. Results come in the order they arrive, until no job is left; it just ends after `signal`. A
 * thread that runs out of memory, or computes without end, costs the file that it was at, and the others of its job are
 * inspected again.
 */
export function inspectOnThreads(
  { threads, stallMs, limits, nextJob, onStalled }: InspectThreadsOptions,
  signal: AbortSignal,
): AsyncGenerator<InspectedJob> {
  /** What is left of jobs whose threads ended. */
  const again: InspectJob[] = [];
  /** How many of a job's files have a result. */
  const filesDone = new Map<InspectJob, number>();
  const nextAgain = (stalledRoots: ReadonlySet<string>): InspectJob | null => {
    const index = again.findIndex(({ rootPath }) => !stalledRoots.has(rootPath));
    return index === -1 ? null : (again.splice(index, 1)[0] ?? null);
  };
  const pool = new ThreadPool<InspectThreadTypes, InspectJob, InspectedJob>({
    program: new URL('./inspect-worker.ts', import.meta.url),
    // Short-lived objects: by default each thread could keep 50 MB of them. In less than this, those of a job are taken for
    // long-lived ones, and a thread that checks half a million files grows by 50 MB too.
    limits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 4, stackSizeMb: 1 },
    threads,
    stallMs,
    slow: slowCalls,
    begin() {
      const shared = new Int32Array(new SharedArrayBuffer(4 * inspectCells));
      return { data: { shared, limits: limits.content }, cells: shared, callsCell };
    },
    nextJob: (_free, stalledRoots) => nextAgain(stalledRoots) ?? nextJob(stalledRoots),
    message: (job) => job,
    onMessage({ cells }, result, job) {
      const from = filesDone.get(job) ?? 0;
      const to = from + result.types.length;
      pool.put({ job: { ...job, files: job.files.slice(from, to) }, result });
      const isDone = to >= job.files.length;
      if (isDone) {
        filesDone.delete(job);
        Atomics.store(cells, fileCell, 0);
      } else filesDone.set(job, to);
      return isDone;
    },
    onLost({ cells }, job, end) {
      const from = filesDone.get(job) ?? 0;
      filesDone.delete(job);
      const at = Math.max(from, Atomics.load(cells, fileCell));
      const file = job.files[at];
      for (const files of [job.files.slice(from, at), job.files.slice(at + 1)])
        if (files.length > 0) again.push({ ...job, files });
      if (file !== undefined)
        pool.put({ job: { ...job, files: [file] }, result: unreadResult(job, file, lossOf[end.kind]) });
    },
    rootOf: (_thread, { rootPath }) => rootPath,
    silence(calls, silentMs) {
      const silence = silenceOf(calls, silentMs, { stallMs, computingMs: limits.silenceMs });
      return silence === 'computing' ? 'lost' : silence;
    },
    onStalled,
  });
  return pool.read(signal);
}
