import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Digests, HashReply, HashRequest, SavedHash } from './hash-protocol.ts';

type ReplyOf<Kind extends HashReply['kind']> = Extract<HashReply, { readonly kind: Kind }>;

/** One file's SHA-1 on a thread that it shares with others. */
export interface Hasher {
  /** Bytes of the file that the saved state already covers. */
  readonly hashedBytes: number;
  /** Gives the block away; its memory comes back when it has been hashed. */
  update(block: Buffer<ArrayBuffer>): Promise<ArrayBuffer>;
  /** Covers every `update` before it. */
  save(): Promise<Uint8Array>;
  digest(): Promise<string>;
  /** With MD5 and SHA-256 if the hasher began with all of them. */
  digests(): Promise<Digests>;
  /** Another one that has had the same bytes, on the same thread. */
  copy(): Promise<Hasher>;
  drop(): void;
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

  /** `all`: also MD5 and SHA-256. Their state can't be saved. */
  async begin(canSave: boolean, from: SavedHash | null, all = false): Promise<Hasher> {
    if (this.#isClosed) throw new Error('The hash threads have ended');
    const thread = this.#leastBusy();
    const file = this.#nextFile(thread);
    const { hashedBytes } = await thread.request({ kind: 'begin', file, canSave, from, all });
    return this.#hasher(thread, file, hashedBytes);
  }

  #nextFile(thread: HashThread): number {
    this.#lastFile += 1;
    thread.files += 1;
    return this.#lastFile;
  }

  #hasher(thread: HashThread, file: number, hashedBytes: number): Hasher {
    return {
      hashedBytes,
      update: async ({ buffer: block, length: bytes }) =>
        (await thread.request({ kind: 'update', file, block, bytes }, [block])).block,
      save: async () => (await thread.request({ kind: 'save', file })).state,
      digests: () => thread.request({ kind: 'digest', file }),
      digest: async () => (await thread.request({ kind: 'digest', file })).sha1,
      copy: async () => {
        const another = this.#nextFile(thread);
        await thread.request({ kind: 'copy', file: another, from: file });
        return this.#hasher(thread, another, hashedBytes);
      },
      drop() {
        thread.files -= 1;
        thread.request({ kind: 'drop', file }).catch(() => undefined);
      },
    };
  }

  /** Whether each thread has work even if its files read nothing ahead. */
  get isCrowded(): boolean {
    return this.#threads.reduce((files, thread) => files + thread.files, 0) > 2 * this.#size;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#threads.map((thread) => thread.end()));
  }

  #leastBusy(): HashThread {
    const least = this.#threads.toSorted((a, b) => a.files - b.files)[0];
    if (least !== undefined && (least.files === 0 || this.#threads.length === this.#size)) return least;
    const thread = new HashThread((ended) => this.#threads.splice(this.#threads.indexOf(ended), 1));
    this.#threads.push(thread);
    return thread;
  }
}

class HashThread {
  files = 0;
  readonly #worker = new Worker(new URL('./hash-worker.ts', import.meta.url), {
    // It keeps nothing. By default a thread grows by tens of MB before it collects garbage.
    resourceLimits: { maxYoungGenerationSizeMb: 2 },
  });
  readonly #waiting: { onReply(reply: HashReply): void; onBug(error: unknown): void }[] = [];

  constructor(onEnded: (thread: HashThread) => void) {
    this.#worker.on('message', (reply: HashReply) => this.#waiting.shift()?.onReply(reply));
    this.#worker.on('error', (error) => {
      onEnded(this);
      for (const { onBug } of this.#waiting.splice(0)) onBug(error);
    });
    this.#worker.unref();
  }

  request<Kind extends HashReply['kind']>(
    request: HashRequest & { readonly kind: Kind },
    moved: ArrayBuffer[] = [],
  ): Promise<ReplyOf<Kind>> {
    const { promise, resolve, reject } = Promise.withResolvers<ReplyOf<Kind>>();
    this.#waiting.push({ onReply: (reply: ReplyOf<Kind>) => resolve(reply), onBug: reject });
    this.#worker.postMessage(request, moved);
    return promise;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
