import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import type { SourceHandle } from '../../sources/source-handle.ts';
import type { AcknowledgedPart } from '../../store/source-file-repository.ts';
import type { KnownContentHashes } from '../../types/content-hashes.ts';
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
}

/**
 * The SHA-1 that goes with the completion, and the SHA-256 that is kept: of an only part, computed while it is sent; else
 * computed on other threads; null where no hash is wanted.
 */
export class WholeFileHashes {
  readonly #plan: PartPlan;
  readonly #hash: FileHash | null;
  #ofOnlyPart: KnownContentHashes;

  constructor(transfer: TransferContext, { sourceFile, source, plan, acknowledged }: WholeFileHashesOptions) {
    this.#plan = plan;
    const { sha1, sha256 } = sourceFile;
    this.#ofOnlyPart = { sha1, sha256 };
    const inline = plan.partCount === 1 && acknowledged.size === 0;
    if (!transfer.upload.request.sha1 || inline || sha1 !== null) {
      this.#hash = null;
      return;
    }
    const file: FileToHash = {
      file: source.file,
      sizeBytes: plan.sizeBytes,
      from: sourceFile.savedHash,
      onSaved: (saved) => {
        transfer.writes
          .enqueue(() => transfer.sourceFiles.saveHash(sourceFile.id, saved))
          .catch(() => undefined); // a saved state is optional; a full disk shows at the next part
      },
    };
    this.#hash = new FileHash(file, transfer);
    for (const number of acknowledged.keys()) this.mayRead(number);
  }

  /** The part is about to be read for sending, or was read. */
  mayRead(number: number): void {
    const { offset, length } = partRange(this.#plan, number);
    this.#hash?.mayReadTo(offset + length);
  }

  set ofOnlyPart(hashes: KnownContentHashes) {
    this.#ofOnlyPart = hashes;
  }

  /** They may not be done when every part is sent. */
  get isRunning(): boolean {
    return this.#hash !== null;
  }

  /** Fails with path-unreadable or stopped. */
  async value(signal: AbortSignal): Promise<Result<KnownContentHashes>> {
    if (this.#hash === null) return success(this.#ofOnlyPart);
    const stop = new Promise<Result<KnownContentHashes>>((resolve) => {
      const stopped = (): void => resolve(failure('stopped'));
      if (signal.aborted) stopped();
      else signal.addEventListener('abort', stopped, { once: true });
    });
    return Promise.race([this.#hash.hashes, stop]);
  }

  stop(): void {
    this.#hash?.stop();
  }
}
