import { availableParallelism } from 'node:os';
import type { ResourceLimits } from 'node:worker_threads';
import { CallWatch } from './call-watch.ts';
import { Thread, type ThreadEnd, type ThreadTypes } from './thread.ts';

/** A thread that hangs in a system call, on a share that went away, ends when the call does. Waiting longer is useless. */
const terminateTimeoutMs = 1_000;

export interface PoolThread<Job> {
  readonly index: number;
  /** The memory that it shares. */
  readonly cells: Int32Array;
  /** It is null while there is nothing to do. */
  readonly job: Job | null;
}

interface Member<Types extends ThreadTypes, Job> extends PoolThread<Job> {
  job: Job | null;
  readonly thread: Thread<Types>;
  readonly watch: CallWatch;
  /** When its speed was looked at. */
  speed: { readonly calls: number; readonly wasWorking: boolean };
}

/** Why a thread ended with a job: on its own, or because it made no call for too long. */
export type PoolThreadEnd = ThreadEnd | { readonly kind: 'silent' };

/** What the threads of a pool do, and how much of them. */
export interface PoolWork<Types extends ThreadTypes, Job> {
  readonly program: URL;
  readonly limits: ResourceLimits;
  /** To overlap the latency of network shares. */
  readonly threads: number;
  /** A call that takes longer stalls its root. */
  readonly stallMs: number;
  /** More threads than there are cores help only where a share is slow: where calls take longer, as long as is looked. */
  readonly slow?: { readonly callMs: number; readonly lookMs: number };
  /** What a thread is started with. Its cell of calls changes when it begins a job, and with each call. */
  readonly begin: (index: number) => {
    readonly data: Types['data'];
    readonly cells: Int32Array;
    readonly callsCell: number;
  };
  /** A job for one of so many threads, of none of the roots, which don't answer; null if there is none now. */
  readonly nextJob: (free: number, stalledRoots: ReadonlySet<string>) => Job | null;
  readonly message: (job: Job) => Types['to'];
  /** Returns whether the job is done. */
  readonly onMessage: (thread: PoolThread<Job>, message: Types['from'], job: Job) => boolean;
  readonly onLost: (thread: PoolThread<Job>, job: Job, end: PoolThreadEnd) => void;
  readonly rootOf?: (thread: PoolThread<Job>, job: Job) => string | undefined;
  /** Whether it waits for the reader of the results. */
  readonly isAhead?: (thread: PoolThread<Job>) => boolean;
  /** What it is that made no call for so long. A thread that is lost ends. By default, it is stalled after `stallMs`. */
  readonly silence?: (calls: number, silentMs: number) => 'stalled' | 'lost' | null;
  /** Called now and then while roots don't answer, and once when all answer again. */
  readonly onStalled?: (roots: readonly { readonly path: string; readonly since: Date }[]) => void;
  /** So many threads have nothing to do. */
  readonly onFree?: (threads: number) => void;
}

/**
 * Gives jobs to threads, which it starts as there is work for them, and watches their calls. One that hangs is replaced, as
 * often as there are threads, so that a share that hangs holds back only its own files. One that ends, or is lost, costs what
 * its user says, and is replaced too.
 */
export class ThreadPool<Types extends ThreadTypes, Job, Done extends object> {
  readonly #work: PoolWork<Types, Job>;
  readonly #threads = new Set<Member<Types, Job>>();
  readonly #done: Done[] = [];
  #stalled: readonly Member<Types, Job>[] = [];
  #started = 0;
  #hasSlowCalls = false;
  #bug: { readonly error: unknown } | null = null;
  #wakeUp = Promise.withResolvers<void>();

  constructor(work: PoolWork<Types, Job>) {
    this.#work = work;
  }

