import { withinTimeout } from '../threads/within-timeout.ts';
import {
  noAnswerCode,
  ReadError,
  type ReaderAnswer,
  type ReaderArgument,
  type ReaderOperationName,
  type ReaderReply,
  type ReaderRequest,
  stoppedCode,
} from './reader-protocol.ts';
import type { ReaderThread } from './reader-thread.ts';
import { ReaderThreads } from './reader-threads.ts';

export interface ReaderLimits {
  /** A root that keeps a call waiting for longer is shown as not answering. */
  readonly stallMs: number;
  /** A call that takes longer fails with `noAnswerCode`, so that its part and its connection don't wait as well. */
  readonly giveUpMs: number;
  /** Calls of one root that run at a time. */
  readonly perRoot: number;
  /** Threads in calls of one root that nobody waits for anymore. With so many, its other calls get no thread. */
  readonly abandonedPerRoot: number;
  /** Without those in calls that nobody waits for anymore: they may never be free again. */
  readonly maxThreads: number;
}

export const defaultReaderLimits: ReaderLimits = {
  stallMs: 10_000,
  giveUpMs: 30_000,
  perRoot: 4,
  abandonedPerRoot: 8,
  maxThreads: 64,
};
/** How long `close` waits for threads that may hang. */
const closeTimeoutMs = 500;

interface Waiting {
  readonly madeAtMs: number;
  /** Does nothing the second time. */
  settle(reply: ReaderReply): void;
}

interface Call extends Waiting {
  readonly request: ReaderRequest;
  /** It is null while it waits for a thread. */
  thread: ReaderThread | null;
  /** Nobody waits for it anymore. */
  isAbandoned: boolean;
}

interface Root {
  readonly queue: Call[];
  readonly running: Set<Call>;
  /** Their threads are still in the system call. */
  readonly abandoned: Set<Call>;
  /** On threads that are not of this pool. */
  readonly followed: Set<Waiting>;
  /** A call was given up, and none has returned since: others are given up sooner. */
  isDown: boolean;
  /** Calls that got a thread although too many are abandoned, and when the next one may. */
  trials: number;
  nextTrialAtMs: number;
}

export interface StalledRoot {
  readonly path: string;
  /** Since when its oldest call has been waiting. */
  readonly since: Date;
}

/** A call in progress. */
export interface Pending<Answer> {
  /** Rejects with ReadError. */
  readonly answer: Promise<Answer>;
  /** Ends the call for its caller at once. Its thread is free again when the system call returns. */
  readonly abandon: () => void;
}

/**
 * Makes blocking file system calls on threads of its own, a few per root, so that a root that doesn't answer holds back
 * only its own files. In libuv's four threads, four hung calls would hold back everything.
 */
