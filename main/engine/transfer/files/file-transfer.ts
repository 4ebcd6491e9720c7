import {
  type FileVersion,
  formatVersion,
  type KnownVersion,
  parseVersion,
} from '../../sources/file-version.ts';
import type { SourceHandle } from '../../sources/source-handle.ts';
import { displayPath, type Item } from '../../store/items/item-repository.ts';
import type { AcknowledgedPart, SourceFile } from '../../store/uploads/source-file-repository.ts';
import type { ItemId } from '../../types/ids.ts';
import { createBlockHash } from '../hashing/part-body.ts';
import type { PartAlgorithm } from '../hashing/part-digest.ts';
import { isTooCoarse, type PartPlan, partRange, planParts } from '../rates/part-plan.ts';
import { plannedPartBytes } from '../rates/part-size.ts';
import type { LiveItem } from '../rates/progress.ts';
import { lineFacts } from '../source-files/line-facts.ts';
import type { CreatedSourceFile } from '../source-files/outcome.ts';
import type { OutgoingPart } from '../source-files/send-part.ts';
import type { TransferContext } from '../source-files/transfer-context.ts';
import { hashesOf, WholeFileHashes } from './whole-file-hashes.ts';

/**
 * Whether a source file that was begun is replaced by one with smaller parts, because its own are too large for the line:
 * only while no part of it is acknowledged, and no completion was requested, which may have been carried out.
 */
export function isReplaced({ sourceFiles }: TransferContext, begun: SourceFile, right: PartPlan): boolean {
  const { id, platformId, completionRequestedAt } = begun;
  if (platformId === null || completionRequestedAt !== null || !isTooCoarse(begun, right)) return false;
  return sourceFiles.parts(id).length === 0;
}

/** One file while it is sent: what its parts, its hash and its completion share. */
export class FileTransfer {
  readonly context: TransferContext;
  readonly path: string;
  readonly source: SourceHandle;
  readonly plan: PartPlan;
  readonly sourceFile: CreatedSourceFile;
  readonly live: LiveItem;
  /** Aborts with the upload, or once one of the file's parts failed. */
  readonly signal: AbortSignal;
  readonly hashes: WholeFileHashes;
  md5: string | null;
  /** A completion was requested and may have been carried out. */
  mayBeDone: boolean;
  /** The version of the file that the parts which are sent were read from, as far as it is known. */
  sentVersion: KnownVersion;
  /** The numbers of the parts that no earlier run sent. */
  readonly missingParts: readonly number[];
  readonly #acknowledged: ReadonlyMap<number, AcknowledgedPart>;
  readonly #itemId: ItemId;
  readonly #abort = new AbortController();

