import { type MemberSource, memberSource } from '../packs/member-block.ts';
import { memberBytes } from '../packs/pack-layout.ts';
import type { HashedMember } from '../packs/pack-member.ts';
import { type MemberProblem, PartReader } from '../packs/part-reader.ts';
import { ReadError, stoppedCode } from '../sources/reader-protocol.ts';
import { displayPath, type Item } from '../store/item-repository.ts';
import type { Member, Pack } from '../store/pack-repository.ts';
import type { AcknowledgedPart } from '../store/source-file-repository.ts';
import { packFilename } from '../types/pack-filename.ts';
import type { Hasher } from './hash-pool.ts';
import type { CreatedSourceFile } from './outcome.ts';
import { createBlockHash } from './part-body.ts';
import type { LiveItem } from './progress.ts';
import type { OutgoingPart } from './send-part.ts';
import type { TransferContext } from './transfer-context.ts';

/** A member while it is read, with the item that it is. */
export interface PackedSource extends MemberSource {
  readonly item: Item;
}

/** One part of a pack: its members, and how to read them again for each attempt. */
export class PackPart {
  readonly number: number;
  readonly members: readonly PackedSource[];
  readonly sizeBytes: number;
  readonly contentBytes: number;
  readonly #context: TransferContext;
  readonly #root: string;
  readonly #membersBefore: readonly HashedMember[] | null;
  /** Of everything before this part. */
  readonly #hashBefore: Hasher | null;
  #hash: Hasher | null = null;
  #reader: PartReader<PackedSource>;

  constructor(
    context: TransferContext,
    { root }: Pick<Pack, 'root'>,
    number: number,
    members: readonly Member[],
    {
      membersBefore,
      hashBefore,
    }: { readonly membersBefore: readonly HashedMember[] | null; readonly hashBefore: Hasher | null },
  ) {
    this.#context = context;
    this.#root = root;
    this.number = number;
    this.members = members.map(({ item }) => ({ ...memberSource(item, context.upload.request), item }));
    this.contentBytes = this.members.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    this.#membersBefore = membersBefore;
    this.#hashBefore = hashBefore;
    this.#reader = this.#newReader();
    this.sizeBytes = this.#reader.lengthBytes;
  }

  /** Those that were read. */
  get read() {
    return this.#reader.members;
  }

  get hasProblem(): boolean {
    return this.#reader.problem !== null;
  }

  problems(): Promise<readonly MemberProblem<PackedSource>[]> {
    return this.#reader.findProblems();
  }

  /** From the start. */
  async open(): Promise<PartReader<PackedSource>> {
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
    this.#reader.close();
    this.takeHash()?.drop();
  }

