import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { type Failure, failure } from '../../../preload/contract/failure.ts';

/** Never less than the socket's high-water mark (64 KiB): why, see `PartBody`. */
export const leastBlockBytes = 64 * 1024;
export const firstBlockBytes = 128 * 1024;
export const mostBlockBytes = 1024 * 1024;

/** What a kernel may take into its send buffer before the line has moved a byte (Linux: net.ipv4.tcp_wmem). */
export const unprovenBytes = 4 * 1024 * 1024;

/**
 * Large enough to be cheap on a fast line, small enough that a slow one shows progress every second or so. Only bytes
 * beyond the kernel's send buffer tell how fast the line is, so the last doublings wait for them.
 */
export function nextBlockBytes(blockBytes: number, tookMs: number, sentBytes: number): number {
  if (tookMs > 1000) return Math.max(leastBlockBytes, blockBytes / 2);
  const proven = sentBytes > unprovenBytes || blockBytes < 2 * firstBlockBytes;
  if (tookMs < 50 && proven) return Math.min(mostBlockBytes, blockBytes * 2);
  return blockBytes;
}

/** The next cut of what is left of a part. No cut leaves a rest below `leastBlockBytes`, unless the part is that small. */
export function cutBytes(leftBytes: number, blockBytes: number): number {
  if (leftBytes <= blockBytes) return leftBytes;
  if (leftBytes - blockBytes >= leastBlockBytes) return blockBytes;
  return leftBytes <= mostBlockBytes ? leftBytes : Math.floor(leftBytes / 2);
}

export interface BlockPool {
  lend(): Buffer;
  takeBack(block: Buffer): void;
  readonly idle: number;
}

/** Buffers of `mostBlockBytes`. Two are out per part in flight; at most `idleAtMost` are kept for the next part. */
export function createBlockPool(idleAtMost = 32): BlockPool {
  const idle: Buffer[] = [];
  return {
    lend: () => idle.pop() ?? Buffer.allocUnsafeSlow(mostBlockBytes),
    takeBack(block) {
      if (idle.length < idleAtMost) idle.push(block);
    },
    get idle() {
      return idle.length;
    },
  };
}

export interface Digests {
  readonly md5?: string;
  readonly sha1?: string;
}

/** Sees every byte of the part once, in order, before it is sent. A block is reused only after `update` has settled. */
export interface BlockHash {
  update(block: Uint8Array): Promise<void> | void;
  digest(): Promise<Digests> | Digests;
}

/** A new one for every attempt. Hashing runs on the calling thread: meant for small files and for parts' MD5. */
export function createBlockHash(wanted: { readonly md5: boolean; readonly sha1: boolean }): BlockHash {
  const md5 = wanted.md5 ? createHash('md5') : null;
  const sha1 = wanted.sha1 ? createHash('sha1') : null;
  return {
    update(block) {
      md5?.update(block);
      sha1?.update(block);
    },
    digest: () => ({
      ...(md5 && { md5: md5.digest('hex') }),
      ...(sha1 && { sha1: sha1.digest('hex') }),
    }),
  };
}

export interface ByteRange {
  readonly file: FileHandle;
  /** For messages alone. */
  readonly path: string;
  readonly offsetBytes: number;
  readonly lengthBytes: number;
}

export interface BodyHooks {
  readonly hash?: BlockHash | undefined;
  /** The bandwidth throttle: settles when this many bytes may go. */
  readonly take?: ((bytes: number) => Promise<void> | void) | undefined;
  /** This many more bytes were taken by the socket. */
  readonly onSent?: ((bytes: number) => void) | undefined;
  /** The connection has been handed a block, or the end. */
  readonly onHandedOver?: (() => void) | undefined;
}

