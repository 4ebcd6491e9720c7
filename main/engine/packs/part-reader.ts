import { type Failure, failure } from '../../../preload/contract/failures/failure.ts';
import { type BegunMember, type MemberRefusal, ReadError } from '../sources/reader-protocol.ts';
import { readFailure } from '../sources/source-handle.ts';
import type { SourceReader } from '../sources/source-reader.ts';
import { type HashColumns, hashesLength, sliceMembers } from '../types/part-members.ts';
import { centralDirectory } from './pack-layout.ts';
import {
  blockBytes,
  cutBlocks,
  hashedMembersIn,
  type MemberBlock,
  type PartLayout,
  writeHeaders,
} from './part-layout.ts';

/** Blocks that are read before they are asked for. Several packs are sent at once, so more would only take memory. */
const aheadBlocks = 1;

/** Sees every byte of the part once, in order. The block moves to another thread and back. */
export interface BlockHasher {
  update(block: Buffer<ArrayBuffer>): Promise<ArrayBuffer>;
}

/** Each has `blockBytes`. */
export interface Blocks {
  borrow(): ArrayBuffer;
  giveBack(block: ArrayBuffer): void;
}

export interface PartReaderOptions {
  readonly root: string;
  readonly layout: PartLayout;
  /** 1 for each member whose symbolic link is followed. */
  readonly followLinks: Uint8Array;
  /** Whether the members still have the numbers of the scan. */
  readonly hasScannedNumbers: () => Promise<boolean>;
  readonly wantsMd5: boolean;
  readonly hasher: BlockHasher | null;
  readonly sources: Pick<SourceReader, 'readMembers'>;
  readonly blocks: Blocks;
}

/** A member that can't be in the pack. Its failure is shown beside its path and doesn't repeat it. */
export interface MemberProblem {
  /** In the part. */
  readonly index: number;
  readonly failure: Failure;
}

interface ReadBlock {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly problems: readonly MemberProblem[];
  /** The call failed, so nothing is known about the members after these. */
  readonly isIncomplete: boolean;
}

/**
 * The bytes of one part, as a file that is read once, from its start to its end. Every member is read whole and in one go,
 * some before they are asked for. The first one that can't be in the pack ends the part: its length was announced with
 * that member, so it has to be sent again without it.
 */
export class PartReader {
  readonly lengthBytes: number;
  readonly #crc32s: Uint32Array;
  readonly #ctimesNs: BigInt64Array;
  readonly #bornsNs: BigInt64Array;
  readonly #hashes: string[] = [];
  readonly #options: PartReaderOptions;
  readonly #stop = new AbortController();
  readonly #left: Iterator<MemberBlock, undefined>;
  readonly #ahead: Promise<ReadBlock>[] = [];
  readonly #blocks: AsyncGenerator<Buffer<ArrayBuffer>, undefined>;
  readonly #problems: MemberProblem[] = [];
  #block = newBlock(0);
  #position = 0;

  constructor(options: PartReaderOptions) {
    const { layout } = options;
    this.#options = options;
    this.#crc32s = new Uint32Array(layout.headerBytes.length);
    this.#ctimesNs = new BigInt64Array(layout.headerBytes.length);
    this.#bornsNs = new BigInt64Array(layout.headerBytes.length);
    this.#left = cutBlocks(layout);
    this.#blocks = this.#produce();
    this.lengthBytes = layout.lengthBytes;
  }

