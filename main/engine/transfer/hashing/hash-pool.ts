import { availableParallelism } from 'node:os';
import { keptIdleMs, promptMs } from '../../sources/reader-threads.ts';
import { enterCall, leaveCall } from '../../threads/hung-threads.ts';
import { Thread } from '../../threads/thread.ts';
import type { HashAlgorithm } from '../../types/content-hashes.ts';
import {
  type HashReply,
  type HashRequest,
  type HashStates,
  type HashThreadTypes,
  newSharedBlocks,
  type ReadLimit,
  type ReadProblem,
  type SharedBlocks,
} from './hash-protocol.ts';

type Kind = HashRequest['kind'];
type ReplyOf<Name extends Kind> = Extract<HashReply, { readonly kind: Name }>;

export interface HasherOptions {
  /** The root of the file that is read; null where the hasher gets blocks. */
  readonly root: string | null;
  /** All are computed of the same bytes: on two threads where they are free and read a file, otherwise on one. */
  readonly algorithms: readonly HashAlgorithm[];
  /** With states that can be saved: slower. */
  readonly canSave?: boolean;
  /** Saved states to continue from. */
  readonly from?: HashStates | null;
}

/** Hashes of one content, on threads that they share with other files. */
export interface Hasher {
  readonly algorithms: readonly HashAlgorithm[];
  /** How many bytes of a file are hashed, as far as it is known. Above 0 from the start if it continues from saved states. */
  readonly position: number;
  /** Reads the file on for a while, up to `to` and the limit. The file must stay open meanwhile. */
  read(fd: number, to: number, limit: ReadLimit, onProgress: () => void): Promise<ReadProblem | null>;
  /** Gives the block away; its memory comes back. Blocks are hashed in the order of the calls. */
  update(block: Buffer<ArrayBuffer>): Promise<ArrayBuffer>;
  save(algorithm: HashAlgorithm): Promise<Uint8Array>;
  /** Hexadecimal; once for each algorithm. */
  digest(algorithm: HashAlgorithm): Promise<string>;
  /** Another one that has had the same bytes, on the same thread. */
  copy(): Promise<Hasher>;
  drop(): void;
}

interface ThreadHasher extends Hasher {
  /** Hashes on what another hasher reads into the blocks that they share. */
  follow(to: number, limit: ReadLimit, onProgress: () => void): Promise<void>;
}

/** A thread takes 10 MB. */
const maxThreadsPerRoot = 8;
/** How long `close` waits for threads that may hang. */
const closeTimeoutMs = 500;

/**
 * Threads that compute hashes, however many files are in flight: as many as there are cores for each root, so that a root
 * that doesn't answer holds back only its own files.
 */
export class HashPool {
  readonly #size: number;
  readonly #threads = new Set<HashThread>();
  #lastFile = 0;
  #isClosed = false;

  constructor(size = Math.min(maxThreadsPerRoot, availableParallelism())) {
    this.#size = size;
  }

  async begin(options: HasherOptions): Promise<Hasher> {
    const { root, algorithms, from = null } = options;
    const [first, ...others] = algorithms;
    const isPair = first !== undefined && others.length > 0 && this.#hasTwoFree(root);
    if (!isPair) return this.#begin(options, null);
    const beginPair = async (states: HashStates | null) => {
      const shared = newSharedBlocks();
      return Promise.all([
        this.#begin({ ...options, algorithms: [first], from: states }, shared),
        this.#begin({ ...options, algorithms: others, from: states }, shared),
      ]);
    };
    const [reader, follower] = await beginPair(from);
    if (reader.position === follower.position) return pairOf(reader, follower);
    // Only one continues from its saved state.
    for (const hasher of [reader, follower]) hasher.drop();
    return pairOf(...(await beginPair(null)));
  }

  #hasTwoFree(root: string | null): boolean {
    const busy = [...this.#threads].filter((thread) => thread.files > 0 && thread.mayServe(root));
    return root !== null && busy.length + 2 <= this.#size;
  }

