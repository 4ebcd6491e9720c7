import type { Page } from 'playwright';
import { words } from '../../../renderer/i18n/words.ts';
import { goTo } from '../app-driver.ts';
import { UploadPage } from './upload-page.ts';

/** The list of all uploads. */
export class UploadsPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async goTo(): Promise<void> {
    await goTo(this.#page, '#/uploads', words.uploads.title);
  }

  async open(name: string): Promise<UploadPage> {
    await this.#page.getByRole('link', { name }).first().click();
    const upload = new UploadPage(this.#page);
    await upload.waitFor();
    return upload;
  }

  async waitForRows(): Promise<void> {
    await this.#page.getByRole('row').nth(1).waitFor();
  }

  async show(view: 'list' | 'cards'): Promise<void> {
    await this.#page.getByRole('radio', { name: words.uploads[view] }).click();
  }
}
