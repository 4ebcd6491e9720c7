/** From the first start to a receipt that matches the evidence, in the real window. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Locator, Page } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import { verifyReceipt } from '../../main/engine/index.ts';
import { receiptProofText } from '../../preload/contract/texts/verify-text.ts';
import { offeredCommands } from '../../preload/contract/views/menu.ts';
import { words } from '../../renderer/i18n/words.ts';
import type { RunningApp } from '../stand-in/launch.ts';
import {
  endAll,
  goTo,
  limitBandwidth,
  newFolder,
  onlyUpload,
  open,
  quit,
  sampleMatter,
  sampleMatterFiles,
  step,
  timeoutMs,
  waitUntil,
} from './app-driver.ts';
import { noWindow } from './browser.ts';
import { matterCustodians } from './matter.ts';
import { FirstRunPage } from './pages/first-run-page.ts';
import { NewUploadPage } from './pages/new-upload-page.ts';
import { UploadPage } from './pages/upload-page.ts';
import { UploadsPage } from './pages/uploads-page.ts';

afterAll(endAll);

const windowSize = { width: 1280, height: 800 };

test.skipIf(noWindow !== null)(
  'an upload to the sandbox survives pauses and restarts, and its receipt matches the evidence',
  async () => {
    const stateDir = newFolder();
    let app = await open(stateDir);
    const upload = () => onlyUpload(app.page);
    const accepted = async () => (await upload())?.totals.accepted.items ?? 0;

    await step('the first screen fits a small window', () => checkFirstScreen(app.page));
    await step('try the sandbox', async () => {
      await new FirstRunPage(app.page).trySandbox();
      expect(await app.page.getByRole('note').innerText()).toContain(words.shell.sandboxBannerDescription);
    });
    await step('scan the sample matter', () => scanSampleMatter(app));
    await step('assign custodians by folder name', async () => {
      const newUpload = new NewUploadPage(app.page);
      await newUpload.goToCustodians();
      await newUpload.assignByFolderName(matterCustodians);
    });
    await step('choose settings, which the review repeats', async () => {
      const newUpload = new NewUploadPage(app.page);
      await newUpload.goToSettings();
      await newUpload.setPartCheck('always');
      await newUpload.goToReview();
      expect(await app.page.locator('main').innerText()).toContain(words.newUploadReview.sha1On);
      expect((await upload())?.partCheck).toBe('always');
    });
    await step('start and pause', async () => {
      // Half a minute for all files, so that none of the next steps comes too late.
      await limitBandwidth(app.page, 5_000);
      await new NewUploadPage(app.page).start();
      await waitUntil(accepted, (seen) => seen > 2);
      const screen = new UploadPage(app.page);
      await screen.pause();
      expect(await screen.status()).toContain(words.status.paused);
      expect(await upload()).toMatchObject({ state: 'paused' });
      expect(await accepted()).toBeLessThan(sampleMatterFiles);
    });
    await step('quit and start again: still paused, and the sandbox runs', async () => {
      expect(await quit(app)).toBe(0);
      app = await open(stateDir);
      const screen = await new UploadsPage(app.page).open('sample-matter');
      await screen.resumeButton.waitFor();
      const { connectionReady } = words.shell;
      await app.page.getByText(new RegExp(`^${connectionReady('')}`)).waitFor();
      expect((await upload())?.state).toBe('paused');
    });
    await step('quit while uploading: the next start resumes automatically', async () => {
      await app.chooseMenu('resume');
      const before = await accepted();
      await waitUntil(accepted, (seen) => seen > before);
      expect(await quit(app)).toBe(0);
      app = await open(stateDir);
      await limitBandwidth(app.page, null);
      await waitUntil(upload, (seen) => seen?.state === 'finished', 4 * timeoutMs);
      expect(await accepted()).toBe(sampleMatterFiles);
      const screen = await new UploadsPage(app.page).open('sample-matter');
      expect(await screen.status()).toContain(words.status.uploaded);
    });
    await step('save receipts that match the evidence', () => checkReceipts(app));
    await step('the menu enables what the screen can do', () => checkMenu(app));
    await step('verify the receipt that was saved last', () => verifySavedLast(app));
    await step('nothing was written to the console', () => expect(app.output()).toBe(''));
  },
);

/** With every error that it can show. */
async function checkFirstScreen(page: Page): Promise<void> {
  await page.setViewportSize(windowSize);
  const expectVisible = async (button: Locator) => {
    const box = await button.boundingBox();
    expect(box === null ? Number.POSITIVE_INFINITY : box.y + box.height).toBeLessThan(windowSize.height);
  };
  const firstRun = new FirstRunPage(page);
  await firstRun.waitFor();
  await expectVisible(firstRun.startSandbox);
  const form = await firstRun.addConnection();
  await form.connect.click();
  await page.getByText(words.connect.plaintextConsentMissing).waitFor();
  await expectVisible(form.connect);
  await form.fill({
    name: 'Harrow & Pike LLP',
    serverUrl: 'http://review.example.com',
    apiKey: 'not.a.key',
  });
  await form.connect.click();
  await page.getByText(words.connect.serverUrlInsecure).waitFor();
  await expectVisible(form.connect);
}

