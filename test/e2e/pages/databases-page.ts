import type { Locator, Page } from 'playwright';
import { words } from '../../../renderer/i18n/words.ts';
import { type DatabaseListName, type DatabaseTab, routeHref } from '../../../renderer/navigation/routes.ts';
import { goTo } from '../app-driver.ts';

/** The list of databases, and one database. */
export class DatabasesPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async goTo(list: DatabaseListName = 'databases'): Promise<void> {
    await goTo(this.#page, routeHref({ kind: 'databases', list }), words.databases.title);
    const label = list === 'databases' ? words.databases.list : words.databases.projects;
    await this.#page.getByRole('tab', { name: label, selected: true }).waitFor();
  }

  row(name: string): Locator {
    return this.#page.getByRole('row').filter({ hasText: name }).first();
  }

  async open(name: string): Promise<void> {
    await this.row(name).getByRole('link').click();
    await this.#page.getByRole('heading', { name, level: 1 }).waitFor();
  }

  async showTab(tab: DatabaseTab): Promise<void> {
    await this.#page.getByRole('tab', { name: words.databases[tab] }).click();
    await this.#page.getByRole('tabpanel').waitFor();
  }

  /** A row of a table of sizes, by its label. */
  async cells(table: string, label: string): Promise<readonly string[]> {
    const row = this.#page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: label });
    await row.first().waitFor();
    return row.first().getByRole('cell').allInnerTexts();
  }

  /** Opens a user's row and the dialog of their permissions. */
  async changePermissions(name: string): Promise<void> {
    await this.row(name).click();
    await this.#page.getByRole('button', { name: words.databaseUsers.change }).click();
    await this.#page.getByRole('dialog').waitFor();
  }

  async toggle(permission: string): Promise<void> {
    await this.#page
      .getByRole('dialog')
      .getByText(words.permissions.name(permission), { exact: true })
      .click();
  }

  async save(): Promise<void> {
    await this.#page.getByRole('button', { name: words.databaseUsers.save }).click();
  }
}
