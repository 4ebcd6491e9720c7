import { countNext } from '../../packs/pack-cut.ts';
import { packPartBytes } from '../../packs/pack-limits.ts';
import { type HashedPart, layOutPart, type PartLayout } from '../../packs/part-layout.ts';
import { type MemberProblem, PartReader } from '../../packs/part-reader.ts';
import { ReadError, stoppedCode } from '../../sources/reader-protocol.ts';
import { followedLinks } from '../../sources/source-handle.ts';
import type { Pack, PartMembers } from '../../store/uploads/pack-repository.ts';
import type { AcknowledgedPart } from '../../store/uploads/source-file-repository.ts';
import { packFilename } from '../../types/pack-filename.ts';
import type { HashColumns } from '../../types/part-members.ts';
import type { Hasher } from '../hashing/hash-pool.ts';
import { type BlockHash, createBlockHash } from '../hashing/part-body.ts';
import type { DigestAlgorithm } from '../hashing/part-digest.ts';
import type { LiveItem } from '../rates/progress.ts';
import type { CreatedSourceFile } from '../source-files/outcome.ts';
import type { OutgoingPart } from '../source-files/send-part.ts';
import type { TransferContext } from '../source-files/transfer-context.ts';
import { cutPart, cutSizeNow, nextCutOf, sentParts } from './cut-pack.ts';
import { describeMembers } from './pack-members.ts';

/** One part of a pack: its members, and how to read them again for each attempt. */
export class PackPart {
  readonly number: number;
  readonly members: PartMembers;
  readonly layout: PartLayout;
  readonly #context: TransferContext;
  readonly #root: string;
  readonly #followLinks: Uint8Array;
  /** The hash of everything before this part. */
  readonly #hashBefore: Hasher | null;
  #hash: Hasher | null = null;
  #reader: PartReader | null = null;

  constructor(
    context: TransferContext,
    { root, id }: Pick<Pack, 'root' | 'id'>,
    number: number,
    {
      before,
      hashBefore,
    }: {
      /** The parts before, for the last part. */
      readonly before: readonly HashedPart[] | null;
      readonly hashBefore: Hasher | null;
    },
  ) {
    this.#context = context;
    this.#root = root;
    this.number = number;
    this.members = context.packs.partMembers(id, number);
    this.layout = layOutPart(this.members, before);
    this.#followLinks = followedLinks(root, this.members.paths, context.upload.request);
    this.#hashBefore = hashBefore;
  }

