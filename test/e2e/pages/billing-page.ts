import type { Locator, Page } from 'playwright';
import type { BillingTab } from '../../../renderer/features/billing/month-choice.ts';
import { words } from '../../../renderer/i18n/words.ts';
import { goTo } from '../app-driver.ts';

export class BillingPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async goTo(databaseId?: number): Promise<void> {
    const hash = databaseId === undefined ? '#/billing' : `#/billing/${databaseId}`;
    await goTo(this.#page, hash, words.billing.title);
  }

  /** The list of the month, or the months before it. */
  async showTab(tab: BillingTab): Promise<void> {
    await this.#page
      .getByRole('tab')
      .nth(tab === 'month' ? 0 : 1)
      .click();
  }

  /** In the tab of the trend. */
  async waitForMonths(months: number): Promise<void> {
    await this.showTab('trend');
    await this.#page.getByText(words.billing.monthsLoaded(months)).waitFor();
  }

  get chart(): Locator {
    return this.#page.getByRole('img');
  }

  /** Of the tab that is shown. */
  get export(): Locator {
    return this.#page.getByRole('button', { name: words.common.exportCsv });
  }

  /** The trend's months as a table, the newest first: text of each row. */
  async trendRows(): Promise<readonly string[]> {
    await this.#page.getByRole('radio', { name: words.billing.table }).click();
    const table = this.#page.getByRole('table', { name: words.billing.trend });
    await table.waitFor();
    const rows = await table.getByRole('row').allInnerTexts();
    return rows.slice(1);
  }

  async showPreviousMonth(): Promise<void> {
    await this.#page.getByRole('button', { name: words.billing.previousMonth }).click();
  }

  row(name: string): Locator {
    return this.#page.getByRole('row').filter({ hasText: name }).first();
  }
}