  /** Reads it without sending it. Returns false where a member can't be read. */
  async readThrough(signal: AbortSignal): Promise<boolean> {
    const reader = await this.open();
    let block = this.#context.blocks.borrow();
    try {
      for (let position = 0; position < this.sizeBytes; ) {
        if (signal.aborted) throw new ReadError(stoppedCode, 'The pack was stopped');
        const bytes = await reader.read(
          block,
          Math.min(block.byteLength, this.sizeBytes - position),
          position,
        );
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

  #newReader(): PartReader<PackedSource> {
    const { sources, blocks, wasScannedHere, roots } = this.#context;
    const hash = this.#hash;
    // What an attempt that was given up still reads is not hashed: its hash is dropped.
    const update = (block: Buffer<ArrayBuffer>): Promise<ArrayBuffer> =>
      hash !== null && hash === this.#hash
        ? hash.update(block)
        : Promise.reject(new ReadError(stoppedCode, 'The part is not sent any longer'));
    return new PartReader({
      root: this.#root,
      members: this.members,
      membersBefore: this.#membersBefore,
      isSameRun: wasScannedHere && !roots.hasReturned(this.#root),
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
  readonly sourceFile: CreatedSourceFile;
  readonly path: string;
  readonly live: LiveItem;
  /** A completion was requested, and its answer was lost: the platform may have every member. */
  mayBeDone: boolean;
  readonly #acknowledged: Map<number, AcknowledgedPart>;
  #isEtagChecked = false;

  constructor(context: TransferContext, pack: Pack, sourceFile: CreatedSourceFile) {
    this.context = context;
    this.pack = pack;
    this.sourceFile = sourceFile;
    this.mayBeDone = sourceFile.completionRequestedAt !== null;
    this.path = packFilename({ uuid: context.upload.uuid, number: pack.number });
    this.#acknowledged = new Map(context.sourceFiles.parts(sourceFile.id).map((part) => [part.number, part]));
    this.live = {
      itemId: liveId(pack),
      path: this.path,
      sizeBytes: pack.bytes,
      pack: { number: pack.number, files: pack.items },
      partCount: sourceFile.partCount,
      acknowledgedBytes: pack.acknowledgedBytes,
      inFlightBytes: 0,
      partsInFlight: new Set(),
      partsDone: this.#acknowledged.size,
      activity: 'uploading',
    };
    context.live.begin(this.live);
  }

  get acknowledged(): ReadonlyMap<number, AcknowledgedPart> {
    return this.#acknowledged;
  }

  /** Of the pack that is left: members may have been dropped. */
  get isComplete(): boolean {
    return this.#acknowledged.size === this.sourceFile.partCount;
  }

  outgoing(part: PackPart): OutgoingPart {
    const { context, sourceFile, path, live, pack } = this;
    const { number, sizeBytes, contentBytes } = part;
    const md5 = this.#wantsMd5();
    return {
      context,
      sourceFile,
      number,
      sizeBytes,
      contentBytes,
      path,
      live,
      signal: context.signal,
      range: async () => ({ file: await part.open(), offsetBytes: 0, lengthBytes: sizeBytes }),
      hash: () => (md5 ? createBlockHash({ md5, sha1: false }) : undefined),
      record: (acknowledged) => {
        const { packs } = context;
        for (const { item, crc32, sha1, md5: memberMd5 } of part.read)
          packs.setHashes(item.id, { crc32, sha1, md5: memberMd5 });
        packs.setAcknowledgedBytes(pack.id, live.acknowledgedBytes + contentBytes);
        this.#acknowledged.set(number, acknowledged);
      },
    };
  }

  /** They are sent again. */
  async forgetParts(numbers: readonly number[], contentBytes: number): Promise<void> {
    const known = numbers.filter((number) => this.#acknowledged.has(number));
    if (known.length === 0) return;
    const { writes, sourceFiles, packs } = this.context;
    this.live.acknowledgedBytes -= contentBytes;
    this.live.partsDone -= known.length;
    for (const number of known) this.#acknowledged.delete(number);
    await writes.enqueue(() => {
      for (const number of known) sourceFiles.removePart(this.sourceFile.id, number);
      packs.setAcknowledgedBytes(this.pack.id, this.live.acknowledgedBytes);
    });
  }

  end(): void {
    this.context.live.end(this.live);
  }

  /** As for files: without a SHA-1, of every part; else of the first that is sent. */
  #wantsMd5(): boolean {
    const { sha1, partCheck } = this.context.upload.request;
    if (partCheck !== 'auto') return partCheck === 'always';
    const isFirst = !this.#isEtagChecked;
    this.#isEtagChecked = true;
    return !sha1 || isFirst;
  }
}

/** Items have positive IDs. */
export function liveId({ id }: Pick<Pack, 'id'>): number {
  return -id;
}

export function contentBytesOf(members: readonly Member[]): number {
  return members.reduce((sum, { item }) => sum + item.sizeBytes, 0);
}

/** Whether a part that isn't the last one is large enough (platform-interface 8). */
export function partBytesOf(members: readonly Member[]): number {
  return members.reduce(
    (sum, { item }) =>
      sum + memberBytes({ path: displayPath(item), sizeBytes: item.sizeBytes, mtimeNs: item.mtimeNs }),
    0,
  );
}