  /** The hashes of all members, once the part was read to its end. */
  get hashes(): HashColumns {
    if (this.#reader === null) throw new Error(`Part ${this.number} was not read`);
    return this.#reader.hashes;
  }

  /** The size of each member with its header. */
  get membersBytes(): readonly number[] {
    const { headerBytes, members } = this.layout;
    return Array.from(headerBytes, (header, index) => header + (members.sizesBytes[index] ?? 0));
  }

  get hasProblem(): boolean {
    return this.#reader !== null && this.#reader.problem !== null;
  }

  async problems(): Promise<readonly MemberProblem[]> {
    return (await this.#reader?.findProblems()) ?? [];
  }

  /** Reads the part from its start. */
  async open(): Promise<PartReader> {
    this.close();
    this.#hash = (await this.#hashBefore?.copy()) ?? null;
    this.#reader = this.#newReader();
    return this.#reader;
  }

  /** The hash that includes this part, for the caller to drop. */
  takeHash(): Hasher | null {
    const hash = this.#hash;
    this.#hash = null;
    return hash;
  }

  close(): void {
    this.#reader?.close();
    this.takeHash()?.drop();
  }

  /** Reads it without sending it. Returns false where a member can't be read. */
  async readThrough(signal: AbortSignal, hash: BlockHash | null): Promise<boolean> {
    const reader = await this.open();
    let block = this.#context.blocks.borrow();
    try {
      for (let position = 0; position < reader.lengthBytes; ) {
        if (signal.aborted) throw new ReadError(stoppedCode, 'The pack was stopped');
        const bytes = await reader.read(
          block,
          Math.min(block.byteLength, reader.lengthBytes - position),
          position,
        );
        await hash?.update(bytes);
        position += bytes.length;
        block = bytes.buffer;
      }
    } catch (error) {
      if (error instanceof ReadError) return false;
      throw error;
    }
    this.#context.blocks.giveBack(block);
    return true;
  }

  #newReader(): PartReader {
    const { sources, blocks, roots, fileHashes, upload } = this.#context;
    const hash = this.#hash;
    // What an attempt that was given up still reads is not hashed: its hash is dropped.
    const update = (block: Buffer<ArrayBuffer>): Promise<ArrayBuffer> =>
      hash !== null && hash === this.#hash
        ? hash.update(block)
        : Promise.reject(new ReadError(stoppedCode, 'The part is not sent any longer'));
    return new PartReader({
      root: this.#root,
      layout: this.layout,
      followLinks: this.#followLinks,
      hasScannedNumbers: () => roots.hasScannedNumbers(this.#root),
      wantsMd5: fileHashes.itemsWith(upload.id, 'hash-list').length > 0,
      hasher: hash === null ? null : { update },
      sources,
      blocks,
    });
  }
}

/** One pack while it is sent. */
export class PackTransfer {
  readonly context: TransferContext;
  readonly pack: Pack;
  readonly #sourceFile: CreatedSourceFile;
  readonly path: string;
  readonly live: LiveItem;
  /** A completion was requested, and its answer was lost: the platform may have every member. */
  mayBeDone: boolean;
  /** This run sends every part. */
  readonly isSentHere: boolean;
  readonly #acknowledged: Map<number, AcknowledgedPart>;
  /** Parts that were cut. */
  #partCount: number;
  /** The last part that was ever acknowledged. */
  #sentParts: number;
  #isEtagChecked = false;

  constructor(context: TransferContext, pack: Pack, sourceFile: CreatedSourceFile) {
    this.context = context;
    this.pack = pack;
    this.#sourceFile = sourceFile;
    this.mayBeDone = sourceFile.completionRequestedAt !== null;
    this.path = packFilename({ uuid: context.upload.uuid, number: pack.number });
    this.#partCount = sourceFile.partCount;
    this.#sentParts = sentParts(context.packs, context.sourceFiles, pack, sourceFile);
    this.#acknowledged = new Map(context.sourceFiles.parts(sourceFile.id).map((part) => [part.number, part]));
    this.isSentHere = this.#acknowledged.size === 0;
    this.live = {
      itemId: liveId(pack),
      path: this.path,
      sizeBytes: pack.bytes,
      pack: { number: pack.number, files: pack.items },
      partCount: 0,
      acknowledgedBytes: pack.acknowledgedBytes,
      inFlightBytes: 0,
      partsInFlight: new Set(),
      partsDone: this.#acknowledged.size,
      activity: 'uploading',
    };
    this.#estimateParts(packPartBytes(context.platform.profile.limits).wanted);
    context.live.begin(this.live);
  }

  /** The others are cut when they are sent. */
  #estimateParts(nextBytes: number): void {
    const { context, pack, live } = this;
    const uncutBytes = context.packs.hasUncut(pack.id) ? pack.bytes - live.acknowledgedBytes : 0;
    live.partCount = this.#partCount + Math.ceil(Math.max(0, uncutBytes) / nextBytes);
  }

  get signal(): AbortSignal {
    return this.context.signal;
  }

  /** The source file with the parts that were cut until now. */
  get sourceFile(): CreatedSourceFile {
    return { ...this.#sourceFile, partCount: this.#partCount };
  }

  get acknowledged(): ReadonlyMap<number, AcknowledgedPart> {
    return this.#acknowledged;
  }

  /** Whether every part of what is left of the pack is acknowledged: members may have been dropped. */
  get isComplete(): boolean {
    return this.isAllCut && this.#acknowledged.size === this.#partCount;
  }

  get partCount(): number {
    return this.#partCount;
  }

  /** Whether every member is in a part, so that the last part has the central directory. */
  get isAllCut(): boolean {
    return this.#partCount > 0 && !this.context.packs.hasUncut(this.pack.id);
  }

  /** Cuts the next part. Returns `divides` where the line carries less than a part must have. */
  async cutNext(): Promise<'cut' | 'all-cut' | 'divides'> {
    const { context, pack, sourceFile } = this;
    const cut = nextCutOf(context, pack);
    if (cut === null) return 'all-cut';
    if (cut.kind === 'piece') return 'divides';
    const number = this.#partCount + 1;
    await cutPart(context, pack, sourceFile, number, cut);
    this.#partCount = number;
    this.#estimateParts(cut.size.wanted);
    return 'cut';
  }

  /** The platform never had the part, so its members and those of later ones can be in others. */
  canCutAgain(number: number): boolean {
    return !this.mayBeDone && number > this.#sentParts;
  }

  /** From this part on, parts are cut again. */
  async cutAgainFrom(number: number): Promise<void> {
    const { writes, packs, sourceFiles } = this.context;
    await writes.enqueue(() => {
      packs.uncutAfter(this.pack.id, number - 1);
      sourceFiles.setPartCount(this.sourceFile.id, number - 1);
    });
    this.#partCount = number - 1;
  }

  /** Whether the line would get half of it now, or less. */
  #isTooLarge({ number, membersBytes }: PackPart): boolean {
    if (!this.canCutAgain(number)) return false;
    const size = cutSizeNow(this.context, this.pack);
    const bytes = membersBytes.reduce((sum, more) => sum + more, 0);
    return countNext(membersBytes, size).bytes <= bytes / 2;
  }

  outgoing(part: PackPart): OutgoingPart {
    const { context, sourceFile, path, live, pack } = this;
    const { number } = part;
    const { lengthBytes, contentBytes } = part.layout;
    const algorithm = this.#digestAlgorithm();
    return {
      context,
      sourceFile,
      number,
      sizeBytes: lengthBytes,
      contentBytes,
      path,
      live,
      signal: context.signal,
      range: async () => ({ file: await part.open(), offsetBytes: 0, lengthBytes }),
      isTooLarge: () => this.#isTooLarge(part),
      hash: () => (algorithm === null ? undefined : createBlockHash([algorithm])),
      record: (acknowledged) => {
        const { packs } = context;
        packs.setHashes(part.members.ids, part.hashes);
        packs.setAcknowledgedBytes(pack.id, live.acknowledgedBytes + contentBytes);
        // Files that were replaced by others of the same size and time have other hashes.
        if (this.mayBeDone) this.recordMembers(context.now().toISOString());
        this.#acknowledged.set(number, acknowledged);
        this.#sentParts = Math.max(this.#sentParts, number);
      },
    };
  }

  /** What the completion is requested for. Someone may edit the store before the answer. */
  recordMembers(at: string): void {
    const { context, pack, path } = this;
    context.events.append(context.upload.id, at, 'pack-members-recorded', {
      ...{ pack: pack.number, path, sourceFileId: this.#sourceFile.platformId },
      ...describeMembers(context, pack),
    });
  }

  /** It is sent again, if it was sent. */
  async forgetPart(number: number): Promise<void> {
    if (!this.#acknowledged.delete(number)) return;
    const { writes, sourceFiles, packs } = this.context;
    this.live.acknowledgedBytes -= packs.partBytes(this.pack.id, number);
    this.live.partsDone -= 1;
    await writes.enqueue(() => {
      sourceFiles.removePart(this.sourceFile.id, number);
      packs.setAcknowledgedBytes(this.pack.id, this.live.acknowledgedBytes);
    });
  }

  end(): void {
    this.context.live.end(this.live);
  }

  /** Without a SHA-1, every part has a digest; with one, the first that is sent, where its MD5 can show anything. */
  #digestAlgorithm(): DigestAlgorithm | null {
    const { upload, etagMd5 } = this.context;
    const { sha1, partCheck } = upload.request;
    if (partCheck === 'always') return 'md5';
    if (partCheck === 'never') return sha1 ? null : 'crc32';
    const isFirst = !this.#isEtagChecked;
    this.#isEtagChecked = true;
    return !sha1 || (isFirst && etagMd5.tryAgain()) ? 'md5' : null;
  }
}

/** Items have positive IDs. */
export function liveId({ id }: Pick<Pack, 'id'>): number {
  return -id;
}
