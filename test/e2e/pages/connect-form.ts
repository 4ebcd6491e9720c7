import type { Locator, Page } from 'playwright';
import { words } from '../../../renderer/i18n/words.ts';
import type { RunningApp } from '../../stand-in/launch.ts';

/** The form for a new connection: on the first screen and in Settings. */
export class ConnectForm {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get connect() {
    return this.#page.getByRole('button', { name: words.connect.connect, exact: true });
  }

  async fill(values: {
    readonly name?: string;
    readonly serverUrl?: string;
    readonly apiKey?: string;
  }): Promise<void> {
    const { name, serverUrl, apiKey } = values;
    if (name !== undefined) await this.#page.getByLabel(words.connect.name, { exact: true }).fill(name);
    if (serverUrl !== undefined) await this.#page.getByLabel(words.connect.serverUrl).fill(serverUrl);
    if (apiKey !== undefined) await fillApiKey(this.#page, apiKey);
  }

  /** Submits the form and accepts the server in the dialog. */
  async submit(app: RunningApp): Promise<void> {
    await app.answerDialog(0);
    await this.connect.click();
  }

  /** The platform refused the key, and the form says so at its field. */
  async waitForRefusedKey(): Promise<void> {
    await apiKeyField(this.#page).and(this.#page.locator('[aria-invalid="true"]')).waitFor();
  }

  async cancel(): Promise<void> {
    await this.#page.getByRole('button', { name: words.common.cancel, exact: true }).click();
  }
}

export async function fillApiKey(page: Page, apiKey: string): Promise<void> {
  await apiKeyField(page).fill(apiKey);
}

function apiKeyField(page: Page): Locator {
  return page.getByLabel(words.connect.apiKey, { exact: true });
}
