import { type Failure, failure } from '../../../preload/contract/failure.ts';
import {
  type BegunMember,
  type MemberAnswer,
  type MemberHashes,
  ReadError,
} from '../sources/reader-protocol.ts';
import { readFailure } from '../sources/source-handle.ts';
import type { SourceReader } from '../sources/source-reader.ts';
import { blockBytes, cutBlocks, type MemberSource, writeHeaders } from './member-block.ts';
import { centralDirectory, directoryBytes, memberBytes } from './pack-layout.ts';
import type { HashedMember } from './pack-member.ts';

/** Blocks that are read before they are asked for. Several packs are sent at once, so more would only take memory. */
const aheadBlocks = 1;

/** Sees every byte of the part once, in order. The block moves to another thread and back. */
export interface BlockHasher {
  update(block: Buffer<ArrayBuffer>): Promise<ArrayBuffer>;
}

/** Of `blockBytes` each. */
export interface Blocks {
  borrow(): ArrayBuffer;
  giveBack(block: ArrayBuffer): void;
}

export interface PartReaderOptions<Member extends MemberSource> {
  readonly root: string;
  readonly members: readonly Member[];
  /** The members of all parts before, for the last part, which ends with the central directory; null for the others. */
  readonly membersBefore: readonly HashedMember[] | null;
  /** Whether the scan was in this run, and the root was there ever since. */
  readonly isSameRun: boolean;
  readonly hasher: BlockHasher | null;
  readonly sources: Pick<SourceReader, 'readMembers'>;
  readonly blocks: Blocks;
}

export type ReadMember<Member extends MemberSource> = Member & MemberHashes;

/** A member that can't be in the pack. Its failure is shown beside its path and doesn't repeat it. */
export interface MemberProblem<Member extends MemberSource> {
  readonly member: Member;
  readonly failure: Failure;
}

interface ReadBlock<Member extends MemberSource> {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly read: readonly ReadMember<Member>[];
  readonly problems: readonly MemberProblem<Member>[];
  /** The call failed, so nothing is known about the members after these. */
  readonly isIncomplete: boolean;
}

/**
 * The bytes of one part, as a file that is read once, from its start to its end. Every member is read whole and in one go,
 * some before they are asked for. The first one that can't be in the pack ends the part: its length was announced with
 * that member, so it has to be sent again without it.
 */
export class PartReader<Member extends MemberSource> {
  readonly lengthBytes: number;
  /** The members so far, in order. */
  readonly members: ReadMember<Member>[] = [];
  readonly #options: PartReaderOptions<Member>;
  readonly #stop = new AbortController();
  readonly #left: Iterator<readonly Member[], undefined>;
  readonly #ahead: Promise<ReadBlock<Member>>[] = [];
  readonly #blocks: AsyncGenerator<Buffer<ArrayBuffer>, undefined>;
  readonly #problems: MemberProblem<Member>[] = [];
  #block = newBlock(0);
  #position = 0;

  constructor(options: PartReaderOptions<Member>) {
    const { members, membersBefore } = options;
    this.#options = options;
    this.#left = cutBlocks(members);
    this.#blocks = this.#produce();
    const directory = membersBefore === null ? 0 : directoryBytes([...membersBefore, ...members]);
    this.lengthBytes = members.reduce((sum, member) => sum + memberBytes(member), directory);
  }

  /** Why the part ended early. */
  get problem(): MemberProblem<Member> | null {
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
  async findProblems(): Promise<readonly MemberProblem<Member>[]> {
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
    const { membersBefore } = this.#options;
    for (let next = this.#take(); next !== null; next = this.#take()) {
      const { bytes, read, problems } = await next;
      this.#problems.push(...problems);
      if (problems[0] !== undefined) throw new ReadError('MEMBER', 'A member can not be in the pack');
      this.members.push(...read);
      yield await this.#hash(bytes);
    }
    if (membersBefore === null) return;
    for (const chunk of centralDirectory([...membersBefore, ...this.members])) {
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

  /** The next block of members. Null after the last. */
  #take(): Promise<ReadBlock<Member>> | null {
    while (this.#ahead.length <= aheadBlocks) {
      const { value } = this.#left.next();
      if (value === undefined) break;
      this.#ahead.push(this.#readBlock(value));
    }
    return this.#ahead.shift() ?? null;
  }

  async #readBlock(members: readonly Member[]): Promise<ReadBlock<Member>> {
    const { root, isSameRun, sources } = this.#options;
    const lengthBytes = members.reduce((sum, member) => sum + memberBytes(member), 0);
    let block = lengthBytes > blockBytes ? newBlock(lengthBytes).buffer : this.#options.blocks.borrow();
    const read: ReadMember<Member>[] = [];
    const problems: MemberProblem<Member>[] = [];
    const finish = (isIncomplete: boolean): ReadBlock<Member> => ({
      bytes: Buffer.from(block, 0, isIncomplete ? 0 : lengthBytes),
      read,
      problems,
      isIncomplete,
    });
    const places = writeHeaders(members, block);
    let begun: BegunMember | null = null;
    for (let done = 0; done < members.length; ) {
      const left = places.slice(done).map((place, index) => (index === 0 ? { ...place, begun } : place));
      try {
        const argument = { block, members: left, isSameRun };
        const answer = await sources.readMembers(root, argument, this.#stop.signal);
        begun = null;
        block = answer.block;
        for (const one of answer.members) {
          const member = members[done];
          if (member === undefined) break;
          if (one.kind === 'unfinished') {
            begun = one.begun;
            break;
          }
          done += 1;
          if (one.kind === 'read') read.push({ ...member, crc32: one.crc32, sha1: one.sha1, md5: one.md5 });
          else problems.push({ member, failure: failureOf(one) });
        }
      } catch (error) {
        const member = members[done];
        if (member !== undefined) problems.push({ member, failure: readFailure(error) });
        block = new ArrayBuffer(0);
        return finish(true);
      }
    }
    return finish(false);
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

function failureOf(answer: Exclude<MemberAnswer, { readonly kind: 'read' | 'unfinished' }>): Failure {
  switch (answer.kind) {
    case 'changed':
      return failure('file-changed', { change: answer.change }).failure;
    case 'not-a-file':
      return failure('path-not-a-file', { found: answer.found }).failure;
    case 'unreadable':
      return readFailure(new ReadError(answer.code, ''));
  }
}

/** Not zeroed first. */
function newBlock(bytes: number): Buffer<ArrayBuffer> {
  return Buffer.allocUnsafeSlow(bytes);
}
