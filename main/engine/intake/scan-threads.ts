import { availableParallelism } from 'node:os';
import type { StalledRoot } from '../sources/reader-pool.ts';
import { CallWatch } from '../threads/call-watch.ts';
import { Thread } from '../threads/thread.ts';
import type { PackedBatch } from './scan-batch.ts';
import {
  cellOf,
  createSharedCells,
  type FromScanThread,
  idleCell,
  maxBatchesInFlight,
  type ScanThreadData,
  type ScanThreadTypes,
} from './scan-protocol.ts';
import type { FolderBundle, SourceFolder } from './scan-walk.ts';

/** A thread that hangs in a system call, on a share that went away, ends when the call does. Waiting longer is useless. */
const terminateTimeoutMs = 1_000;
/** A local disk answers in a fraction of this. More threads than there are cores help only where a share is slow. */
const slowCallMs = 0.25;
const speedWatchMs = 200;

export interface ScanThreadsOptions {
  readonly rootPaths: readonly string[];
  readonly followSymlinks: boolean;
  readonly own: ReadonlySet<string>;
  readonly sources: ReadonlyMap<string, SourceFolder>;
  /** To overlap the latency of network shares. */
  readonly threads: number;
  /** Called now and then while roots don't answer, and once when all answer again. */
  readonly onStalled: (roots: readonly StalledRoot[]) => void;
  readonly stallMs: number;
}

interface ScanThread {
  readonly index: number;
  readonly thread: Thread<ScanThreadTypes>;
  readonly watch: CallWatch;
  /** When its speed was looked at. */
  speed: { readonly calls: number; readonly wasWorking: boolean };
}

interface ReceivedBatch {
  readonly from: ScanThread;
  readonly batch: PackedBatch;
}

/** Distributes folders to worker threads, starts threads as there is work for them, and yields their batches. */
export class ScanThreads {
  readonly #options: ScanThreadsOptions;
  readonly #shared: Int32Array;
  readonly #threads: ScanThread[] = [];
  readonly #idle: ScanThread[] = [];
  readonly #pending: FolderBundle[] = [];
  readonly #received: ReceivedBatch[] = [];
  #stalled: readonly ScanThread[] = [];
  #hasSlowCalls = false;
  #error: unknown = null;
  #wakeUp = Promise.withResolvers<void>();

  constructor(options: ScanThreadsOptions) {
    this.#options = options;
    this.#shared = createSharedCells(2 * options.threads);
  }

