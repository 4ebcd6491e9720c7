/** The form of a new upload drops nothing that was typed, and asks the platform before the last step. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { maxFolderLevel } from '../../preload/contract/views/custodian-rule.ts';
import { words } from '../../renderer/i18n/words.ts';
import {
  choose,
  endAll,
  limitBandwidth,
  newFolder,
  onlyUpload,
  open,
  sampleMatter,
  step,
  waitUntil,
} from './app-driver.ts';
import { noWindow } from './browser.ts';
import { FirstRunPage } from './pages/first-run-page.ts';
import { NewUploadPage } from './pages/new-upload-page.ts';

const { newUpload, newUploadCustodians, newUploadReview, newUploadSettings, newUploadSource } = words;

let platform: Sandbox;
beforeAll(async () => {
  if (noWindow === null) platform = await startSandbox({ dataDir: newFolder('platform') });
});
afterAll(async () => {
  await endAll();
  if (noWindow === null) await platform.stop();
});

async function connect(apiKey: string) {
  const app = await open(newFolder(), { keychain: 'gnome_libsecret' });
  const form = await new FirstRunPage(app.page).addConnection();
  await form.fill({ name: 'Harrow & Pike LLP', serverUrl: platform.url, apiKey });
  await form.submit(app);
  await app.page.getByRole('link', { name: words.shell.newUpload }).first().click();
  return app;
}

test.skipIf(noWindow !== null)(
  'an invalid setting blocks the next step and the start, and keeps what was typed',
  async () => {
    // An account that sees no partial project types their IDs.
    const app = await connect(platform.keys.uploader);
    const { page } = app;
    const wizard = new NewUploadPage(page);
    const next = page.getByRole('button', { name: newUpload.nextStep(newUpload.review) });
    const projects = page.getByLabel('Partial projects to add');
    const fixOne = page.getByText(newUpload.fieldsToFix(1));

    await step('the permission to upload is unknown for an account that is no administrator', async () => {
      await wizard.dropFolders(app, sampleMatter);
      await wizard.chooseDatabase('Doe v. Roe');
      await page.getByText(newUploadSource.uploadPermission.unknown).waitFor();
      await wizard.scan();
    });
    await step('an empty folder level blocks the next step', async () => {
      await wizard.goToCustodians();
      await page.getByText(newUploadCustodians.folderName, { exact: true }).click();
      const level = page.getByLabel(newUploadCustodians.folderLevel);
      await level.fill('');
      await page.getByRole('button', { name: newUpload.nextStep(newUpload.passwords) }).click();
      await fixOne.waitFor();
      expect(await level.evaluate((field) => field === document.activeElement)).toBe(true);
      // As deep as the command line and watched folders take it.
      await level.fill(String(maxFolderLevel));
      await page.keyboard.press('Tab');
      await fixOne.waitFor({ state: 'hidden' });
      expect(await level.inputValue()).toBe(String(maxFolderLevel));
      await level.fill('1');
      await page.keyboard.press('Tab');
      await wizard.goToSettings();
    });
    await step('text that is no list of IDs blocks the next step and gets the focus', async () => {
      await projects.fill('12, Privilege team');
      await next.click();
      await fixOne.waitFor();
      expect(await projects.evaluate((field) => field === document.activeElement)).toBe(true);
      await page.getByText(newUploadSettings.projectsInvalid).waitFor();
    });
    await step('it is still there after leaving the step', async () => {
      await page.getByRole('button', { name: newUpload.backTo(newUpload.passwords) }).click();
      await page.getByRole('button', { name: newUpload.nextStep(newUpload.settings) }).click();
      expect(await projects.inputValue()).toBe('12, Privilege team');
      await page.getByText(newUploadSettings.projectsInvalid).waitFor();
    });
    await step('the start is blocked too, however the review is reached', async () => {
      await page.evaluate(() => {
        location.hash = location.hash.replace(/settings$/, 'review');
      });
      await page.getByText(newUploadReview.blockers.settings).waitFor();
      expect(await page.getByRole('button', { name: newUploadReview.start }).isDisabled()).toBe(true);
      await page.goBack();
    });
    await step('a valid value is saved before the next step opens', async () => {
      await projects.fill('12, 48');
      await next.click();
      await page.getByText('12, 48').waitFor();
      expect((await onlyUpload(page))?.settings).toEqual({ partialProjects: [12, 48] });
      await waitUntil(
        () => page.getByRole('button', { name: newUploadReview.start }).isEnabled(),
        (enabled) => enabled,
      );
    });
  },
);

test.skipIf(noWindow !== null)(
  'an administrator chooses partial projects by name, and knows the permission to upload at once',
  async () => {
    const app = await connect(platform.keys.databaseAdmin);
    const { page } = app;
    const wizard = new NewUploadPage(page);
    await wizard.chooseFolders(app, sampleMatter);
    await wizard.chooseDatabase('Doe v. Roe');
    await page.getByText(newUploadSource.uploadPermission.granted).waitFor();
    await wizard.scan();
    await wizard.goToCustodians();
    await wizard.goToSettings();
    await page.getByRole('group', { name: 'Partial projects to add' }).getByText('Privilege team').click();
    // The focus on a checkbox scrolls its list, never the window itself.
    expect(await page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0);
    await wizard.goToReview();
    await page.getByText('Privilege team').waitFor();
    expect((await onlyUpload(page))?.settings).toEqual({ partialProjects: [502] });
    await step(
      'custodians that nobody decided about mark their step and the start, with a way there',
      async () => {
        const noCustodian = page.getByText(/^\d+ files have no custodian/);
        await noCustodian.waitFor();
        await page.getByText(/ready to upload\. \d+ files have no custodian/).waitFor();
        await page.getByRole('button', { name: /Custodians ?, \d+ files have no custodian/ }).waitFor();
        await page.getByRole('button', { name: newUploadReview.decideCustodians }).click();
        await page.getByRole('button', { name: newUploadCustodians.leaveUnassigned }).click();
        await page.getByText(/stay without a custodian/).waitFor();
        await wizard.goToSettings();
        await wizard.goToReview();
        await page.getByText(newUploadReview.unassignedDecided).waitFor();
        expect(await noCustodian.count()).toBe(0);
        await page.getByRole('button', { name: /Custodians ?, done/ }).waitFor();
        await page.getByRole('button', { name: /Passwords ?, no password was tried on/ }).waitFor();
      },
    );
    await step('the settings lead back to the draft that led to them', async () => {
      // A person without a limit or hours needs the way there, too.
      for (const link of [words.common.setBandwidth, words.common.changeBandwidth]) {
        await page.getByRole('link', { name: link }).click();
        await page.getByRole('heading', { name: words.settings.bandwidth }).waitFor();
        await limitBandwidth(page, 1_000);
        // The limit keeps its speed in another unit.
        await choose(page, new RegExp(words.settings.unit), 'Mbit/s');
        const amount = page.getByLabel(words.settings.limitTo, { exact: true });
        expect(await amount.inputValue()).toBe('0.008');
        await page.getByRole('link', { name: words.settings.backTo['new-upload'] }).click();
        await page.getByRole('heading', { name: newUploadReview.heading }).waitFor();
      }
    });
  },
);
