import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import type { SourceHandle } from '../sources/source-handle.ts';
import type { AcknowledgedPart } from '../store/source-file-repository.ts';
import { FileHash, type FileToHash } from './file-hash.ts';
import type { CreatedSourceFile } from './outcome.ts';
import { type PartPlan, partRange } from './part-plan.ts';
import type { TransferContext } from './transfer-context.ts';

export interface FileSha1Options {
  readonly sourceFile: CreatedSourceFile;
  readonly source: SourceHandle;
  readonly plan: PartPlan;
  /** Of an earlier run. */
  readonly acknowledged: ReadonlyMap<number, AcknowledgedPart>;
}

/**
 * The SHA-1 that goes with the completion: of an only part, computed while it is sent; else computed on another thread;
 * null where none is wanted.
 */
export class FileSha1 {
  readonly #plan: PartPlan;
  readonly #hash: FileHash | null;
  #ofOnlyPart: string | null;

  constructor(transfer: TransferContext, { sourceFile, source, plan, acknowledged }: FileSha1Options) {
    this.#plan = plan;
    this.#ofOnlyPart = sourceFile.sha1;
    const inline = plan.partCount === 1 && acknowledged.size === 0;
    if (!transfer.upload.request.sha1 || inline || sourceFile.sha1 !== null) {
      this.#hash = null;
      return;
    }
    const { hashedBytes, hashState } = sourceFile;
    const file: FileToHash = {
      file: source.file,
      sizeBytes: plan.sizeBytes,
      from: hashState === null ? null : { hashedBytes, state: hashState },
      onSaved: (bytes, state) => {
        transfer.writes
          .enqueue(() => transfer.sourceFiles.saveHashState(sourceFile.id, bytes, state))
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

  set ofOnlyPart(sha1: string | null) {
    this.#ofOnlyPart = sha1;
  }

  /** It may not be done when every part is sent. */
  get isRunning(): boolean {
    return this.#hash !== null;
  }

  /** Fails with path-unreadable or stopped. */
  async value(signal: AbortSignal): Promise<Result<string | null>> {
    if (this.#hash === null) return success(this.#ofOnlyPart);
    const stop = new Promise<Result<string>>((resolve) => {
      const stopped = (): void => resolve(failure('stopped'));
      if (signal.aborted) stopped();
      else signal.addEventListener('abort', stopped, { once: true });
    });
    return Promise.race([this.#hash.sha1, stop]);
  }

  stop(): void {
    this.#hash?.stop();
  }
}
