/** Writes the receipt of each upload that ends: another command can't, as long as the watch has the store. */
import { join } from 'node:path';
import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import { verifyProblemText } from '../../../preload/contract/texts/verify-text.ts';
import type { Engine } from '../../engine/index.ts';
import type { CliContext } from '../cli-context.ts';
import { written as receiptWords } from '../words/receipts.ts';
import { service as words } from '../words/watch.ts';
import { printEvent, printLine } from './print-events.ts';

export class ReceiptFolder {
  readonly #context: CliContext;
  readonly #engine: Engine;
  readonly #folder: string;
  #writing: Promise<void> = Promise.resolve();

  constructor(context: CliContext, engine: Engine, folder: string) {
    this.#context = context;
    this.#engine = engine;
    this.#folder = folder;
  }

  /** One after the other. An upload that was retried gets a new receipt in place of the earlier one. */
  save(rule: string, upload: number): void {
    this.#writing = this.#writing.then(() => this.#save(rule, upload));
  }

  /** Until all are written. */
  finish(): Promise<void> {
    return this.#writing;
  }

  async #save(rule: string, upload: number): Promise<void> {
    const { output } = this.#context;
    const found = this.#engine.upload(upload);
    if (!found.ok) return;
    const path = join(this.#folder, `receipt-${upload}.json`);
    const written = await this.#engine.saveReceipt(found.value.id, path, { format: 'json' });
    if (!written.ok) {
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