async function scanSampleMatter(app: RunningApp): Promise<void> {
  const newUpload = new NewUploadPage(app.page);
  await newUpload.addSampleMatter();
  await newUpload.selectedSources.getByText(sampleMatter).waitFor();
  await newUpload.scan();
  await newUpload.waitForFinding('encrypted');
  expect((await app.shown()).dialogs).toEqual([]);
  expect(await onlyUpload(app.page)).toMatchObject({
    state: 'ready',
    totals: { queued: { items: sampleMatterFiles } },
  });
}

async function checkReceipts(app: RunningApp): Promise<void> {
  const folder = newFolder('receipts');
  const screen = new UploadPage(app.page);
  await screen.saveReceipt(app, 'csv', join(folder, 'receipt.csv'));
  await screen.saveReceipt(app, 'json', join(folder, 'receipt.json'));
  await saveLogHead(app, join(folder, 'log head.txt'));
  const verified = await verifyReceipt(join(folder, 'receipt.json'), { against: sampleMatter });
  expect(verified).toMatchObject({
    ok: true,
    value: { intact: true, problems: [], items: sampleMatterFiles },
  });
  expect(verified.ok && verified.value.against).toMatchObject({ differences: [] });
  const rows = readCsv(join(folder, 'receipt.csv'));
  expect(rows).toHaveLength(sampleMatterFiles);
  for (const row of rows) {
    expect(row['Outcome']).toBe('accepted');
    expect(row['Custodian assigned by']).toBe('folder');
    expect(row['Path']?.startsWith(`${row['Custodian']}/`)).toBe(true);
    expect(row['SHA-1']).toMatch(/^[0-9a-f]{40}$/);
  }
}

/** The receipt that was saved last is chosen where receipts are verified; a table isn't. */
async function verifySavedLast({ page }: RunningApp): Promise<void> {
  const { verify } = words;
  await goTo(page, '#/verify', verify.title);
  await page.locator('.verify-path').first().getByText('receipt.json').waitFor();
  await page.getByText(verify.savedLast).waitFor();
  await page.getByRole('button', { name: verify.saved }).click();
  const saved = page.getByRole('menuitem');
  await saved.first().waitFor();
  expect(await saved.count()).toBe(1);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: verify.start, exact: true }).click();
  await page.getByText(receiptProofText('signed-here').title).first().waitFor();
}

/** Copies the log head of the receipt that was just saved and saves it. */
async function saveLogHead(app: RunningApp, path: string): Promise<void> {
  const { page } = app;
  const notice = page.getByRole('status').filter({ hasText: words.upload.receiptSaved });
  const [head = ''] = /[0-9a-f]{64}/.exec(await notice.innerText()) ?? [];
  await page.getByRole('button', { name: words.upload.copyLogHead }).click();
  await page.getByRole('button', { name: words.common.copied }).waitFor();
  const search = new UploadPage(page).searchField;
  await search.focus();
  await page.keyboard.press('ControlOrMeta+v');
  expect(await search.inputValue()).toBe(head);
  await search.fill('');
  await app.answerDialog(path);
  await page.getByRole('button', { name: words.upload.saveLogHead }).click();
  await page.getByText(words.common.savedTo(path)).waitFor();
  expect(readFileSync(path, 'utf8')).toContain(`Log head: ${head}`);
}

async function checkMenu(app: RunningApp): Promise<void> {
  const enabled = async () => {
    const items = (await app.shown()).menu.flatMap((top) => top.items);
    return items
      .filter((item) => item.enabled && offeredCommands.some((command) => command === item.id))
      .map(({ id }) => id)
      .toSorted();
  };
  expect(await enabled()).toEqual(['export-csv', 'find', 'save-receipt']);
  const path = join(newFolder('exports'), 'files.csv');
  await app.answerDialog(path);
  await app.chooseMenu('export-csv');
  await app.page.getByText(words.common.savedTo(path)).waitFor();
  expect(readCsv(path)).toHaveLength(sampleMatterFiles);
  await app.chooseMenu('sandbox');
  await app.page.getByRole('heading', { name: words.sandbox.title, exact: true }).waitFor();
  expect(await waitUntil(enabled, (seen) => seen.length === 0)).toEqual([]);
}

function readCsv(path: string): Record<string, string>[] {
  return parse(readFileSync(path), { bom: true, columns: true });
}