  /** The hashes of all members, once the part was read to its end. */
  get hashes(): HashColumns {
    const [crc32s, hashes, ctimesNs, bornsNs] = [this.#crc32s, this.#hashes, this.#ctimesNs, this.#bornsNs];
    return { crc32s, hashes, ctimesNs, bornsNs };
  }

  /** Why the part ended early. */
  get problem(): MemberProblem | null {
    return this.#problems[0] ?? null;
  }

  /**
   * As OpenFile.read; each read continues where the one before ended. Rejects with ReadError when the part ends early:
   * `problem` says why.
   */
  async read(block: ArrayBuffer, bytes: number, position: number): Promise<Buffer<ArrayBuffer>> {
    if (position !== this.#position) throw new Error(`Read at ${position} instead of ${this.#position}`);
    let filled = 0;
    while (filled < bytes) {
      if (this.#block.length === 0 && !(await this.#advance())) break;
      const count = this.#block.copy(new Uint8Array(block), filled, 0, bytes - filled);
      this.#block = this.#block.subarray(count);
      filled += count;
    }
    this.#position += filled;
    return Buffer.from(block, 0, filled);
  }

  /** After `problem`: reads what is left, without hashing it, and returns every member with a problem. */
  async findProblems(): Promise<readonly MemberProblem[]> {
    for (let next = this.#take(); next !== null; next = this.#take()) {
      const { bytes, problems, isIncomplete } = await next;
      this.#problems.push(...problems);
      if (isIncomplete) break;
      this.#giveBack(bytes);
    }
    return this.#problems;
  }

  /** Stops what is still being read. */
  close(): void {
    this.#stop.abort();
    this.#giveBackCurrent();
  }

  async #advance(): Promise<boolean> {
    this.#giveBackCurrent();
    const { value } = await this.#blocks.next();
    this.#block = value ?? newBlock(0);
    return value !== undefined;
  }

  async *#produce(): AsyncGenerator<Buffer<ArrayBuffer>, undefined> {
    const { members, before } = this.#options.layout;
    for (let next = this.#take(); next !== null; next = this.#take()) {
      const { bytes, problems } = await next;
      this.#problems.push(...problems);
      if (problems[0] !== undefined) throw new ReadError('MEMBER', 'A member can not be in the pack');
      yield await this.#hash(bytes);
    }
    if (before === null) return;
    for (const chunk of centralDirectory(hashedMembersIn([...before, { members, crc32s: this.#crc32s }]))) {
      const bytes = newBlock(chunk.length);
      chunk.copy(bytes);
      yield await this.#hash(bytes);
    }
  }

  async #hash(bytes: Buffer<ArrayBuffer>): Promise<Buffer<ArrayBuffer>> {
    const { hasher } = this.#options;
    const { length } = bytes;
    return hasher === null ? bytes : Buffer.from(await hasher.update(bytes), 0, length);
  }

  /** The next block of members. Returns null after the last. */
  #take(): Promise<ReadBlock> | null {
    while (this.#ahead.length <= aheadBlocks) {
      const { value } = this.#left.next();
      if (value === undefined) break;
      this.#ahead.push(this.#readBlock(value));
    }
    return this.#ahead.shift() ?? null;
  }

  async #readBlock(place: MemberBlock): Promise<ReadBlock> {
    const { root, layout, followLinks, hasScannedNumbers, wantsMd5, sources } = this.#options;
    const { from, to, lengthBytes } = place;
    let block = lengthBytes > blockBytes ? newBlock(lengthBytes).buffer : this.#options.blocks.borrow();
    const problems: MemberProblem[] = [];
    const { positions, crcPositions } = writeHeaders(layout, place, block);
    let begun: BegunMember | null = null;
    for (let next = from; next < to; ) {
      try {
        const request = {
          block,
          root,
          members: sliceMembers(layout.members, next, to),
          followLinks: followLinks.slice(next, to),
          positions: positions.slice(next - from),
          crcPositions: crcPositions.slice(next - from),
          hasScannedNumbers: await hasScannedNumbers(),
          wantsMd5,
          begun,
        };
        const { crc32s, ctimesNs, bornsNs, hashes, refused, ...answer } = await sources.readMembers(
          request,
          this.#stop.signal,
        );
        ({ block, begun } = answer);
        this.#crc32s.set(crc32s, next);
        this.#ctimesNs.set(ctimesNs, next);
        this.#bornsNs.set(bornsNs, next);
        for (let index = 0; index < crc32s.length; index += 1)
          this.#hashes[next + index] = hashes.slice(index * hashesLength, (index + 1) * hashesLength);
        for (const [index, refusal] of refused)
          problems.push({ index: next + index, failure: failureOf(refusal) });
        next += crc32s.length;
      } catch (error) {
        problems.push({ index: next, failure: readFailure(error) });
        return { bytes: newBlock(0), problems, isIncomplete: true };
      }
    }
    return { bytes: Buffer.from(block, 0, lengthBytes), problems, isIncomplete: false };
  }

  /** Once: from then on another part may fill it. */
  #giveBackCurrent(): void {
    const block = this.#block;
    this.#block = newBlock(0);
    this.#giveBack(block);
  }

  #giveBack({ buffer }: Buffer<ArrayBuffer>): void {
    if (buffer.byteLength === blockBytes) this.#options.blocks.giveBack(buffer);
  }
}

function failureOf(refusal: MemberRefusal): Failure {
  switch (refusal.kind) {
    case 'changed':
      return failure('file-changed', { change: refusal.change }).failure;
    case 'not-a-file':
      return failure('path-not-a-file', { found: refusal.found }).failure;
    case 'unreadable':
      return readFailure(new ReadError(refusal.code, ''));
  }
}

/** Not zeroed first. */
function newBlock(bytes: number): Buffer<ArrayBuffer> {
  return Buffer.allocUnsafeSlow(bytes);
}
