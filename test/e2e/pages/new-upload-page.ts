import type { Page } from 'playwright';
import { findingTitle } from '../../../preload/contract/texts/finding-text.ts';
import type { FindingCode } from '../../../preload/contract/views/finding.ts';
import { words } from '../../../renderer/i18n/words.ts';
import type { RunningApp } from '../../stand-in/launch.ts';
import { choose } from '../app-driver.ts';

const {
  findings,
  newUpload,
  newUploadCustodians,
  newUploadPreflight,
  newUploadReview,
  newUploadSettings,
  newUploadSource,
} = words;

/** The wizard of a new upload. */
export class NewUploadPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get selectedSources() {
    return this.#page.getByRole('list', { name: newUploadSource.selected });
  }

  get database() {
    return this.#page.getByRole('combobox', { name: newUploadSource.database });
  }

  get links() {
    return this.#page.getByLabel(newUploadSource.links);
  }

  get datasetName() {
    return this.#page.getByLabel(newUploadSource.datasetName);
  }

  #button(name: string) {
    return this.#page.getByRole('button', { name, exact: true });
  }

  async #heading(name: string): Promise<void> {
    await this.#page.getByRole('heading', { name, exact: true }).first().waitFor();
  }

  async waitForSource(): Promise<void> {
    await this.#heading(newUploadSource.heading);
  }

  /** A new upload by the navigation, as a person begins one. */
  async openNew(): Promise<void> {
    await this.#page.getByRole('link', { name: words.shell.newUpload }).first().click();
    await this.waitForSource();
  }

  async goToUploads(): Promise<void> {
    const { uploads } = words.shell;
    await this.#page.getByRole('navigation').getByRole('link', { name: uploads }).first().click();
    await this.#heading(uploads);
  }

  async addSampleMatter(): Promise<void> {
    await this.#button(newUploadSource.useSample).click();
  }

  async dropFolders(app: RunningApp, ...folders: readonly string[]): Promise<void> {
    await this.waitForSource();
    await app.drop('.drop-zone', folders);
    for (const folder of folders) await this.selectedSources.getByText(folder).waitFor();
  }

  async chooseFolders(app: RunningApp, ...folders: readonly string[]): Promise<void> {
    await app.answerDialog(folders);
    await this.#button(newUploadSource.chooseFolders).click();
    for (const folder of folders) await this.selectedSources.getByText(folder).waitFor();
  }

  async chooseDatabase(name: RegExp | string = /./): Promise<void> {
    await this.database.click();
    await this.database.press('ArrowDown');
    await this.#page.getByRole('option', { name }).first().click();
  }

  /** Starts the scan without waiting for its results. */
  async submitSource(): Promise<void> {
    await this.#button(newUploadSource.scanFiles).click();
  }

  async scan(): Promise<void> {
    await this.submitSource();
    await this.#heading(newUploadPreflight.heading);
  }

  /** Of the scan results. */
  async showSection(name: string): Promise<void> {
    await this.#page.getByRole('tab', { name: new RegExp(`^${escapeRegExp(name)}(?: ?[0-9]|$)`) }).click();
  }

  async waitForFinding(code: FindingCode): Promise<void> {
    await this.showSection(findings.byKind);
    const kinds = this.#page.getByRole('table', { name: findings.kinds });
    await kinds.getByText(findingTitle(code), { exact: true }).waitFor();
  }

  async goToCustodians(): Promise<void> {
    await this.#button(newUpload.nextStep(newUpload.custodians)).click();
    await this.#heading(newUploadCustodians.heading);
  }

  async assignByFolderName(custodians: readonly string[]): Promise<void> {
    await this.#page.getByText(newUploadCustodians.folderName, { exact: true }).click();
    await this.#page.getByText(newUploadCustodians.tally(custodians.length, 0)).waitFor();
    const rows = this.#page.getByRole('grid', { name: newUploadCustodians.summary });
    for (const name of custodians) await rows.getByText(name, { exact: true }).first().waitFor();
  }

  async showFolderTree(folder: string): Promise<void> {
    await this.#page.getByRole('radio', { name: newUploadCustodians.assignByFolder }).click();
    await this.#page.getByRole('treegrid').getByText(folder).first().waitFor();
  }

  /** Through the step Passwords where something is locked, as in the sample matter. */
  async goToSettings(): Promise<void> {
    const settings = this.#button(newUpload.nextStep(newUpload.settings));
    const passwords = this.#button(newUpload.nextStep(newUpload.passwords));
    await settings.or(passwords).waitFor();
    if (await passwords.isVisible()) await passwords.click();
    await settings.click();
    await this.#page.getByText(newUploadSettings.integrity, { exact: true }).waitFor();
  }

  async setPartCheck(mode: keyof typeof newUploadSettings.partChecks): Promise<void> {
    await choose(
      this.#page,
      new RegExp(escapeRegExp(newUploadSettings.partCheck)),
      newUploadSettings.partChecks[mode],
    );
  }

  async goToReview(): Promise<void> {
    await this.#button(newUpload.nextStep(newUpload.review)).click();
    await this.#heading(newUploadReview.heading);
  }

  async start(): Promise<void> {
    await this.#button(newUploadReview.start).click();
    await this.#page.getByRole('tab', { name: words.upload.files }).waitFor();
  }

  /** From the scan results to a started upload, with every default. */
  async startWithDefaults(): Promise<void> {
    await this.goToCustodians();
    await this.goToSettings();
    await this.goToReview();
    await this.start();
  }

  async askToDiscard(): Promise<void> {
    await this.#button(newUpload.discard).click();
    await this.#page.getByRole('alertdialog').waitFor();
  }

  async keepDraft(): Promise<void> {
    await this.#button(newUpload.discardKeep).click();
    await this.#page.getByRole('alertdialog').waitFor({ state: 'detached' });
  }

  /** Chooses these folders and the first database that matches, and scans them. */
  async scanFolders(
    app: RunningApp,
    folders: readonly string[],
    databaseName: RegExp | string = /./,
  ): Promise<void> {
    await this.chooseFolders(app, ...folders);
    await this.chooseDatabase(databaseName);
    await this.scan();
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