  constructor(
    context: TransferContext,
    item: Item,
    source: SourceHandle,
    plan: PartPlan,
    sourceFile: CreatedSourceFile,
  ) {
    this.context = context;
    this.mayBeDone = sourceFile.completionRequestedAt !== null;
    this.#itemId = item.id;
    this.path = displayPath(item);
    this.source = source;
    this.plan = plan;
    this.sourceFile = sourceFile;
    this.signal = AbortSignal.any([context.signal, this.#abort.signal]);
    this.#acknowledged = new Map(context.sourceFiles.parts(sourceFile.id).map((part) => [part.number, part]));
    this.sentVersion =
      this.#acknowledged.size === 0
        ? source.version
        : (parseVersion(sourceFile.fileVersion, item.sizeBytes) ?? source.version);
    this.md5 = sourceFile.md5;
    this.missingParts = Array.from({ length: plan.partCount }, (_, index) => index + 1).filter(
      (number) => !this.#acknowledged.has(number),
    );
    this.live = {
      itemId: item.id,
      path: this.path,
      sizeBytes: item.sizeBytes,
      partCount: plan.partCount,
      acknowledgedBytes: [...this.#acknowledged.values()].reduce((sum, part) => sum + part.sizeBytes, 0),
      inFlightBytes: 0,
      partsInFlight: new Set(),
      partsDone: this.#acknowledged.size,
      activity: 'uploading',
    };
    context.live.begin(this.live);
    // Begins to hash, until the signal is aborted.
    this.hashes = new WholeFileHashes(context, {
      sourceFile,
      source,
      plan,
      acknowledged: this.#acknowledged,
      signal: this.signal,
    });
  }

  /** Whether an earlier run sent some of the parts and did not ask for the completion. */
  get isResumed(): boolean {
    return this.#acknowledged.size > 0 && this.sourceFile.completionRequestedAt === null;
  }

  /** Whether earlier runs sent every part. */
  get isComplete(): boolean {
    return this.missingParts.length === 0;
  }

  /** Whether this run sends every part. */
  get isSentHere(): boolean {
    return this.missingParts.length === this.plan.partCount;
  }

  /** Whether the part's ETag is compared with its MD5. One part in each run shows whether the host's ETags are MD5. */
  wantsMd5(number: number): boolean {
    const { sha1, partCheck } = this.context.upload.request;
    if (partCheck !== 'auto') return partCheck === 'always';
    return !sha1 || number === (this.missingParts[0] ?? 1);
  }

  /** A part as it is sent. */
  part(number: number): OutgoingPart {
    const { context, sourceFile, path, live, signal, plan, source } = this;
    const { offset, length } = partRange(plan, number);
    const { sha1, partCheck } = context.upload.request;
    const comparesMd5 = this.wantsMd5(number);
    const wanted: readonly PartAlgorithm[] = [
      ...(comparesMd5 ? (['md5'] as const) : []),
      // Without a check of any kind, nothing is hashed.
      ...(!comparesMd5 && (sha1 || partCheck !== 'never') ? (['crc32'] as const) : []),
      ...(plan.partCount === 1 ? hashesOf(context.upload.request) : []),
    ];
    return {
      context,
      sourceFile,
      number,
      sizeBytes: length,
      contentBytes: length,
      path,
      live,
      signal,
      isTooLarge: (breaks) => this.#isTooLarge(breaks),
      range: () => ({ file: source.file, offsetBytes: offset, lengthBytes: length }),
      hash: () => (wanted.length > 0 ? createBlockHash(wanted) : undefined),
      acknowledged: ({ sha1 = null, sha256 = null, md5 = null }) => {
        if (plan.partCount !== 1) return;
        this.hashes.ofOnlyPart = { sha1, sha256 };
        this.md5 = md5;
      },
    };
  }

  /** Every part that is sent is of this version: it was read from it, or compared with it. */
  async setSentVersion(version: FileVersion): Promise<void> {
    const { writes, sourceFiles } = this.context;
    this.sentVersion = version;
    const stored = formatVersion(version);
    if (stored !== this.sourceFile.fileVersion)
      await writes.enqueue(() => sourceFiles.setFileVersion(this.sourceFile.id, stored));
  }

  /** Not for one break: a file is sent again whole in smaller parts. */
  #isTooLarge(breaks: number): boolean {
    const begun = breaks < 2 ? null : this.context.sourceFiles.current(this.#itemId);
    if (begun === null) return false;
    const { limits } = this.context.platform.profile;
    const right = planParts(this.plan.sizeBytes, limits, plannedPartBytes(lineFacts(this.context)));
    return right.ok && isReplaced(this.context, begun, right.value);
  }

  /** Parts that the platform lacks or has with other bytes: they must be sent again. */
  async forgetParts(numbers: readonly number[]): Promise<void> {
    const { writes, sourceFiles } = this.context;
    await writes.enqueue(() => {
      for (const number of numbers) sourceFiles.removePart(this.sourceFile.id, number);
    });
    for (const number of numbers) {
      this.live.acknowledgedBytes -= partRange(this.plan, number).length;
      this.live.partsDone -= 1;
    }
  }

  /** Stops the file's other parts. */
  abort(): void {
    this.#abort.abort();
  }

  end(): void {
    this.abort();
    this.context.live.end(this.live);
  }
}
