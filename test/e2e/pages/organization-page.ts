import type { Page } from 'playwright';
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

  /** From one row of the list to another, counted from 1: by keyboard, so that no row opens. */
  async selectRows(first: number, last: number): Promise<void> {
    await this.grid.first().focus();
    await this.#page.keyboard.press('Home');
    for (let row = 1; row < last; row += 1)
      await this.#page.keyboard.press(row < first ? 'ArrowDown' : 'Shift+ArrowDown');
    if (last > first) await this.waitForText(words.common.selected(last - first + 1));
  }

  /** Of several people in the dialog. */
  async edit(permission: string, edit: 'add' | 'remove'): Promise<void> {
    await this.dialog
      .getByRole('radiogroup', { name: words.permissions.name(permission) })
      .getByRole('radio', { name: words.severalChanges.edits[edit] })
      .click();
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
