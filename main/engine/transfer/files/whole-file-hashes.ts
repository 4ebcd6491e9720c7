import { type Result, success } from '../../../../preload/contract/failures/failure.ts';
import type { SourceHandle } from '../../sources/source-handle.ts';
import type { AcknowledgedPart } from '../../store/uploads/source-file-repository.ts';
import type { KnownContentHashes } from '../../types/content-hashes.ts';
import type { UploadRequest } from '../../types/uploads.ts';
import { FileHash, type FileToHash } from '../hashing/file-hash.ts';
import { type PartPlan, partRange } from '../rates/part-plan.ts';
import type { CreatedSourceFile } from '../source-files/outcome.ts';
import type { TransferContext } from '../source-files/transfer-context.ts';

export interface WholeFileHashesOptions {
  readonly sourceFile: CreatedSourceFile;
  readonly source: SourceHandle;
  readonly plan: PartPlan;
  /** The parts that earlier runs sent. */
  readonly acknowledged: ReadonlyMap<number, AcknowledgedPart>;
  readonly signal: AbortSignal;
}

/** None where a person wants no hashes. */
export function hashesOf({
  sha1,
  sha256 = true,
}: Pick<UploadRequest, 'sha1' | 'sha256'>): readonly (keyof KnownContentHashes)[] {
  if (!sha1) return [];
  return sha256 ? ['sha1', 'sha256'] : ['sha1'];
}

/**
 * The SHA-1 that goes with the completion, and the SHA-256 that is kept: of an only part, computed while it is sent; else
 * computed on other threads; null where it isn't wanted.
 */
export class WholeFileHashes {
  readonly #plan: PartPlan;
  readonly #wanted: ReturnType<typeof hashesOf>;
  readonly #hash: FileHash | null;
  #ofOnlyPart: KnownContentHashes;

  constructor(
    transfer: TransferContext,
    { sourceFile, source, plan, acknowledged, signal }: WholeFileHashesOptions,
  ) {
    this.#plan = plan;
    const { sha1, sha256 } = sourceFile;
    this.#ofOnlyPart = { sha1, sha256 };
    const inline = plan.partCount === 1 && acknowledged.size === 0;
    this.#wanted = hashesOf(transfer.upload.request);
    if (this.#wanted.length === 0 || inline || sha1 !== null) {
      this.#hash = null;
      return;
    }
    const last = Math.max(0, ...acknowledged.keys());
    const earlierBytes = last === 0 ? 0 : endOf(plan, last);
    const file: FileToHash = {
      // Of the same bytes: a program may write to a mapped file without a trace, between two readings.
      ...{ file: source.file, sizeBytes: plan.sizeBytes, algorithms: this.#wanted, signal, earlierBytes },
      saving: {
        from: sourceFile.savedHash,
        onSaved: (saved) => {
          transfer.writes
            .enqueue(() => transfer.sourceFiles.saveHash(sourceFile.id, saved))
            .catch(() => undefined); // a saved state is optional; a full disk shows at the next part
        },
      },
    };
    this.#hash = new FileHash(file, transfer.hashes);
    this.#hash.mayReadTo(earlierBytes);
  }

  /** Resolves when the part may be read for sending. Fails as `value` does, and with stopped after the signal. */
  async keepUp(number: number, signal: AbortSignal): Promise<Result<unknown>> {
    return this.#hash?.keepUp(partRange(this.#plan, number).offset, signal) ?? success(undefined);
  }

  /** The part is about to be read for sending. */
  mayRead(number: number): void {
    this.#hash?.mayReadTo(endOf(this.#plan, number));
  }

  set ofOnlyPart(hashes: KnownContentHashes) {
    this.#ofOnlyPart = hashes;
  }

  /** They may not be done when every part is sent. */
  get isRunning(): boolean {
    return this.#hash !== null;
  }

  /** Fails with path-unreadable or file-changed, and with stopped after the signal. */
  async value(): Promise<Result<KnownContentHashes>> {
    if (this.#hash === null) return success(this.#ofOnlyPart);
    const hashed = await this.#hash.done;
    if (!hashed.ok) return hashed;
    const digestOf = (name: keyof KnownContentHashes) =>
      this.#wanted.includes(name) ? hashed.value(name) : null;
    return success({ sha1: digestOf('sha1'), sha256: digestOf('sha256') });
  }
}

function endOf(plan: PartPlan, number: number): number {
  const { offset, length } = partRange(plan, number);
  return offset + length;
}
