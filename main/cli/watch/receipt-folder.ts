/** Writes the receipt of each upload that ends: another command can't, as long as the watch has the store. */
import { join } from 'node:path';
import type { Result } from '../../../preload/contract/failures/failure.ts';
import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import { verifyProblemText } from '../../../preload/contract/texts/verify-text.ts';
import type { Engine, UploadId } from '../../engine/index.ts';
import type { CliContext } from '../cli-context.ts';
import { written as receiptWords } from '../words/receipts.ts';
import { service as words } from '../words/watch.ts';
import type { ReportBug } from './open-engine.ts';
import { printEvent, printLine } from './print-events.ts';

type Context = Pick<CliContext, 'output' | 'env'>;
type ReceiptEngine = Pick<Engine, 'saveReceipt' | 'unsavedReceipts'> & {
  upload(id: number): Result<{ readonly id: UploadId }>;
};

export class ReceiptFolder {
  readonly #context: Context;
  readonly #engine: ReceiptEngine;
  readonly #reportBug: ReportBug;
  /** Of the path of each receipt. */
  readonly #start: string;
  #writing: Promise<void> = Promise.resolve();
  /** One couldn't be written, and is missing. */
  #hasFailed = false;

  constructor(
    context: Context,
    {
      engine,
      folder,
      reportBug,
    }: {
      readonly engine: ReceiptEngine;
      readonly folder: string;
      readonly reportBug: ReportBug;
    },
  ) {
    this.#context = context;
    this.#engine = engine;
    this.#reportBug = reportBug;
    this.#start = join(folder, 'receipt-');
  }

  get isMissing(): boolean {
    return this.#hasFailed;
  }

  /** One after the other. An upload that was retried gets a new receipt in place of the earlier one. */
  save(rule: string, upload: number): void {
    this.#write(() => this.#save(rule, upload));
  }

  /** Those that a process which was killed didn't write, and those that couldn't be written. */
  saveMissing(): void {
    this.#write(async () => {
      this.#hasFailed = false;
      for (const { rule, uploadId } of this.#engine.unsavedReceipts(this.#start)) this.save(rule, uploadId);
    });
  }

  /** What fails is missing, is said, and keeps nothing else from being written. */
  #write(work: () => Promise<void>): void {
    this.#writing = this.#writing.then(work).catch((error: unknown) => {
      this.#hasFailed = true;
      this.#reportBug('receipts', error);
    });
  }

  /** Until all are written. */
  async finish(): Promise<void> {
    for (let awaited: Promise<void> | null = null; awaited !== this.#writing; ) {
      awaited = this.#writing;
      await awaited;
    }
  }

  async #save(rule: string, upload: number): Promise<void> {
    const { output } = this.#context;
    const found = this.#engine.upload(upload);
    if (!found.ok) return;
    const path = `${this.#start}${upload}.json`;
    const written = await this.#engine.saveReceipt(found.value.id, path, { format: 'json' });
    if (!written.ok) {
      this.#hasFailed = true;
      output.fail(written.failure, { rule, upload });
      return;
    }
    const { head, signedWith, problems } = written.value;
    printEvent(this.#context, 'receipt', {
      rule,
      upload,
      format: 'json',
      path,
      head,
      key: signedWith.ok ? signedWith.value : null,
    });
    printLine(this.#context, words.receipt(rule, upload, path));
    if (problems.length > 0) output.warn(receiptWords.storeEdited(problems.map(verifyProblemText).join(' ')));
    if (!signedWith.ok) output.warn(receiptWords.unsigned(failureText(signedWith.failure)));
  }
}
