import { errnoOf } from '../../../../preload/contract/failures/errno.ts';
import { type Failure, failure } from '../../../../preload/contract/failures/failure.ts';
import type { OpenFile } from '../../sources/source-reader.ts';
import { createPartHash, type PartAlgorithm } from './part-digest.ts';

/** Never less than the socket's high-water mark (64 KiB): why, see `PartBody`. */
export const minBlockBytes = 64 * 1024;
export const firstBlockBytes = 128 * 1024;
export const maxBlockBytes = 1024 * 1024;

/** What the kernel's send buffer may hold before the line has moved a byte (Linux: net.ipv4.tcp_wmem). */
export const unprovenBytes = 4 * 1024 * 1024;

/**
 * Large enough to be cheap on a fast line, small enough that a slow one shows progress every second or so. Only bytes
 * beyond the kernel's send buffer show how fast the line is, so the last doublings wait for them.
 */
export function nextBlockBytes(blockBytes: number, tookMs: number, sentBytes: number): number {
  if (tookMs > 1000) return Math.max(minBlockBytes, blockBytes / 2);
  const proven = sentBytes > unprovenBytes || blockBytes < 2 * firstBlockBytes;
  if (tookMs < 50 && proven) return Math.min(maxBlockBytes, blockBytes * 2);
  return blockBytes;
}

/** The next cut of what is left of a part. No cut leaves a rest below `minBlockBytes`, unless the part is that small. */
export function cutBytes(leftBytes: number, blockBytes: number): number {
  if (leftBytes <= blockBytes) return leftBytes;
  if (leftBytes - blockBytes >= minBlockBytes) return blockBytes;
  return leftBytes <= maxBlockBytes ? leftBytes : Math.floor(leftBytes / 2);
}

export interface BlockPool {
  borrow(): ArrayBuffer;
  giveBack(block: ArrayBuffer): void;
  readonly idle: number;
}

/** Buffers of `maxBlockBytes`. Two are out per part in flight; at most `maxIdle` are kept for the next part. */
export function createBlockPool(maxIdle = 32): BlockPool {
  const idle: ArrayBuffer[] = [];
  return {
    borrow: () => idle.pop() ?? newBlock(maxBlockBytes),
    giveBack(block) {
      if (idle.length < maxIdle) idle.push(block);
    },
    get idle() {
      return idle.length;
    },
  };
}

/** Not zeroed first. */
function newBlock(bytes: number): ArrayBuffer {
  return Buffer.allocUnsafeSlow(bytes).buffer;
}

/** Hexadecimal. */
export type Digests = { readonly [Algorithm in PartAlgorithm]?: string };

/** Sees every byte of the part once, in order, before it is sent. A block is reused only after `update` has settled. */
export interface BlockHash {
  update(block: Uint8Array): Promise<void> | void;
  digest(): Promise<Digests> | Digests;
}

/** One for each attempt. Hashes on the calling thread: for small files and for the digests of parts. */
export function createBlockHash(wanted: readonly PartAlgorithm[]): BlockHash {
  const hashes = wanted.map((algorithm) => ({ algorithm, hash: createPartHash(algorithm) }));
  return {
    update(block) {
      for (const { hash } of hashes) hash.update(block);
    },
    digest: () => Object.fromEntries(hashes.map(({ algorithm, hash }) => [algorithm, hash.digest()])),
  };
}

export interface ByteRange {
  readonly file: Pick<OpenFile, 'read'>;
  readonly offsetBytes: number;
  readonly lengthBytes: number;
}

export interface BodyHooks {
  readonly hash?: BlockHash | undefined;
  /** Resolves when this many bytes may be sent. */
  readonly throttle?: ((bytes: number) => Promise<void> | void) | undefined;
  /** The socket took this many more bytes. */
  readonly onSent?: ((bytes: number) => void) | undefined;
  /** A block was wanted, and was read and hashed after this many milliseconds. */
  readonly onRead?: ((tookMs: number) => void) | undefined;
  /** The connection got a block, or the end. */
  readonly onBlockOut?: (() => void) | undefined;
}

/**
 * One part's bytes for undici, in blocks from reused buffers; the next block is read while the one before is written.
 *
 * When is a buffer free again? undici's HTTP/1 writer (client-h1.js, writeIterable) asks for the next block at once
 * when `socket.write` returned true, and after 'drain' or 'close' when it returned false. It returns false whenever
 * the block is at least as long as the socket's high-water mark (64 KiB plain, 16 KiB TLS), 'drain' means that
 * every byte written has left libuv (on Windows too: the overlapped writes have completed), and before 'close' undici has
 * called the request's handler, which calls `stop`. So with blocks of at least 64 KiB, being asked while not stopped
 * proves that the block before is free. Shorter parts get a buffer of their own. Whatever was out when a part failed
 * is left to the garbage collector.
 */
