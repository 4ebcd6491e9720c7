import { availableParallelism } from 'node:os';
import { Thread } from '../../threads/thread.ts';
import type { HashAlgorithm } from '../../types/content-hashes.ts';
import type { HashReply, HashRequest, HashStates, HashThreadTypes } from './hash-protocol.ts';

type ReplyOf<Kind extends HashReply['kind']> = Extract<HashReply, { readonly kind: Kind }>;

/** Hashes that one thread computes of the same blocks. */
type Stage = readonly HashAlgorithm[];

export interface HasherOptions {
  /**
   * Each stage has a thread, which it shares with other files. A block passes through one stage after the other, so several
   * blocks at once keep all stages busy.
   */
  readonly stages: readonly Stage[];
  /** With states that can be saved: slower. */
  readonly canSave?: boolean;
  /** Saved states to continue from. */
  readonly from?: HashStates | null;
}

/** The hashes of one file. */
export interface Hasher {
  /** How many blocks can be hashed at a time. */
  readonly stages: number;
  /** Whether it continues from the saved states. If not, it begins with the first byte. */
  readonly isResumed: boolean;
  /** Gives the block away; its memory comes back when every stage has hashed it. Blocks are hashed in the order of the calls. */
  update(block: Buffer<ArrayBuffer>): Promise<ArrayBuffer>;
  /** Call when every `update` has settled, as for `digest`. */
  save(algorithm: HashAlgorithm): Promise<Uint8Array>;
  /** Hexadecimal; once for each algorithm. */
  digest(algorithm: HashAlgorithm): Promise<string>;
  /** Another one that has had the same bytes, on the same threads. */
  copy(): Promise<Hasher>;
  drop(): void;
}

interface StageOfFile {
  readonly thread: HashThread;
  /** What the thread calls it. */
  readonly file: number;
  readonly algorithms: Stage;
}

/** Half of the cores: sending takes the others. */
function threadCount(): number {
  return Math.max(2, Math.min(4, Math.floor(availableParallelism() / 2)));
}

/** A fixed number of threads that compute hashes, however many files are in flight. */
export class HashPool {
  readonly #size: number;
  readonly #threads: HashThread[] = [];
  #lastFile = 0;
  #isClosed = false;

  constructor(size = threadCount()) {
    this.#size = size;
  }

  async begin({ stages, canSave = false, from = null }: HasherOptions): Promise<Hasher> {
    if (this.#isClosed) throw new Error('The hash threads have ended');
    const begun = stages.map((algorithms) => this.#newStage(this.#leastBusy(), algorithms));
    const start = (states: HashStates | null) =>
      Promise.all(
        begun.map(({ thread, file, algorithms }) =>
          thread.request({ kind: 'begin', file, algorithms, canSave, from: states }),
        ),
      );
    const replies = await start(from);
    const isResumed = replies.every((reply) => reply.isResumed);
    // Every stage begins with the same byte.
    if (!isResumed && replies.some((reply) => reply.isResumed)) await start(null);
    return this.#hasher(begun, isResumed);
  }

  #newStage(thread: HashThread, algorithms: Stage): StageOfFile {
    this.#lastFile += 1;
    thread.stages += 1;
    return { thread, file: this.#lastFile, algorithms };
  }

  #hasher(stages: readonly StageOfFile[], isResumed: boolean): Hasher {
    const stageOf = (algorithm: HashAlgorithm): StageOfFile => {
      const found = stages.find(({ algorithms }) => algorithms.includes(algorithm));
      if (found === undefined) throw new Error(`The hasher began without ${algorithm}`);
      return found;
    };
    return {
      stages: stages.length,
      isResumed,
      // A thread answers in order, so each stage gets the blocks in the order in which the stage before had them.
      async update({ buffer, length: bytes }) {
        let block = buffer;
        for (const { thread, file } of stages)
          ({ block } = await thread.request({ kind: 'update', file, block, bytes }, [block]));
        return block;
      },
      async save(algorithm) {
        const { thread, file } = stageOf(algorithm);
        return (await thread.request({ kind: 'save', file, algorithm })).state;
      },
      async digest(algorithm) {
        const { thread, file } = stageOf(algorithm);
        return (await thread.request({ kind: 'digest', file, algorithm })).hash;
      },
      copy: async () => {
        const copies = stages.map(({ thread, file: from, algorithms }) => ({
          from,
          stage: this.#newStage(thread, algorithms),
        }));
        await Promise.all(
          copies.map(({ from, stage: { thread, file } }) => thread.request({ kind: 'copy', file, from })),
        );
        return this.#hasher(
          copies.map(({ stage }) => stage),
          isResumed,
        );
      },
      drop() {
        for (const { thread, file } of stages) {
          thread.stages -= 1;
          thread.request({ kind: 'drop', file }).catch(() => undefined);
        }
      },
    };
  }

  /** Whether each thread has work even if its files read nothing ahead. */
  get isCrowded(): boolean {
    return this.#threads.reduce((stages, thread) => stages + thread.stages, 0) > 3 * this.#size;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#threads.map((thread) => thread.end()));
  }

  #leastBusy(): HashThread {
    const least = this.#threads.toSorted((a, b) => a.stages - b.stages)[0];
    if (least !== undefined && (least.stages === 0 || this.#threads.length === this.#size)) return least;
    const thread = new HashThread((ended) => this.#threads.splice(this.#threads.indexOf(ended), 1));
    this.#threads.push(thread);
    return thread;
  }
}

class HashThread {
  stages = 0;
  readonly #thread: Thread<HashThreadTypes>;
  readonly #waiting: { onReply(reply: HashReply): void; onBug(error: unknown): void }[] = [];

  constructor(onEnded: (thread: HashThread) => void) {
    this.#thread = new Thread(new URL('./hash-worker.ts', import.meta.url), {
      data: undefined,
      // It keeps nothing. By default a thread grows by tens of MB before it collects garbage.
      limits: { maxYoungGenerationSizeMb: 2 },
      onMessage: (reply) => this.#waiting.shift()?.onReply(reply),
      onEnd: ({ error }) => {
        onEnded(this);
        for (const { onBug } of this.#waiting.splice(0)) onBug(error);
      },
    });
    this.#thread.leaveProcess();
  }

  request<Kind extends HashReply['kind']>(
    request: HashRequest & { readonly kind: Kind },
    moved: ArrayBuffer[] = [],
  ): Promise<ReplyOf<Kind>> {
    if (this.#thread.end !== null) return Promise.reject(this.#thread.end.error);
    const { promise, resolve, reject } = Promise.withResolvers<ReplyOf<Kind>>();
    this.#waiting.push({ onReply: (reply: ReplyOf<Kind>) => resolve(reply), onBug: reject });
    this.#thread.post(request, moved);
    return promise;
  }

  /** It reads nothing, so it ends at once. */
  end(): Promise<void> {
    return this.#thread.terminate(null);
  }
}
