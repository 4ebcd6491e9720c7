import { availableParallelism } from 'node:os';
import type { ContentLimit } from '../../../../preload/contract/views/finding.ts';
import { type ContentLimits, inspectionLimits, threadHeapMb, threadSilenceMs } from '../../formats/limits.ts';
import type { StalledRoot } from '../../sources/reader-pool.ts';
import { CallWatch } from '../../threads/call-watch.ts';
import { Thread } from '../../threads/thread.ts';
import {
  callsCell,
  fileCell,
  type InspectJob,
  type InspectResult,
  type InspectThreadTypes,
  threadCells,
} from './inspect-protocol.ts';
import type { InspectionFound } from './inspection-codes.ts';
import { unreadResult } from './unread-findings.ts';

/**
 * More threads than there are cores help only where a share is slow to answer: a job takes long, and so does each of its
 * calls. On a computer that is busy with other work, only the job does.
 */
const slowJobMs = 500;
const slowCallMs = 5;
const failedCheck: InspectionFound = { code: 'not-checked', details: { files: 1, why: 'check-failed' } };
const exceeded = (limit: ContentLimit): InspectionFound => ({
  code: 'check-exceeded',
  details: { type: null, limit },
});
/** A thread that hangs in a system call ends when the call does. Waiting longer is useless. */
const terminateTimeoutMs = 1_000;

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

interface InspectThread {
  readonly thread: Thread<InspectThreadTypes>;
  readonly shared: Int32Array;
  job: InspectJob | null;
  /** How many of the job's files have a result. */
  filesDone: number;
  jobSinceMs: number;
  /** How many calls it had made then. */
  jobSinceCalls: number;
  readonly watch: CallWatch;
}

/** Files of a job, and what was found. */
export interface InspectedJob {
  readonly job: InspectJob;
  readonly result: InspectResult;
}

/**
 * Gives jobs to threads. One that hangs is replaced, as often as there are threads; no root gets more than these. One that
 * runs out of memory, or computes without end, is replaced too: it costs the file that it was at, and the others of its job
 * are inspected again.
 */
export class InspectThreads {
  readonly #options: InspectThreadsOptions;
  readonly #threads = new Set<InspectThread>();
  readonly #done: InspectedJob[] = [];
  /** What is left of jobs whose threads ended. */
  readonly #again: InspectJob[] = [];
  #stalled: readonly InspectThread[] = [];
  #hasSlowJobs = false;
  #wakeUp = Promise.withResolvers<void>();

  constructor(options: InspectThreadsOptions) {
    this.#options = options;
  }

