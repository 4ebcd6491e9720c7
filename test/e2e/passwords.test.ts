/** The Passwords step of a new upload: what is locked, what opens it, and the list for the client. */
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { lockedSummaryText, trialStatusLabels } from '../../preload/contract/texts/locked-file-text.ts';
import { words } from '../../renderer/i18n/words.ts';
import { lockedFiles } from '../fixtures/locked-files.ts';
import { analyze } from './accessibility.ts';
import { endAll, limitBandwidth, newFolder, onlyUpload, open, quit, step } from './app-driver.ts';
import { noWindow } from './browser.ts';
import { FirstRunPage } from './pages/first-run-page.ts';
import { NewUploadPage } from './pages/new-upload-page.ts';
import { UploadPage } from './pages/upload-page.ts';

const { newUpload, newUploadPasswords } = words;

const headPx = 35;
const rowPx = 32;

let platform: Sandbox;
beforeAll(async () => {
  if (noWindow === null) platform = await startSandbox({ dataDir: newFolder('platform') });
});
afterAll(async () => {
  await endAll();
  if (noWindow === null) await platform.stop();
});

const summary = (opened: number, noFit: number) =>
  lockedSummaryText({
    files: 2,
    passwords: opened + noFit,
    byStatus: { opened, 'no-fit': noFit, 'not-tried': 2 - opened - noFit, 'cannot-try': 0, unreadable: 0 },
  });

