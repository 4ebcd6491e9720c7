import type { Hasher } from './hash-pool.ts';
import type { BlockPool } from './part-body.ts';

/** The blocks of a file on their way through its hasher: one for each stage, so that all of them have work. */
export class HashQueue {
  readonly #hasher: Hasher;
  readonly #blocks: BlockPool;
  readonly #hashing: Promise<void>[] = [];

  constructor(hasher: Hasher, blocks: BlockPool) {
    this.#hasher = hasher;
    this.#blocks = blocks;
  }

  /** Resolves when the block is on its way. Its memory goes back to the pool. */
  async push(block: Buffer<ArrayBuffer>): Promise<void> {
    await this.#waitFor(this.#hasher.stages - 1);
    const hashing = this.#hasher.update(block).then((empty) => this.#blocks.giveBack(empty));
    // Thrown where it is awaited. Of several that fail, only the first one is.
    hashing.catch(() => undefined);
    this.#hashing.push(hashing);
  }

  /** Resolves when every block is hashed. */
  drain(): Promise<void> {
    return this.#waitFor(0);
  }

  async #waitFor(blocksLeft: number): Promise<void> {
    while (this.#hashing.length > blocksLeft) await this.#hashing.shift();
  }
}
