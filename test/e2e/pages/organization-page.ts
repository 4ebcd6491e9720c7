import type { Page } from 'playwright-core';
import { words } from '../../../renderer/i18n/words.ts';
import type { OrganizationTab } from '../../../renderer/navigation/routes.ts';
import { choose } from '../app-driver.ts';

/** Members, invitations, identifiers and activity log of an organization. */
export class OrganizationPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get dialog() {
    return this.#page.getByRole('dialog');
  }

  get grid() {
    return this.#page.getByRole('grid').or(this.#page.getByRole('treegrid'));
  }

  async goTo(tab: OrganizationTab): Promise<void> {
    await this.#page.evaluate((to) => {
      location.hash = to;
    }, `#/organization/${tab}`);
    await this.#page.getByRole('tab', { name: words.organization[tab], selected: true }).waitFor();
  }

  row(name: string | RegExp) {
    return this.#page.getByRole('row', { name }).first();
  }

  async open(name: string | RegExp): Promise<void> {
    await this.row(name).click();
    await this.dialog.waitFor();
  }

  async chooseOrganization(name: string): Promise<void> {
    await choose(this.#page, new RegExp(words.organization.choose), new RegExp(`^${name}`));
    await this.#page.getByRole('heading', { name, exact: true }).waitFor();
  }

  async chooseConnection(name: string): Promise<void> {
    await choose(this.#page, new RegExp(words.platform.connection), new RegExp(`^${name}`));
  }

  async waitForText(text: string | RegExp): Promise<void> {
    await this.#page.getByText(text).first().waitFor();
  }

  async press(button: string | RegExp): Promise<void> {
    await this.dialog.getByRole('button', { name: button }).click();
  }
}