  /** Batches in the order they arrive. A thread that is two ahead of the consumer waits. Just ends after `signal`. */
  async *read(
    bundles: readonly FolderBundle[],
    signal: AbortSignal | undefined,
  ): AsyncGenerator<PackedBatch> {
    const wake = () => this.#wakeUp.resolve();
    signal?.addEventListener('abort', wake);
    const watch = setInterval(() => this.#watch(), this.#options.stallMs / 4);
    const speedWatch = setInterval(() => this.#watchSpeed(), speedWatchMs);
    try {
      this.#pending.push(...bundles);
      this.#distribute();
      while (signal?.aborted !== true) {
        if (this.#error !== null) throw this.#error;
        const received = this.#received.shift();
        if (received !== undefined) {
          yield received.batch;
          const inFlight = cellOf(received.from.index, 'inFlight');
          Atomics.sub(this.#shared, inFlight, 1);
          Atomics.notify(this.#shared, inFlight);
        } else if (this.#idle.length === this.#threads.length) {
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
      await Promise.all(this.#threads.map(({ thread }) => thread.terminate(terminateTimeoutMs)));
    }
  }

  #distribute(): void {
    while (this.#pending.length > 0) {
      const next = this.#idle.pop() ?? this.#start();
      if (next === null) break;
      const free = 1 + this.#idle.length + this.#missing;
      next.thread.post(this.#take(Math.ceil(this.#pending.length / free)));
      next.watch.restart();
    }
    Atomics.store(this.#shared, idleCell, this.#idle.length + this.#missing);
  }

  /** Takes folders of one root only: another one must not wait for it. */
  #take(count: number): readonly FolderBundle[] {
    const other = this.#pending.findIndex(({ rootIndex }) => rootIndex !== this.#pending[0]?.rootIndex);
    return this.#pending.splice(0, other === -1 ? count : Math.min(count, other));
  }

  /** Threads that may still be started. One that hangs is replaced, as often as there are threads. */
  get #missing(): number {
    const { threads } = this.#options;
    const usable = threads + Math.min(threads, this.#stalled.length);
    const isEnough = !this.#hasSlowCalls && this.#stalled.length === 0;
    return (isEnough ? Math.min(usable, availableParallelism()) : usable) - this.#threads.length;
  }

  /** Looks at the threads that made calls all the time since the last look. */
  #watchSpeed(): void {
    if (this.#hasSlowCalls) return;
    this.#hasSlowCalls = this.#threads.some((thread) => {
      const { speed, watch } = thread;
      const { calls } = watch;
      // Not while it starts.
      const isWorking = calls > 0 && !this.#idle.includes(thread) && !this.#isAhead(thread);
      thread.speed = { calls, wasWorking: isWorking };
      return isWorking && speed.wasWorking && (calls - speed.calls) * slowCallMs < speedWatchMs;
    });
    if (this.#hasSlowCalls) this.#distribute();
  }

  #watch(): void {
    const before = this.#stalled;
    this.#stalled = this.#threads.filter((thread) => {
      const isWorking = !this.#idle.includes(thread) && !this.#isAhead(thread);
      return thread.watch.silentMs(isWorking) > this.#options.stallMs;
    });
    if (this.#stalled.length === 0 && before.length === 0) return;
    const roots = new Map<string, StalledRoot>();
    for (const { index, watch } of this.#stalled) {
      const path = this.#options.rootPaths[Atomics.load(this.#shared, cellOf(index, 'rootIndex'))];
      const since = new Date(performance.timeOrigin + watch.sinceMs);
      if (path !== undefined && !roots.has(path)) roots.set(path, { path, since });
    }
    this.#options.onStalled([...roots.values()]);
    this.#distribute();
  }

  /** It waits for the consumer. */
  #isAhead({ index }: ScanThread): boolean {
    return Atomics.load(this.#shared, cellOf(index, 'inFlight')) >= maxBatchesInFlight;
  }

  #start(): ScanThread | null {
    const index = this.#threads.length;
    if (this.#missing <= 0) return null;
    const data: ScanThreadData = {
      index,
      shared: this.#shared,
      rootPaths: this.#options.rootPaths,
      followSymlinks: this.#options.followSymlinks,
      own: this.#options.own,
      sources: this.#options.sources,
      firstNumber: index + 1,
      numberStep: 2 * this.#options.threads + 1,
    };
    const thread = new Thread<ScanThreadTypes>(new URL('./scan-worker.ts', import.meta.url), {
      data,
      // Short-lived strings: by default each thread could keep 50 MB of them.
      limits: { maxYoungGenerationSizeMb: 8 },
      onMessage: (message) => this.#receive(started, message),
      onEnd: ({ error }) => {
        this.#error = error;
        this.#wakeUp.resolve();
      },
    });
    const speed = { calls: 0, wasWorking: false };
    const watch = new CallWatch(this.#shared, cellOf(index, 'calls'));
    const started: ScanThread = { index, thread, watch, speed };
    this.#threads.push(started);
    return started;
  }

  #receive(from: ScanThread, message: FromScanThread): void {
    switch (message.kind) {
      case 'batch':
        this.#received.push({ from, batch: message.batch });
        break;
      case 'share':
        this.#pending.push(...message.bundles);
        this.#distribute();
        break;
      case 'done':
        this.#idle.push(from);
        this.#distribute();
        break;
      default:
        message satisfies never;
    }
    this.#wakeUp.resolve();
  }
}
