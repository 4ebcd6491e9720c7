import type { Page } from 'playwright';
import { allAccepted } from '../../../preload/contract/texts/delivery-text.ts';
import { words } from '../../../renderer/i18n/words.ts';
import type { RunningApp } from '../../stand-in/launch.ts';

/** The screen of one upload. */
export class UploadPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get pauseButton() {
    return this.#page.getByRole('button', { name: words.upload.pause, exact: true });
  }

  get resumeButton() {
    return this.#page.getByRole('button', { name: words.upload.resume, exact: true });
  }

  get statusLine() {
    return this.#page.locator('.upload-summary-status');
  }

  get grid() {
    return this.#page.getByRole('treegrid');
  }

  get searchField() {
    return this.#page.getByRole('searchbox', { name: words.uploadFiles.search });
  }

  /** The status and, if the platform or the network keeps it waiting, the reason. */
  status(): Promise<string> {
    return this.statusLine.innerText();
  }

  async waitFor(): Promise<void> {
    await this.statusLine.waitFor();
  }

  async pause(): Promise<void> {
    await this.pauseButton.click();
    const pauseNow = this.#page.getByRole('dialog').getByRole('button', { name: words.upload.pauseNow });
    await pauseNow.or(this.resumeButton).waitFor();
    if (await pauseNow.isVisible()) await pauseNow.click();
    await this.resumeButton.waitFor();
  }

  async resume(): Promise<void> {
    await this.resumeButton.click();
  }

  async waitForAllAccepted(files: number, timeout?: number): Promise<void> {
    await this.#page.getByText(allAccepted(files)).waitFor(timeout === undefined ? {} : { timeout });
  }

  /** Saves a receipt to this path, without waiting for the result. */
  async requestReceipt(app: RunningApp, format: 'json' | 'csv', path: string): Promise<void> {
    await app.answerDialog(path);
    await this.#page.getByRole('button', { name: words.upload.receipt, exact: true }).click();
    const name = format === 'json' ? words.upload.receiptJson : words.upload.receiptCsv;
    await this.#page.getByRole('menuitem', { name }).click();
  }

  async saveReceipt(app: RunningApp, format: 'json' | 'csv', path: string): Promise<void> {
    await this.requestReceipt(app, format, path);
    await this.#page.getByText(words.common.savedTo(path)).waitFor();
  }

  row(name: RegExp | string) {
    return this.#page.getByRole('row', { name }).first();
  }

  async expandRow(name: RegExp | string): Promise<void> {
    await this.row(name).locator('[data-expander]').click();
  }

  async sortBy(column: string): Promise<void> {
    await this.#page.getByRole('columnheader', { name: column }).getByRole('button').click();
  }
}