export class PartBody implements AsyncIterableIterator<Uint8Array> {
  /** Bytes that the socket took. */
  sentBytes = 0;
  /** The connection has a block to send, or has everything. */
  isBlockOut = false;
  /** Why the source could not be read to the end, if it could not. */
  failure: Failure | null = null;
  /** What a hook threw: a bug, never a network fault. */
  bug: { readonly thrown: unknown } | null = null;

  readonly #range: ByteRange;
  readonly #pool: BlockPool;
  readonly #hooks: BodyHooks;
  #handedOutBytes = 0;
  #blockBytes = firstBlockBytes;
  #readBytes = 0;
  #stopped = false;
  #readAhead: Promise<Buffer<ArrayBuffer> | null> | null = null;
  #out: Buffer<ArrayBuffer> | null = null;
  #offeredAtMs = 0;

  constructor(range: ByteRange, pool: BlockPool, hooks: BodyHooks = {}) {
    this.#range = range;
    this.#pool = pool;
    this.#hooks = hooks;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  get complete(): boolean {
    return this.sentBytes === this.#range.lengthBytes;
  }

  /**
   * The connection has every byte. A fast host may answer before the connection reports the last block, over TLS above
   * all, so `complete` is too strict a question to ask about an answer.
   */
  get isHandedOut(): boolean {
    return this.#handedOutBytes === this.#range.lengthBytes;
  }

  /**
   * Ends only after the last byte, and throws otherwise: undici answers an early end before the first block with a
   * well-formed request of length 0, which a host would store as an empty part.
   */
  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (!this.#stopped) this.#onTaken();
    if (this.complete) return { done: true, value: undefined };
    const wantedAtMs = performance.now();
    const block = this.#stopped ? null : await (this.#readAhead ?? this.#read());
    this.#readAhead = null;
    if (block && !this.#stopped) await this.#offer(block, wantedAtMs);
    if (!block || this.#stopped) throw new Error('no more blocks');
    this.#out = block;
    this.#handedOutBytes += block.length;
    this.#giveTurn();
    return { done: false, value: block };
  }

  async #offer(block: Buffer<ArrayBuffer>, wantedAtMs: number): Promise<void> {
    if (this.#mayReadAhead) this.#readAhead = this.#read();
    try {
      await this.#hooks.hash?.update(block);
      this.#offeredAtMs = performance.now();
      this.#hooks.onRead?.(this.#offeredAtMs - wantedAtMs);
      await this.#hooks.throttle?.(block.length);
    } catch (thrown) {
      this.bug = { thrown };
      throw thrown;
    }
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.stop();
    return { done: true, value: undefined };
  }

  /** From here on no block is handed out, counted or reused. */
  stop(): void {
    this.#stopped = true;
    this.#out = null;
    this.#readAhead = null;
  }

  /**
   * Not the last block: it is handed out when its read returns. Over TLS, Node reports a write one turn of the event loop
   * after it was done, and one that was handed out in the same turn as a report is often answered before its own. Such an
   * answer counts, but undici closes its connection.
   */
  get #mayReadAhead(): boolean {
    const leftBytes = this.#range.lengthBytes - this.#readBytes;
    return cutBytes(leftBytes, this.#blockBytes) < leftBytes;
  }

  #onTaken(): void {
    const block = this.#out;
    if (!block) return;
    this.#out = null;
    this.isBlockOut = false;
    this.sentBytes += block.length;
    if (block.length >= minBlockBytes) this.#pool.giveBack(block.buffer);
    const tookMs = performance.now() - this.#offeredAtMs;
    this.#blockBytes = nextBlockBytes(this.#blockBytes, tookMs, this.sentBytes);
    this.#hooks.onSent?.(block.length);
    if (this.complete) this.#giveTurn();
  }

  #giveTurn(): void {
    this.isBlockOut = true;
    this.#hooks.onBlockOut?.();
  }

  /** The next block, or null with `failure` set. */
  async #read(): Promise<Buffer<ArrayBuffer> | null> {
    const { file, offsetBytes, lengthBytes } = this.#range;
    const bytes = cutBytes(lengthBytes - this.#readBytes, this.#blockBytes);
    const position = offsetBytes + this.#readBytes;
    this.#readBytes += bytes;
    try {
      const read = await file.read(
        bytes < minBlockBytes ? newBlock(bytes) : this.#pool.borrow(),
        bytes,
        position,
      );
      if (read.length === bytes) return read;
      // Never padded.
      const change = { kind: 'truncated', atByte: position + read.length } as const;
      this.failure = failure('file-changed', { change }).failure;
    } catch (error) {
      this.failure = failure('path-unreadable', { errno: errnoOf(error), atByte: position }).failure;
    }
    return null;
  }
}