export class ReaderPool {
  readonly #limits: ReaderLimits;
  readonly #roots = new Map<string, Root>();
  readonly #threads: ReaderThreads;
  readonly #allIdle = Promise.withResolvers<void>();
  #watch: NodeJS.Timeout | null = null;
  #retry: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(limits: Partial<ReaderLimits> = {}) {
    this.#limits = { ...defaultReaderLimits, ...limits };
    this.#threads = new ReaderThreads(this.#limits.maxThreads);
  }

  call<Name extends ReaderOperationName>(
    path: string,
    name: Name,
    argument: ReaderArgument<Name>,
  ): Pending<ReaderAnswer<Name>> {
    const { promise, resolve, reject } = Promise.withResolvers<ReaderAnswer<Name>>();
    const root = this.#root(path);
    const call: Call = {
      request: { name, argument },
      madeAtMs: performance.now(),
      settle: (reply: ReaderReply<Name>) =>
        reply.ok ? resolve(reply.answer) : reject(new ReadError(reply.code, reply.message)),
      thread: null,
      isAbandoned: false,
    };
    if (this.#isClosed) call.settle(stopped);
    else this.#enqueue(root, call);
    return { answer: promise, abandon: () => this.#abandon(root, call, stopped) };
  }

  /** Work of another thread on this root: it is shown and given up as a call is. */
  follow<T>(path: string, work: Promise<T>): Pending<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const root = this.#root(path);
    const call: Waiting = {
      madeAtMs: performance.now(),
      settle(reply) {
        root.followed.delete(call);
        if (!reply.ok) reject(new ReadError(reply.code, reply.message));
      },
    };
    root.followed.add(call);
    this.#startWatch();
    work.then(resolve, reject).finally(() => {
      root.followed.delete(call);
      root.isDown = false;
    });
    return { answer: promise, abandon: () => call.settle(stopped) };
  }

  /** The roots that do not answer. */
  stalled(): readonly StalledRoot[] {
    return [...this.#roots].flatMap(([path, root]) => {
      const sinceMs = waitingSinceMs(root);
      const isStalled = performance.now() - sinceMs > this.#limits.stallMs;
      return isStalled ? [{ path, since: new Date(performance.timeOrigin + sinceMs) }] : [];
    });
  }

  /** A person doesn't want to wait for this root: its calls fail as if they had taken too long. */
  giveUp(path: string): void {
    const root = this.#roots.get(path);
    if (root === undefined) return;
    root.isDown = true;
    this.#abandonAll(root, noAnswer);
  }

  /** Ends every call for its caller, and closes open files. Doesn't wait for a thread that hangs. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#watch ?? undefined);
    for (const root of this.#roots.values()) this.#abandonAll(root, stopped);
    await withinTimeout(this.#whenIdle(), closeTimeoutMs);
    await this.#threads.end(closeTimeoutMs);
  }

  #whenIdle(): Promise<void> {
    if (this.#threads.areIdle) this.#allIdle.resolve();
    return this.#allIdle.promise;
  }

  #root(path: string): Root {
    const known = this.#roots.get(path);
    if (known !== undefined) return known;
    const root: Root = {
      queue: [],
      running: new Set(),
      abandoned: new Set(),
      followed: new Set(),
      isDown: false,
      trials: 0,
      nextTrialAtMs: 0,
    };
    this.#roots.set(path, root);
    return root;
  }

  #enqueue(root: Root, call: Call): void {
    root.queue.push(call);
    this.#startCalls();
  }

  #startCalls(): void {
    while (this.#startNext());
  }

  /** False if nothing can be started now. */
  #startNext(): boolean {
    const waiting = [...this.#roots.values()].filter((root) => root.queue.length > 0 && this.#mayStart(root));
    // Fairly: one root's many calls don't hold back the few of another.
    for (const root of waiting.sort((a, b) => a.running.size - b.running.size)) {
      const [call] = root.queue;
      const thread = call === undefined ? null : this.#takeThread(root, call);
      if (call === undefined || thread === null) continue;
      root.queue.shift();
      this.#start(root, call, thread);
      return true;
    }
    return false;
  }

  #mayStart({ running, abandoned, nextTrialAtMs }: Root): boolean {
    if (running.size >= this.#limits.perRoot) return false;
    return abandoned.size < this.#limits.abandonedPerRoot || performance.now() >= nextTrialAtMs;
  }

  #takeThread({ running }: Root, { madeAtMs }: Call): ReaderThread | null {
    const waitedMs = performance.now() - madeAtMs;
    const thread = this.#threads.take({ waitedMs, hasThread: running.size > 0 });
    if (thread === null)
      this.#retry ??= setTimeout(() => {
        this.#retry = null;
        this.#startCalls();
      }, this.#threads.retryAfterMs).unref();
    return thread;
  }

  #start(root: Root, call: Call, thread: ReaderThread): void {
    call.thread = thread;
    root.running.add(call);
    // Old calls may never return although the root is mounted again: one more is tried, each time after twice the time.
    const isTrial = root.abandoned.size >= this.#limits.abandonedPerRoot;
    if (isTrial) {
      root.nextTrialAtMs = performance.now() + this.#limits.giveUpMs * 2 ** root.trials;
      root.trials += 1;
    }
    this.#startWatch();
    thread.call(call.request, (reply) => {
      root.abandoned.delete(call);
      root.running.delete(call);
      root.isDown = false;
      root.trials = 0;
      root.nextTrialAtMs = 0;
      // The root answers: what hangs is of an earlier mount.
      if (isTrial && !call.isAbandoned) root.abandoned.clear();
      if (call.isAbandoned) this.#closeUnwanted(root, call, reply);
      this.#release(thread);
      call.settle(reply);
    });
  }

  /** A file that was opened for nobody. */
  #closeUnwanted(root: Root, { request }: Call, reply: ReaderReply): void {
    if (request.name !== 'open' || !reply.ok) return;
    const { answer } = reply;
    if (typeof answer !== 'object' || answer === null || !('fd' in answer)) return;
    const close = { name: 'close', argument: { fd: answer.fd } } as const;
    this.#enqueue(root, {
      request: close,
      madeAtMs: performance.now(),
      settle: () => undefined,
      thread: null,
      isAbandoned: false,
    });
  }

  #release(thread: ReaderThread): void {
    this.#threads.release(thread);
    this.#startCalls();
    if (this.#isClosed && this.#threads.areIdle) this.#allIdle.resolve();
  }

  #abandonAll(root: Root, reply: ReaderReply): void {
    for (const call of [...root.queue, ...root.running])
      if (call.request.name !== 'close') this.#abandon(root, call, reply);
    for (const call of root.followed) call.settle(reply);
  }

  #abandon(root: Root, call: Call, reply: ReaderReply): void {
    const index = root.queue.indexOf(call);
    if (index !== -1) root.queue.splice(index, 1);
    else if (root.running.delete(call)) root.abandoned.add(call);
    else return;
    call.isAbandoned = true;
    call.thread?.abandon();
    call.settle(reply);
    this.#startCalls();
  }

  #startWatch(): void {
    this.#watch ??= setInterval(() => this.#watchCalls(), this.#limits.stallMs / 10).unref();
  }

  #watchCalls(): void {
    this.#threads.endIdle();
    const { giveUpMs } = this.#limits;
    const now = performance.now();
    for (const root of this.#roots.values()) {
      const limitMs = root.isDown ? giveUpMs / 10 : giveUpMs;
      const isOver = ({ madeAtMs }: Waiting): boolean => now - madeAtMs >= limitMs;
      // A file is closed whenever the root answers.
      const queued = root.queue.filter(({ request }) => request.name !== 'close');
      const calls = [...root.running, ...queued].filter(isOver);
      const followed = [...root.followed].filter(isOver);
      for (const call of calls) this.#abandon(root, call, noAnswer);
      for (const call of followed) call.settle(noAnswer);
      root.isDown ||= calls.length + followed.length > 0;
    }
    this.#startCalls();
  }
}

/** Since when the oldest call has been waiting that somebody waits for. */
function waitingSinceMs({ running, queue, followed }: Root): number {
  const calls = [...running, ...queue].filter(({ request }) => request.name !== 'close');
  return Math.min(performance.now(), ...[...calls, ...followed].map(({ madeAtMs }) => madeAtMs));
}

const stopped: ReaderReply = { ok: false, code: stoppedCode, message: 'The call was stopped' };
const noAnswer: ReaderReply = { ok: false, code: noAnswerCode, message: 'The call has not returned' };
