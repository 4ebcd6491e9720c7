import type { Page } from 'playwright';
import { words } from '../../../renderer/i18n/words.ts';
import type { WatchSetupStep } from '../../../renderer/navigation/routes.ts';
import type { RunningApp } from '../../stand-in/launch.ts';
import { goTo } from '../app-driver.ts';

const { watchActions, watchedFolder, watchedFolders, watchFiles, watchSetup } = words;

const headings = {
  folder: watchSetup.folderHeading,
  destination: watchSetup.destinationHeading,
  custodians: watchSetup.custodiansHeading,
  schedule: watchSetup.scheduleHeading,
  rehearsal: watchSetup.rehearsalHeading,
} as const satisfies Readonly<Record<WatchSetupStep, string>>;

/** The list of watched folders, one of them, and the wizard. */
export class WatchedFoldersPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  #button(name: string) {
    return this.#page.getByRole('button', { name, exact: true });
  }

  async goTo(): Promise<void> {
    await goTo(this.#page, '#/watched', watchedFolders.title);
  }

  /** Opens the wizard. */
  async add(): Promise<void> {
    await this.#button(watchedFolders.add).first().click();
    await this.waitForStep('folder');
  }

  async waitForStep(step: WatchSetupStep): Promise<void> {
    await this.#page.getByRole('heading', { name: headings[step], exact: true }).first().waitFor();
  }

  async dropFolder(app: RunningApp, folder: string): Promise<void> {
    await app.drop('.drop-zone', [folder]);
    await this.#button(watchSetup.changeFolder).waitFor();
  }

  /** In seconds. */
  async setTimes(times: {
    readonly settle: number;
    readonly quiet: number;
    readonly rescan: number;
  }): Promise<void> {
    for (const [label, value] of [
      [watchSetup.settle, times.settle],
      [watchSetup.quiet, times.quiet],
      [watchSetup.rescan, times.rescan],
    ] as const) {
      const field = this.#page.getByRole('textbox', { name: label, exact: true });
      await field.fill(String(value));
      await field.press('Tab');
    }
  }

  /** Where something on the step may have to be fixed first. */
  async tryNext(step: WatchSetupStep): Promise<void> {
    await this.#button(watchSetup.next(watchSetup.stepNames[step])).click();
  }

  async next(step: WatchSetupStep): Promise<void> {
    await this.tryNext(step);
    await this.waitForStep(step);
  }

  async chooseDatabase(name: string): Promise<void> {
    const database = this.#page.getByRole('combobox', { name: words.newUploadSource.database });
    await database.click();
    await database.press('ArrowDown');
    await this.#page.getByRole('option', { name }).first().click();
  }

  async choose(option: string): Promise<void> {
    await this.#page.getByText(option, { exact: true }).click();
  }

  async fill(label: string, text: string): Promise<void> {
    await this.#page.getByLabel(label, { exact: true }).fill(text);
  }

  async activate(): Promise<void> {
    await this.#button(watchSetup.activate).click();
    await this.#page.getByRole('tab', { name: watchedFolder.overview }).waitFor();
  }

  async saveDraft(): Promise<void> {
    await this.#button(watchSetup.saveDraft).click();
    await this.#page.getByRole('tab', { name: watchedFolder.overview }).waitFor();
  }

  async open(name: string): Promise<void> {
    await this.#page.getByRole('link', { name, exact: true }).click();
    await this.#page.getByRole('tab', { name: watchedFolder.overview }).waitFor();
  }

  async showTab(tab: 'overview' | 'files' | 'batches'): Promise<void> {
    await this.#page.getByRole('tab', { name: watchedFolder[tab] }).click();
  }

  /** A row of the file history, or of the list. */
  row(text: string | RegExp) {
    return this.#page.getByRole('row').filter({ hasText: text });
  }

  async pause(): Promise<void> {
    await this.#button(watchActions.pause).click();
    await this.#button(watchActions.activate).waitFor();
  }

  async press(button: string): Promise<void> {
    await this.#button(button).click();
  }

  /** Opens the wizard from the folder's own screen. */
  async edit(name: string): Promise<void> {
    await this.#button(watchedFolders.moreActions(name)).click();
    await this.#page.getByRole('menuitem', { name: watchActions.edit }).click();
    await this.waitForStep('folder');
  }

  /** Where something was changed. */
  async discardChanges(): Promise<void> {
    await this.#button(watchSetup.discard).click();
    await this.#page.getByRole('alertdialog').waitFor();
  }

  /** While the question fades away, it has a button like the wizard's. */
  async keepChanges(): Promise<void> {
    await this.#button(watchSetup.discardKeep).click();
    await this.#page.getByRole('alertdialog').waitFor({ state: 'detached' });
  }

  async askToRemove(name: string): Promise<void> {
    await this.#button(watchedFolders.moreActions(name)).click();
    await this.#page.getByRole('menuitem', { name: watchActions.remove }).click();
    await this.#page.getByRole('alertdialog').waitFor();
  }

  async keep(): Promise<void> {
    await this.#button(watchActions.removeKeep).click();
    await this.#page.getByRole('alertdialog').waitFor({ state: 'detached' });
  }

  async confirmRemoval(): Promise<void> {
    await this.#button(watchActions.removeConfirm).click();
    await this.#page.getByRole('heading', { name: watchedFolders.emptyTitle }).waitFor();
  }

  async filter(name: keyof typeof watchFiles.filters): Promise<void> {
    await this.#page.getByRole('radio', { name: watchFiles.filters[name] }).click();
  }
}