test.skipIf(noWindow !== null)(
  'passwords are tried, and what stays locked is saved for the client',
  async () => {
    const evidence = newFolder('evidence');
    const custodian = join(evidence, 'Roe, Sam');
    mkdirSync(custodian);
    for (const [name, what] of [
      ['board.zip', 'ZIP, AES-256'],
      ['letter.pdf', 'PDF, AES-256 (R6)'],
    ] as const)
      writeFileSync(join(custodian, name), lockedFiles.find((file) => file.what === what)?.bytes ?? '');
    // The upload takes long enough to be paused.
    writeFileSync(join(custodian, 'disk image.dd'), '');
    truncateSync(join(custodian, 'disk image.dd'), 200_000_000);
    const stateDir = newFolder();
    let app = await open(stateDir, { keychain: 'gnome_libsecret' });
    let { page } = app;
    const form = await new FirstRunPage(page).addConnection();
    await form.fill({ name: 'Harrow & Pike LLP', serverUrl: platform.url, apiKey: platform.apiKey });
    await form.submit(app);
    await page.getByRole('link', { name: words.shell.newUpload }).first().click();
    let wizard = new NewUploadPage(page);
    const field = page.getByLabel(newUploadPasswords.field);
    const rows = page.getByRole('grid', { name: newUploadPasswords.lockedFiles });

    await step('the locked files are listed after the custodians', async () => {
      await wizard.dropFolders(app, evidence);
      await wizard.chooseDatabase('Doe v. Roe');
      await wizard.scan();
      await wizard.goToCustodians();
      await page.getByRole('button', { name: newUpload.nextStep(newUpload.passwords) }).click();
      await page.getByRole('heading', { name: summary(0, 0) }).waitFor();
      // The heading can be there before the rows.
      await expect.poll(() => rows.getByText(trialStatusLabels['not-tried']).count()).toBe(2);
      expect(await page.getByRole('button', { name: newUploadPasswords.tryPasswords }).count()).toBe(0);
    });
    await step('a password is masked, and leaves the window once it is added', async () => {
      await field.fill('Confidential1\nnever fits');
      expect(
        await field.evaluate((input) => getComputedStyle(input).getPropertyValue('-webkit-text-security')),
      ).toBe('disc');
      await page.getByRole('button', { name: newUploadPasswords.add, exact: true }).click();
      await page.getByText(newUploadPasswords.added(2)).waitFor();
      expect(await field.inputValue()).toBe('');
      expect(await page.content()).not.toContain('Confidential1');
    });
    await step('they are tried at once, and which files they open is said', async () => {
      await page.getByRole('heading', { name: summary(1, 1) }).waitFor();
      await rows.getByText(trialStatusLabels.opened).waitFor();
      await rows.getByText(trialStatusLabels['no-fit']).waitFor();
      // Nothing is left to try, so there is nothing to press.
      expect(await page.getByRole('button', { name: newUploadPasswords.tryPasswords }).count()).toBe(0);
      await page.setViewportSize({ width: 900, height: 600 });
      expect((await analyze(page)).violations).toEqual([]);
      // The list is the purpose of the screen: eight rows are seen without scrolling, seven below a sandbox's banner.
      await page.locator('.page').evaluate((scroller) => scroller.scrollTo(0, 0));
      const [list, footer] = await Promise.all([
        rows.boundingBox(),
        page.locator('.wizard-footer').boundingBox(),
      ]);
      expect(list?.height).toBeGreaterThanOrEqual(headPx + 8 * rowPx);
      expect((footer?.y ?? 0) - (list?.y ?? 0)).toBeGreaterThanOrEqual(headPx + 7 * rowPx);
      const pictures = process.env['LADING_PICTURES'];
      if (pictures !== undefined) {
        await page.screenshot({ path: join(pictures, 'passwords-900.png') });
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.screenshot({ path: join(pictures, 'passwords-1280.png') });
      }
    });
    await step('the list for the client has what stays locked, and no password', async () => {
      const path = join(newFolder('lists'), 'locked.txt');
      await app.answerDialog(path);
      await page.getByRole('button', { name: newUploadPasswords.saveLetter }).click();
      await expect.poll(() => existsSync(path), { timeout: 10_000 }).toBe(true);
      const letter = readFileSync(path, 'utf8');
      expect(letter).toContain('letter.pdf (PDF document');
      expect(letter).not.toContain('board.zip');
      expect(letter).not.toContain('Confidential1');
    });
    await step('the review says what stays locked, and is never done', async () => {
      await wizard.goToSettings();
      await wizard.goToReview();
      await page.goBack();
      const steps = page.getByRole('navigation', { name: newUpload.steps });
      await steps.getByRole('button', { name: new RegExp(`${newUpload.review}$`) }).click();
      await page.getByText(summary(1, 1)).waitFor();
    });
    await step('after a restart, the draft says that the passwords are gone, and asks for them', async () => {
      const at = await page.evaluate(() => location.hash);
      await quit(app);
      app = await open(stateDir, { keychain: 'gnome_libsecret' });
      page = app.page;
      await page.evaluate((to) => {
        location.hash = to;
      }, at);
      await page.getByText(summary(0, 0)).waitFor();
      await page.getByText(newUploadPasswords.enterAgain, { exact: true }).waitFor();
      await page.getByRole('button', { name: words.upload.enterPasswords }).click();
      await page.getByLabel(newUploadPasswords.field).fill('Confidential1\nnever fits');
    });
    await step('what is typed is added and tried when the step is left', async () => {
      wizard = new NewUploadPage(page);
      await wizard.goToSettings();
      await wizard.goToReview();
      await page.getByText(/^2 passwords go to the platform/).waitFor();
      await page.getByText(summary(1, 1)).waitFor();
    });
    await step('after a restart, the screen of the upload asks for the passwords that are gone', async () => {
      await limitBandwidth(page, 1_000_000);
      await wizard.start();
      await new UploadPage(page).pause();
      const id = (await onlyUpload(page))?.id ?? 0;
      await quit(app);
      const again = await open(stateDir, { keychain: 'gnome_libsecret' });
      await again.page.evaluate((to) => {
        location.hash = to;
      }, `#/uploads/${id}/settings`);
      const notice = again.page.getByText(newUploadPasswords.enterAgain, { exact: true });
      await notice.waitFor();
      await again.page.getByText(words.uploadSettings.notPacked).waitFor();
      await again.page.getByRole('button', { name: words.upload.enterPasswords }).click();
      const dialog = again.page.getByRole('dialog');
      const typed = dialog.getByLabel(newUploadPasswords.passwords, { exact: true });
      await expect.poll(() => typed.evaluate((input) => input === document.activeElement)).toBe(true);
      expect((await analyze(again.page)).violations).toEqual([]);
      await typed.fill('Confidential1');
      await dialog.getByRole('button', { name: newUploadPasswords.add, exact: true }).click();
      await dialog.getByText(newUploadPasswords.added(1)).waitFor();
      expect(await typed.evaluate((input) => input === document.activeElement)).toBe(true);
      await dialog.getByRole('button', { name: words.common.close }).click();
      await notice.waitFor({ state: 'detached' });
    });
  },
);