  /** What was put, in its order, until no job is left. Just ends after `signal`. */
  async *read(signal?: AbortSignal): AsyncGenerator<Done> {
    const { stallMs, slow } = this.#work;
    const wake = () => this.#wakeUp.resolve();
    signal?.addEventListener('abort', wake);
    const watch = setInterval(() => this.#watch(), stallMs / 4);
    const speedWatch = slow && setInterval(() => this.#watchSpeed(slow), slow.lookMs);
    try {
      this.distribute();
      while (signal?.aborted !== true) {
        if (this.#bug !== null) throw this.#bug.error;
        const done = this.#done.shift();
        if (done !== undefined) {
          yield done;
          this.distribute();
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
      signal?.removeEventListener('abort', wake);
      const threads = [...this.#threads];
      this.#threads.clear();
      await Promise.all(threads.map(({ thread }) => thread.terminate(terminateTimeoutMs)));
    }
  }

  /** For the reader. */
  put(done: Done): void {
    this.#done.push(done);
    this.#wakeUp.resolve();
  }

  /** Ends the reading with an error. */
  fail(error: unknown): void {
    this.#bug ??= { error };
    this.#wakeUp.resolve();
  }

  /** Call when there are more jobs. */
  distribute(): void {
    for (;;) {
      const idle = [...this.#threads].filter(({ job }) => job === null);
      const free = this.#isFull ? 0 : idle.length + this.#missing;
      const job = free === 0 ? null : this.#work.nextJob(free, this.#stalledRoots);
      if (job === null) {
        this.#work.onFree?.(free);
        return;
      }
      const next = idle.at(-1) ?? this.#start();
      next.job = job;
      next.watch.restart();
      next.thread.post(this.#work.message(job));
    }
  }

  get #running(): number {
    return [...this.#threads].filter(({ job }) => job !== null).length;
  }

  get #usable(): number {
    const { threads } = this.#work;
    return threads + Math.min(threads, this.#stalled.length);
  }

  /** What the reader has not taken counts, so that memory doesn't grow where it is slower than the threads. */
  get #isFull(): boolean {
    return this.#running + this.#done.length >= 2 * this.#usable;
  }

  /** Threads that may still be started. */
  get #missing(): number {
    const isEnough = !this.#hasSlowCalls && this.#stalled.length === 0;
    const most = isEnough ? Math.min(this.#usable, availableParallelism()) : this.#usable;
    return Math.max(0, most - this.#threads.size);
  }

  get #stalledRoots(): ReadonlySet<string> {
    return new Set(this.#stalled.flatMap((thread) => this.#rootOf(thread) ?? []));
  }

  #rootOf(thread: Member<Types, Job>): string | undefined {
    return thread.job === null ? undefined : this.#work.rootOf?.(thread, thread.job);
  }

  /** Not while it starts: it is in no call then. */
  #isWorking(thread: Member<Types, Job>): boolean {
    const { job, watch } = thread;
    return job !== null && watch.calls > 0 && this.#work.isAhead?.(thread) !== true;
  }

  #start(): Member<Types, Job> {
    const { program, limits, begin } = this.#work;
    const index = this.#started;
    this.#started += 1;
    const { data, cells, callsCell } = begin(index);
    const thread = new Thread<Types>(program, {
      data,
      limits,
      onMessage: (message) => this.#receive(started, message),
      onEnd: (end) => this.#lose(started, end),
    });
    const started: Member<Types, Job> = {
      index,
      cells,
      thread,
      watch: new CallWatch(cells, callsCell),
      job: null,
      speed: { calls: 0, wasWorking: false },
    };
    this.#threads.add(started);
    return started;
  }

  #receive(thread: Member<Types, Job>, message: Types['from']): void {
    // It was given up meanwhile.
    if (thread.job === null || !this.#threads.has(thread)) return;
    if (!this.#work.onMessage(thread, message, thread.job)) return;
    thread.job = null;
    this.distribute();
    this.#wakeUp.resolve();
  }

  #lose(thread: Member<Types, Job>, end: PoolThreadEnd): void {
    if (!this.#threads.delete(thread)) return;
    const { job } = thread;
    thread.job = null;
    if (job !== null) this.#work.onLost(thread, job, end);
    else if (end.kind !== 'silent') this.fail(end.error);
    this.distribute();
    this.#wakeUp.resolve();
  }

  /** Looks at the threads that made calls all the time since the last look. */
  #watchSpeed({ callMs, lookMs }: NonNullable<PoolWork<Types, Job>['slow']>): void {
    if (this.#hasSlowCalls) return;
    for (const thread of this.#threads) {
      const { calls } = thread.watch;
      const before = thread.speed;
      const isWorking = this.#isWorking(thread);
      thread.speed = { calls, wasWorking: isWorking };
      if (isWorking && before.wasWorking && (calls - before.calls) * callMs < lookMs)
        this.#hasSlowCalls = true;
    }
    if (this.#hasSlowCalls) this.distribute();
  }

  #watch(): void {
    const { stallMs, silence = (_calls, silentMs) => (silentMs > stallMs ? 'stalled' : null) } = this.#work;
    const wereStalled = this.#stalled.length > 0;
    this.#stalled = [...this.#threads].filter((thread) => {
      const silentMs = thread.watch.silentMs(this.#isWorking(thread));
      const found = silence(thread.watch.calls, silentMs);
      if (found === 'lost') {
        void thread.thread.terminate(0);
        this.#lose(thread, { kind: 'silent' });
      }
      return found === 'stalled';
    });
    if (!wereStalled && this.#stalled.length === 0) return;
    const roots = new Map<string, { readonly path: string; readonly since: Date }>();
    for (const thread of this.#stalled) {
      const path = this.#rootOf(thread);
      const since = new Date(performance.timeOrigin + thread.watch.sinceMs);
      if (path !== undefined && !roots.has(path)) roots.set(path, { path, since });
    }
    this.#work.onStalled?.([...roots.values()]);
    this.distribute();
  }
}
