import {
  type Answer,
  type Argument,
  lostCode,
  type OperationName,
  ReadError,
  type ReaderReply,
  type ReaderRequest,
  stoppedCode,
} from './reader-protocol.ts';
import { ReaderThread } from './reader-thread.ts';

export interface ReaderLimits {
  /** A root that keeps a call waiting for longer is shown as not answering, and is probed. */
  readonly deadlineMs: number;
  /** Calls of one root that run at a time. */
  readonly perRoot: number;
  /** Threads of one root in calls that nobody waits for anymore. From then on its other calls wait. */
  readonly abandonedPerRoot: number;
  readonly maxThreads: number;
  /** A call that hangs for this long while the root answers probes is given up: it was made before a remount, say. */
  readonly giveUpMs: number;
}

const defaultLimits: ReaderLimits = {
  deadlineMs: 10_000,
  perRoot: 4,
  abandonedPerRoot: 4,
  maxThreads: 64,
  giveUpMs: 300_000,
};
const keptIdleThreads = 4;
/** Probes that hang take a thread each. */
const maxHungProbes = 6;
/** How long `close` waits for threads that may hang. */
const closeTimeoutMs = 500;

interface Call {
  readonly request: ReaderRequest;
  readonly madeAtMs: number;
  /** Does nothing the second time. */
  settle(reply: ReaderReply): void;
  /** Null while it waits for a thread. */
  thread: ReaderThread | null;
}

interface Root {
  readonly path: string;
  readonly queue: Call[];
  readonly running: Set<Call>;
  /** Their threads are still in the system call. */
  readonly abandoned: Set<Call>;
  readonly probes: Set<ReaderThread>;
  nextProbeAtMs: number;
  /** When the first of the latest probes began that were all answered. */
  answersSinceMs: number | null;
}

/** A call in progress. */
export interface Pending<Name extends OperationName> {
  /** Rejects with ReadError. */
  readonly answer: Promise<Answer<Name>>;
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
  readonly #threads = new Set<ReaderThread>();
  readonly #idle: ReaderThread[] = [];
  #watch: NodeJS.Timeout | null = null;
  readonly #allIdle = Promise.withResolvers<void>();
  #isClosed = false;

  constructor(limits: Partial<ReaderLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
  }

