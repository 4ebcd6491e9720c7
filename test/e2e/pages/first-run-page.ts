import type { Page } from 'playwright';
import { words } from '../../../renderer/i18n/words.ts';
import { ConnectForm } from './connect-form.ts';
import { NewUploadPage } from './new-upload-page.ts';

/** The screen of the first start. */
export class FirstRunPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get startSandbox() {
    return this.#page.getByRole('button', { name: words.firstRun.startSandbox, exact: true });
  }

  async waitFor(): Promise<void> {
    await this.#page.getByRole('heading', { name: words.firstRun.title }).waitFor();
  }

  /** Starts the sandbox, which opens the form of a new upload, and chooses one of its databases. */
  async trySandbox(): Promise<NewUploadPage> {
    await this.startSandbox.click();
    const newUpload = new NewUploadPage(this.#page);
    await newUpload.waitForSource();
    await newUpload.chooseDatabase('Acme investigation');
    return newUpload;
  }

  async addConnection(): Promise<ConnectForm> {
    await this.#page.getByRole('button', { name: words.firstRun.addConnection }).click();
    return new ConnectForm(this.#page);
  }
}
