import type { Page } from 'playwright';
import { words } from '../../../renderer/i18n/words.ts';
import type { RunningApp } from '../../stand-in/launch.ts';
import { goTo } from '../app-driver.ts';
import { ConnectForm, fillApiKey } from './connect-form.ts';

export class SettingsPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get replaceKeyButton() {
    return this.#page.getByRole('button', { name: words.settings.replaceKey }).first();
  }

  async goTo(): Promise<void> {
    await goTo(this.#page, '#/settings', words.settings.title);
  }

  async replaceKey(app: RunningApp, apiKey: string): Promise<void> {
    await app.answerDialog(0);
    await this.replaceKeyButton.click();
    await fillApiKey(this.#page, apiKey);
    await this.#page.getByRole('button', { name: words.settings.saveKey }).click();
    await this.#page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  async addConnection(): Promise<ConnectForm> {
    await this.#page.getByRole('button', { name: words.settings.addConnection, exact: true }).click();
    await this.#page.getByRole('dialog').waitFor();
    return new ConnectForm(this.#page);
  }
}