  call<Name extends OperationName>(path: string, name: Name, argument: Argument<Name>): Pending<Name> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer<Name>>();
    const root = this.#root(path);
    const call: Call = {
      request: { name, argument },
      madeAtMs: performance.now(),
      settle: (reply: ReaderReply<Name>) =>
        reply.ok ? resolve(reply.answer) : reject(new ReadError(reply.code, reply.message)),
      thread: null,
    };
    if (this.#isClosed) call.settle(stopped);
    else this.#enqueue(root, call);
    return { answer: promise, abandon: () => this.#abandon(root, call, stopped) };
  }

  /** For how long the root has kept a call waiting beyond the deadline; null while it answers. */
  stalledMs(path: string): number | null {
    const root = this.#roots.get(path);
    return root === undefined ? null : this.#stalledMs(root);
  }

  /** Ends every call for its caller, and closes open files. Doesn't wait for a thread that hangs. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#watch ?? undefined);
    for (const root of this.#roots.values())
      for (const call of [...root.queue, ...root.running])
        if (call.request.name !== 'close') this.#abandon(root, call, stopped);
    await this.#withinTimeout(this.#whenIdle());
    await this.#withinTimeout(Promise.all([...this.#threads].map((thread) => thread.end())));
  }

  async #withinTimeout(work: Promise<unknown>): Promise<void> {
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, closeTimeoutMs);
    await Promise.race([work, timeout.promise]);
    clearTimeout(timer);
  }

  #whenIdle(): Promise<void> {
    if (this.#idle.length === this.#threads.size) this.#allIdle.resolve();
    return this.#allIdle.promise;
  }

  #root(path: string): Root {
    const known = this.#roots.get(path);
    if (known !== undefined) return known;
    const root: Root = {
      path,
      queue: [],
      running: new Set(),
      abandoned: new Set(),
      probes: new Set(),
      nextProbeAtMs: 0,
      answersSinceMs: null,
    };
    this.#roots.set(path, root);
    return root;
  }

  #enqueue(root: Root, call: Call): void {
    root.queue.push(call);
    this.#startCalls();
  }

  #startCalls(): void {
    for (const root of this.#roots.values()) {
      while (root.queue.length > 0 && this.#hasRoom(root)) {
        const thread = this.#takeThread();
        if (thread === null) return;
        const call = root.queue.shift();
        if (call !== undefined) this.#start(root, call, thread);
      }
    }
  }

  #hasRoom({ running, abandoned }: Root): boolean {
    return running.size < this.#limits.perRoot && abandoned.size < this.#limits.abandonedPerRoot;
  }

  #takeThread(): ReaderThread | null {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    if (this.#threads.size >= this.#limits.maxThreads) return null;
    const thread = new ReaderThread();
    this.#threads.add(thread);
    return thread;
  }

  #start(root: Root, call: Call, thread: ReaderThread): void {
    call.thread = thread;
    root.running.add(call);
    this.#watch ??= setInterval(() => this.#probeStalled(), this.#limits.deadlineMs / 4).unref();
    thread.call(call.request, (reply) => {
      const isUnwanted = root.abandoned.delete(call);
      root.running.delete(call);
      if (isUnwanted) this.#closeUnwanted(root, call, reply);
      this.#release(thread);
      call.settle(reply);
    });
  }

  /** A file that was opened for nobody. */
  #closeUnwanted(root: Root, { request }: Call, reply: ReaderReply): void {
    if (request.name !== 'open' || !reply.ok || typeof reply.answer !== 'number') return;
    const close = { name: 'close', argument: { fd: reply.answer } } as const;
    this.#enqueue(root, {
      request: close,
      madeAtMs: performance.now(),
      settle: () => undefined,
      thread: null,
    });
  }

  #release(thread: ReaderThread): void {
    this.#idle.push(thread);
    this.#startCalls();
    if (this.#isClosed) {
      if (this.#idle.length === this.#threads.size) this.#allIdle.resolve();
      return;
    }
    if (this.#idle.length <= keptIdleThreads) return;
    const spare = this.#idle.shift();
    if (spare === undefined) return;
    this.#threads.delete(spare);
    void spare.end();
  }

  #abandon(root: Root, call: Call, reply: ReaderReply): void {
    const index = root.queue.indexOf(call);
    if (index !== -1) root.queue.splice(index, 1);
    else if (root.running.delete(call)) root.abandoned.add(call);
    else return;
    call.thread?.abandon();
    call.settle(reply);
    this.#startCalls();
  }

  #stalledMs(root: Root): number | null {
    const isBlocked = root.abandoned.size >= this.#limits.abandonedPerRoot;
    const [queued] = isBlocked ? root.queue : [];
    const [running] = root.running;
    const since = Math.min(...[queued, running].map((call) => call?.madeAtMs ?? Number.POSITIVE_INFINITY));
    const waitedMs = performance.now() - since;
    return waitedMs > this.#limits.deadlineMs ? waitedMs : null;
  }

  /** A root may answer again, mounted anew for instance, although old calls never return. */
  #probeStalled(): void {
    const now = performance.now();
    for (const root of this.#roots.values()) {
      const isStalled = this.#stalledMs(root) !== null;
      if (!isStalled) root.answersSinceMs = null;
      else if (now >= root.nextProbeAtMs && root.probes.size < maxHungProbes) this.#probe(root, now);
    }
  }

  #probe(root: Root, now: number): void {
    const thread = this.#takeThread();
    if (thread === null) return;
    // Twice as long after each one that hangs.
    root.nextProbeAtMs = now + this.#limits.deadlineMs * 2 ** root.probes.size;
    root.probes.add(thread);
    thread.call({ name: 'probe', argument: { path: root.path } }, (reply) => {
      root.probes.delete(thread);
      this.#release(thread);
      root.answersSinceMs = reply.ok ? (root.answersSinceMs ?? now) : null;
      if (root.answersSinceMs !== null) this.#giveUp(root, root.answersSinceMs, now);
    });
    thread.abandon();
  }

  /** Ends the calls that began before the root answered, and lets others take their place. */
  #giveUp(root: Root, answersSinceMs: number, now: number): void {
    if (now - answersSinceMs < this.#limits.giveUpMs) return;
    for (const call of [...root.running]) if (call.madeAtMs < answersSinceMs) this.#abandon(root, call, lost);
    root.abandoned.clear();
    this.#startCalls();
  }
}

const stopped: ReaderReply = { ok: false, code: stoppedCode, message: 'The call was stopped' };
const lost: ReaderReply = { ok: false, code: lostCode, message: 'The call did not return' };