  /** Results in the order they arrive, until no job is left. Just ends after `signal`. */
  async *read(signal: AbortSignal): AsyncGenerator<InspectedJob> {
    const wake = () => this.#wakeUp.resolve();
    signal.addEventListener('abort', wake);
    const watch = setInterval(() => this.#watch(), this.#options.stallMs / 4);
    const speedWatch = setInterval(() => this.#watchSpeed(), slowJobMs / 2);
    try {
      this.#distribute();
      while (!signal.aborted) {
        const done = this.#done.shift();
        if (done !== undefined) {
          yield done;
          this.#distribute();
        } else if (this.#running === 0) {
          return;
        } else {
          await this.#wakeUp.promise;
          this.#wakeUp = Promise.withResolvers();
        }
      }
    } finally {
      clearInterval(watch);
      clearInterval(speedWatch);
      signal.removeEventListener('abort', wake);
      const threads = [...this.#threads];
      this.#threads.clear();
      await Promise.all(threads.map(({ thread }) => thread.terminate(terminateTimeoutMs)));
    }
  }

  get #running(): number {
    return [...this.#threads].filter(({ job }) => job !== null).length;
  }

  get #stalledPaths(): ReadonlySet<string> {
    return new Set(this.#stalled.flatMap(({ job }) => (job === null ? [] : [job.rootPath])));
  }

  #distribute(): void {
    const { threads, nextJob } = this.#options;
    // What the consumer has not taken counts, so that memory doesn't grow where it is slower than the threads.
    const usable = threads + Math.min(threads, this.#stalled.length);
    const usableAtFirst = Math.min(usable, availableParallelism());
    for (;;) {
      if (this.#running + this.#done.length >= 2 * usable) return;
      const idle = [...this.#threads].find(({ job }) => job === null);
      if (idle === undefined && this.#threads.size >= (this.#hasSlowJobs ? usable : usableAtFirst)) return;
      const job = this.#nextAgain() ?? nextJob(this.#stalledPaths);
      if (job === null) return;
      const next = idle ?? this.#start();
      next.job = job;
      next.filesDone = 0;
      Atomics.store(next.shared, fileCell, 0);
      next.jobSinceMs = performance.now();
      next.jobSinceCalls = next.watch.calls;
      next.watch.restart();
      next.thread.post(job);
    }
  }

  #start(): InspectThread {
    const { limits } = this.#options;
    const shared = new Int32Array(new SharedArrayBuffer(4 * threadCells));
    const thread = new Thread<InspectThreadTypes>(new URL('./inspect-worker.ts', import.meta.url), {
      data: { shared, limits: limits.content },
      // Short-lived objects: by default each thread could keep 50 MB of them. In less than this, those of a job are taken for
      // long-lived ones, and a thread that checks half a million files grows by 50 MB too.
      limits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 4, stackSizeMb: 1 },
      onMessage: (result) => this.#receive(started, result),
      onEnd: ({ kind }) => this.#lose(started, kind === 'out-of-memory' ? exceeded('memory') : failedCheck),
    });
    const now = performance.now();
    const started: InspectThread = {
      thread,
      shared,
      job: null,
      filesDone: 0,
      jobSinceMs: now,
      jobSinceCalls: 0,
      watch: new CallWatch(shared, callsCell),
    };
    // To start takes time too.
    thread.onStarted(() => {
      started.jobSinceMs = performance.now();
    });
    this.#threads.add(started);
    return started;
  }

  #receive(thread: InspectThread, result: InspectResult): void {
    const { job, filesDone } = thread;
    // It was given up meanwhile.
    if (job === null || !this.#threads.has(thread)) return;
    thread.filesDone += result.types.length;
    this.#done.push({ job: { ...job, files: job.files.slice(filesDone, thread.filesDone) }, result });
    if (thread.filesDone >= job.files.length) thread.job = null;
    this.#wakeUp.resolve();
  }

  /** A thread ended in a file. */
  #lose(thread: InspectThread, why: InspectionFound): void {
    if (!this.#threads.delete(thread)) return;
    const { job, filesDone, shared } = thread;
    thread.job = null;
    if (job === null) return;
    const at = Math.max(filesDone, Atomics.load(shared, fileCell));
    const file = job.files[at];
    for (const files of [job.files.slice(filesDone, at), job.files.slice(at + 1)])
      if (files.length > 0) this.#again.push({ ...job, files });
    if (file !== undefined)
      this.#done.push({ job: { ...job, files: [file] }, result: unreadResult(job, file, why) });
    this.#wakeUp.resolve();
  }

  #nextAgain(): InspectJob | null {
    const stalled = this.#stalledPaths;
    const index = this.#again.findIndex(({ rootPath }) => !stalled.has(rootPath));
    return index === -1 ? null : (this.#again.splice(index, 1)[0] ?? null);
  }

  #watchSpeed(): void {
    const now = performance.now();
    if (this.#hasSlowJobs) return;
    this.#hasSlowJobs = [...this.#threads].some(({ job, jobSinceMs, jobSinceCalls, watch }) => {
      const calls = watch.calls - jobSinceCalls;
      return job !== null && now - jobSinceMs > Math.max(slowJobMs, slowCallMs * (calls / 2));
    });
    if (this.#hasSlowJobs) this.#distribute();
  }

  #watch(): void {
    const before = this.#stalled;
    this.#stalled = [...this.#threads].filter((thread) => {
      const silentMs = thread.watch.silentMs(thread.job !== null);
      const silence = silenceOf(thread.watch.calls, silentMs, {
        stallMs: this.#options.stallMs,
        computingMs: this.#options.limits.silenceMs,
      });
      if (silence === 'computing') {
        void thread.thread.terminate(0);
        this.#lose(thread, exceeded('time'));
      }
      return silence === 'stalled';
    });
    if (this.#stalled.length === 0 && before.length === 0) return;
    const roots = new Map<string, StalledRoot>();
    for (const { job, watch } of this.#stalled)
      if (job !== null && !roots.has(job.rootPath))
        roots.set(job.rootPath, {
          path: job.rootPath,
          since: new Date(performance.timeOrigin + watch.sinceMs),
        });
    this.#options.onStalled([...roots.values()]);
    this.#distribute();
  }
}