/**
 * One part's bytes for undici, in blocks from reused buffers; the next block is read while the last one is written.
 *
 * When is a buffer free again? undici's HTTP/1 writer (client-h1.js, writeIterable) asks for the next block at once
 * when `socket.write` returned true, and after 'drain' or 'close' when it returned false. It returns false whenever
 * the block is at least as long as the socket's high-water mark (64 KiB plain, 16 KiB TLS), 'drain' means that
 * every byte written has left libuv (on Windows too: the overlapped writes have completed), and before 'close' undici has
 * told the request's handler, which calls `stop`. So with blocks of at least 64 KiB, being asked while not stopped
 * proves that the block before is free. Shorter parts get a buffer of their own. Whatever was out when a part failed
 * is left to the garbage collector.
 */
export class PartBody implements AsyncIterableIterator<Uint8Array> {
  /** Taken by the socket. */
  sentBytes = 0;
  /** The connection has the turn: it was handed a block, or everything. */
  handedOver = false;
  /** Why the source could not be read to the end, if it could not. */
  failure: Failure | null = null;
  /** What a hook threw: a bug, never a fault of the line. */
  bug: { readonly thrown: unknown } | null = null;

  readonly #range: ByteRange;
  readonly #pool: BlockPool;
  readonly #hooks: BodyHooks;
  #blockBytes = firstBlockBytes;
  #readBytes = 0;
  #stopped = false;
  #ahead: Promise<Buffer | null> | null = null;
  #out: Buffer | null = null;
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
   * Ends only after the last byte, and throws otherwise: undici answers an early end before the first block with a
   * well-formed request of length 0, which a host would store as an empty part.
   */
  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (!this.#stopped) this.#taken();
    if (this.complete) return { done: true, value: undefined };
    const block = this.#stopped ? null : await (this.#ahead ?? this.#read());
    this.#ahead = null;
    if (block && !this.#stopped) await this.#offer(block);
    if (!block || this.#stopped) throw new Error('no more blocks');
    this.#out = block;
    this.#handOver();
    return { done: false, value: block };
  }

  async #offer(block: Buffer): Promise<void> {
    if (this.#readBytes < this.#range.lengthBytes) this.#ahead = this.#read();
    try {
      await this.#hooks.hash?.update(block);
      this.#offeredAtMs = performance.now();
      await this.#hooks.take?.(block.length);
    } catch (thrown) {
      this.bug = { thrown };
      throw thrown;
    }
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.stop();
    return { done: true, value: undefined };
  }

  /** No block is handed out, counted or reused from here on. */
  stop(): void {
    this.#stopped = true;
    this.#out = null;
    this.#ahead = null;
  }

  #taken(): void {
    const block = this.#out;
    if (!block) return;
    this.#out = null;
    this.handedOver = false;
    this.sentBytes += block.length;
    if (block.length >= leastBlockBytes) this.#pool.takeBack(Buffer.from(block.buffer));
    const tookMs = performance.now() - this.#offeredAtMs;
    this.#blockBytes = nextBlockBytes(this.#blockBytes, tookMs, this.sentBytes);
    this.#hooks.onSent?.(block.length);
    if (this.complete) this.#handOver();
  }

  #handOver(): void {
    this.handedOver = true;
    this.#hooks.onHandedOver?.();
  }

  /** The next block, or null with `failure` set. */
  async #read(): Promise<Buffer | null> {
    const { file, path, offsetBytes, lengthBytes } = this.#range;
    const bytes = cutBytes(lengthBytes - this.#readBytes, this.#blockBytes);
    const position = offsetBytes + this.#readBytes;
    this.#readBytes += bytes;
    const buffer = bytes < leastBlockBytes ? Buffer.allocUnsafeSlow(bytes) : this.#pool.lend();
    try {
      let filled = 0;
      while (filled < bytes) {
        const { bytesRead } = await file.read(buffer, filled, bytes - filled, position + filled);
        if (bytesRead === 0) {
          // Never padded: what is missing is missing.
          const message = `It became shorter while it was sent: it ends at ${position + filled} bytes. Retry sends it as it is now.`;
          this.failure = failure('file-changed', message, { path }).failure;
          return null;
        }
        filled += bytesRead;
      }
      return buffer.subarray(0, bytes);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const message = `It could not be read at ${position} bytes (${why}). Check the disk or the network share, then retry.`;
      this.failure = failure('path-unreadable', message, { path }).failure;
      return null;
    }
  }
}