  async #begin(
    { root, algorithms, canSave = false, from = null }: HasherOptions,
    shared: SharedBlocks | null,
  ): Promise<ThreadHasher> {
    if (this.#isClosed) throw new Error('The hash threads have ended');
    const thread = this.#leastBusy(root);
    const file = this.#newFile(thread);
    const { position } = await thread.request({ kind: 'begin', file, algorithms, canSave, from, shared });
    return this.#hasher(thread, file, algorithms, position);
  }

  #newFile(thread: HashThread): number {
    this.#lastFile += 1;
    thread.files += 1;
    return this.#lastFile;
  }

  #hasher(
    thread: HashThread,
    file: number,
    algorithms: readonly HashAlgorithm[],
    begunAt: number,
  ): ThreadHasher {
    let position = begunAt;
    const move = (reached: number, onProgress: () => void): void => {
      position = reached;
      onProgress();
    };
    return {
      algorithms,
      get position() {
        return position;
      },
      async read(fd, to, limit, onProgress) {
        const request = { kind: 'read', file, fd, to, limit } as const;
        const read = await thread.request(request, [], (reached) => move(reached, onProgress));
        move(read.position, onProgress);
        return read.problem;
      },
      async follow(to, limit, onProgress) {
        const request = { kind: 'follow', file, to, limit } as const;
        const followed = await thread.request(request, [], (reached) => move(reached, onProgress));
        move(followed.position, onProgress);
      },
      update: async ({ buffer: block, length: bytes }) =>
        (await thread.request({ kind: 'update', file, block, bytes }, [block])).block,
      save: async (algorithm) => (await thread.request({ kind: 'save', file, algorithm })).state,
      digest: async (algorithm) => (await thread.request({ kind: 'digest', file, algorithm })).hash,
      copy: async () => {
        const copy = this.#newFile(thread);
        await thread.request({ kind: 'copy', file: copy, from: file });
        return this.#hasher(thread, copy, algorithms, position);
      },
      drop() {
        thread.files -= 1;
        thread.request({ kind: 'drop', file }).catch(() => undefined);
      },
    };
  }

  /** Doesn't wait for longer for a thread that hangs. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }

  #leastBusy(root: string | null): HashThread {
    const usable = [...this.#threads]
      .filter((thread) => thread.mayServe(root))
      .toSorted((a, b) => a.files - b.files);
    const [least] = usable;
    if (least === undefined || (least.files > 0 && usable.length < this.#size)) {
      const thread = new HashThread(root, (ended) => this.#threads.delete(ended));
      this.#threads.add(thread);
      return thread;
    }
    least.root = root;
    return least;
  }
}

/** One reads the file, the other one hashes the same bytes on another thread: together they are as fast as the slower hash. */
function pairOf(reader: Hasher, follower: ThreadHasher): Hasher {
  const hasherOf = (algorithm: HashAlgorithm) => (reader.algorithms.includes(algorithm) ? reader : follower);
  const onlyReads = () => Promise.reject(new Error('Two threads hash a file only'));
  return {
    algorithms: [...reader.algorithms, ...follower.algorithms],
    get position() {
      return Math.min(reader.position, follower.position);
    },
    async read(fd, to, limit, onProgress) {
      const [problem] = await Promise.all([
        reader.read(fd, to, limit, onProgress),
        follower.follow(to, limit, onProgress),
      ]);
      return problem;
    },
    update: onlyReads,
    save: (algorithm) => hasherOf(algorithm).save(algorithm),
    digest: (algorithm) => hasherOf(algorithm).digest(algorithm),
    copy: onlyReads,
    drop() {
      reader.drop();
      follower.drop();
    },
  };
}

interface Waiting {
  onReply(reply: HashReply): void;
  onProgress(position: number): void;
  onBug(error: unknown): void;
}

class HashThread {
  files = 0;
  root: string | null;
  readonly #thread: Thread<HashThreadTypes>;
  readonly #onEnded: (thread: HashThread) => void;
  readonly #waiting: Waiting[] = [];
  /** Since when it has worked on what it was asked first. */
  #sinceMs = 0;
  #idle: NodeJS.Timeout | undefined;
  /** Why it answers nothing anymore. */
  #end: Error | null = null;

  constructor(root: string | null, onEnded: (thread: HashThread) => void) {
    this.root = root;
    this.#onEnded = onEnded;
    this.#thread = new Thread(new URL('./hash-worker.ts', import.meta.url), {
      data: undefined,
      // It keeps nothing. By default a thread grows by tens of MB before it collects garbage.
      limits: { maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
      onMessage: (reply) => this.#receive(reply),
      onEnd: ({ error }) => {
        leaveCall(this.#thread);
        this.#onEnded(this);
        this.#refuse(error);
      },
    });
    this.#thread.leaveProcess();
  }

  /** An idle one serves any root. One that doesn't answer serves none. */
  mayServe(root: string | null): boolean {
    if (this.#waiting.length === 0) return this.files === 0 || this.root === root;
    return this.root === root && performance.now() - this.#sinceMs < promptMs;
  }

  request<Name extends Kind>(
    request: HashRequest & { readonly kind: Name },
    moved: ArrayBuffer[] = [],
    onProgress: (position: number) => void = () => undefined,
  ): Promise<ReplyOf<Name>> {
    if (this.#end !== null) return Promise.reject(this.#end);
    const { promise, resolve, reject } = Promise.withResolvers<ReplyOf<Name>>();
    this.#waiting.push({ onReply: (reply: ReplyOf<Name>) => resolve(reply), onProgress, onBug: reject });
    if (this.#waiting.length === 1) {
      clearTimeout(this.#idle);
      this.#sinceMs = performance.now();
      enterCall(this.#thread);
      this.#thread.keepProcess();
    }
    this.#thread.post(request, moved);
    return promise;
  }

  async end(): Promise<void> {
    this.#onEnded(this);
    await this.#thread.terminate(closeTimeoutMs);
    this.#refuse(new Error('The hash threads have ended'));
  }

  #receive(reply: HashReply): void {
    this.#sinceMs = performance.now();
    if (reply.kind === 'progress') this.#waiting[0]?.onProgress(reply.position);
    else this.#waiting.shift()?.onReply(reply);
    if (this.#waiting.length > 0) return;
    leaveCall(this.#thread);
    this.#thread.leaveProcess();
    if (this.files === 0) this.#idle = setTimeout(() => void this.end(), keptIdleMs).unref();
  }

  #refuse(error: Error): void {
    this.#end = error;
    for (const { onBug } of this.#waiting.splice(0)) onBug(error);
  }
}
