/** A watched folder from the wizard to its removal, in the real window against the sandbox. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../main/sandbox/index.ts';
import { words } from '../../renderer/i18n/words.ts';
import {
  connectWith,
  endAll,
  newFolder,
  open,
  snapshot,
  step,
  timeoutMs,
  uploadsOf,
  waitUntil,
} from './app-driver.ts';
import { noWindow } from './browser.ts';
import { FirstRunPage } from './pages/first-run-page.ts';
import { NewUploadPage } from './pages/new-upload-page.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { WatchedFoldersPage } from './pages/watched-folders-page.ts';

const { watchFiles, watchSetup, watchStatus } = words;

afterAll(endAll);

test.skipIf(noWindow !== null)(
  'files that are put into a watched folder arrive once, and a renamed one is not sent again',
  async () => {
    const folder = newFolder('inbox');
    const name = basename(folder);
    const put = (path: string, content: string) => writeFileSync(join(folder, path), content);
    mkdirSync(join(folder, 'Roe, Sam'));
    put('Roe, Sam/a.txt', 'first');
    put('Roe, Sam/b.tmp', 'not complete');
    const app = await open(newFolder());
    const { page } = app;
    const watched = new WatchedFoldersPage(page);
    const accepted = async () =>
      (await uploadsOf(page)).reduce((sum, { totals }) => sum + totals.accepted.items, 0);
    const expectAccepted = async (expected: number) =>
      waitUntil(accepted, (files) => files >= expected, 3 * timeoutMs).then((files) =>
        expect(files).toBe(expected),
      );

    await step('set up a folder, which the rehearsal describes without sending anything', async () => {
      await new FirstRunPage(page).trySandbox();
      await app.chooseMenu('watched-folders');
      await watched.add();
      await watched.dropFolder(app, folder);
      await watched.setTimes({ settle: 1, quiet: 1, rescan: 1 });
      await watched.next('destination');
      await watched.chooseDatabase('Acme investigation');
      await watched.fill(watchSetup.dataset, 'Intake');
      await watched.next('custodians');
      await watched.choose(watchSetup.ruleFolder);
      await watched.next('schedule');
      await watched.choose(watchSetup.schedules.custom);
      await watched.fill(words.ui.from, '25:00');
      await watched.tryNext('rehearsal');
      await page.getByText(words.ui.clockInvalid, { exact: true }).waitFor();
      await page.getByText(words.newUpload.fieldsToFix(1), { exact: true }).waitFor();
      // What is in view stays where it is, so the steps above are still seen.
      expect(await page.locator('.page').evaluate((scroller) => scroller.scrollTop)).toBe(0);
      await watched.choose(watchSetup.schedules.always);
      await watched.next('rehearsal');
      await page
        .getByText(
          watchSetup.result({ files: 1, size: '5 B', datasets: 1, custodians: 1, withoutCustodian: 0 }),
        )
        .waitFor();
      await watched.row('Roe, Sam/a.txt').waitFor();
      expect(await uploadsOf(page)).toEqual([]);
    });
    await step('activate it: the complete file arrives, under its custodian', async () => {
      await watched.activate();
      await expectAccepted(1);
      const [upload] = await waitUntil(
        () => uploadsOf(page),
        ([first]) => first?.state === 'finished',
      );
      expect(upload).toMatchObject({ datasetName: 'Intake', isSandbox: true });
      expect((await app.shown()).tray?.toolTip).toContain('1 folder watched');
      await watched.showTab('files');
      await watched
        .row(/a\.txt.*Roe, Sam/)
        .getByText(watchFiles.states.sent)
        .waitFor();
    });
    await step('another file arrives as another upload', async () => {
      put('Roe, Sam/c.txt', 'second');
      await expectAccepted(2);
      await watched.row('c.txt').getByText(watchFiles.states.sent).waitFor();
    });
    await step('the file history is sorted with the keyboard, and exported in that order', async () => {
      const header = page.getByRole('button', { name: watchFiles.size });
      await header.focus();
      await header.press('Enter');
      await header.press('Enter');
      await page.getByRole('columnheader', { name: words.ui.descending }).waitFor();
      await waitUntil(
        () => page.getByRole('row').nth(1).textContent(),
        (text) => text?.includes('c.txt') === true,
      );
      expect(await header.evaluate((button) => button === document.activeElement)).toBe(true);
      const csv = join(newFolder('csv'), 'history.csv');
      await app.answerDialog(csv);
      await page.getByRole('button', { name: watchFiles.exportHistory }).click();
      await page.getByText(words.common.savedTo(csv)).waitFor();
      expect(readFileSync(csv, 'utf8')).toMatch(/\r?\n"?Roe, Sam\/c\.txt"?,6,.*\r?\n"?Roe, Sam\/a\.txt"?,5,/);
    });
    await step('its uploads are exported as CSV', async () => {
      await watched.showTab('batches');
      // A name that is cut is shown whole by its tooltip.
      await page.getByTitle('Intake', { exact: true }).nth(1).waitFor();
      const csv = join(newFolder('csv'), 'uploads.csv');
      await app.answerDialog(csv);
      await page.getByRole('button', { name: words.common.exportCsv }).click();
      await page.getByText(words.common.savedTo(csv)).waitFor();
      expect(readFileSync(csv, 'utf8')).toMatch(/^\uFEFF?Upload,.*\r?\n2,Intake,.*\r?\n1,Intake,/);
      await watched.showTab('files');
    });
    await step('a renamed file is recorded and not sent', async () => {
      renameSync(join(folder, 'Roe, Sam', 'a.txt'), join(folder, 'renamed.txt'));
      const renamed = watched.row('renamed.txt').filter({ hasText: watchFiles.states.renamed });
      await renamed.waitFor({ timeout: timeoutMs });
      expect(await accepted()).toBe(2);
      // It is in no folder, so nothing is before its name.
      const path = renamed.locator('.file-path').first();
      const nameBox = await path.locator('.file-path-name').boundingBox();
      expect(nameBox?.x).toBe((await path.boundingBox())?.x);
    });
    await step('a paused folder sends nothing', async () => {
      await watched.pause();
      // The button that paused is the one that activates, so that the keyboard keeps its place.
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: words.watchActions.pause, exact: true }).waitFor();
      await watched.pause();
      put('Roe, Sam/d.txt', 'third');
      await watched.goTo();
      await watched.row(name).getByText(watchStatus.paused).waitFor();
      expect((await snapshot(page)).watchedFolders).toMatchObject([{ state: 'paused', counts: { sent: 2 } }]);
    });
    await step('what was changed in the wizard is discarded only after a question', async () => {
      await watched.open(name);
      await watched.edit(name);
      await watched.fill(watchSetup.marker, 'complete');
      await watched.discardChanges();
      await watched.keepChanges();
      expect(await page.getByLabel(watchSetup.marker, { exact: true }).inputValue()).toBe('complete');
      await watched.fill(watchSetup.marker, '');
      await watched.press(watchSetup.discard);
      await page.getByRole('tab', { name: words.watchedFolder.overview }).waitFor();
    });
    await step('send to another database: its name is typed, and Enter activates', async () => {
      await watched.edit(name);
      await watched.next('destination');
      await watched.chooseDatabase('Doe v. Roe');
      for (const next of ['custodians', 'schedule', 'rehearsal'] as const) await watched.next(next);
      const typed = page.getByLabel(words.newUploadReview.databaseCheckName('Doe v. Roe'));
      await typed.fill('Doe');
      await typed.press('Enter');
      await typed.fill('Doe v. Roe');
      await typed.press('Enter');
      await page.getByRole('tab', { name: words.watchedFolder.overview }).waitFor();
      await expectAccepted(3);
      expect((await uploadsOf(page)).map(({ databaseName }) => databaseName)).toContain('Doe v. Roe');
    });
    await step('remove it: nothing in the folder is touched', async () => {
      await watched.askToRemove(name);
      await watched.keep();
      await watched.askToRemove(name);
      await watched.confirmRemoval();
      expect(await accepted()).toBe(3);
      expect(existsSync(join(folder, 'renamed.txt'))).toBe(true);
      for (const file of ['b.tmp', 'c.txt', 'd.txt'])
        expect(existsSync(join(folder, 'Roe, Sam', file))).toBe(true);
    });
    expect(app.output()).toBe('');
  },
);

test.skipIf(noWindow !== null)(
  'the connection of a folder whose key is refused says so; with another key its files arrive, the damaged ones once a person says so',
  async () => {
    const folder = newFolder('inbox');
    const faultsFile = join(newFolder('faults'), 'faults.json');
    const setFaults = (faults: readonly object[]) => writeFileSync(faultsFile, JSON.stringify(faults));
    setFaults([]);
    const platform = await startSandbox({ dataDir: newFolder('platform'), faultsFile });
    onTestFinished(() => platform.stop());
    const app = await open(newFolder(), { keychain: 'gnome_libsecret' });
    const { page } = app;
    await connectWith(app, 'Harrow & Pike LLP', platform.url, platform.apiKey);
    const watched = new WatchedFoldersPage(page);
    await app.chooseMenu('watched-folders');
    await watched.add();
    await watched.dropFolder(app, folder);
    await watched.setTimes({ settle: 1, quiet: 1, rescan: 1 });
    await watched.next('destination');
    await new NewUploadPage(page).chooseDatabase('Doe v. Roe');
    await watched.fill(watchSetup.dataset, 'Intake');
    for (const next of ['custodians', 'schedule'] as const) await watched.next(next);
    await page.getByText(watchSetup.hold.damaged, { exact: true }).click();
    await watched.next('rehearsal');
    await watched.activate();
    setFaults([{ fault: { kind: 'status', status: 401 } }]);
    writeFileSync(join(folder, 'a.txt'), 'first');
    const refused = await waitUntil(
      async () => (await snapshot(page)).connections[0]?.state,
      (state) => state?.kind === 'failed',
    );
    expect(refused).toMatchObject({ failure: { code: 'key-refused' } });
    setFaults([]);
    const settings = new SettingsPage(page);
    await settings.goTo();
    await settings.replaceKey(app, platform.keys.databaseAdmin);
    await waitUntil(
      () => uploadsOf(page),
      ([upload]) => upload?.state === 'finished',
    );
    await step('zeroed mail archives wait for a person, who uploads one of them', async () => {
      const mail = newFolder('mail');
      for (const name of ['sent.pst', 'zeroed.pst']) writeFileSync(join(mail, name), Buffer.alloc(100_000));
      renameSync(mail, join(folder, 'mail'));
      await watched.goTo();
      await page.getByRole('link', { name: words.watchedFolders.decide, exact: true }).click();
      const row = page.getByRole('row', { name: 'sent.pst' });
      await row.locator('[data-check]').click();
      const upload = page.getByRole('button', { name: words.review.upload(1), exact: true });
      await upload.click();
      await page.getByRole('alertdialog').locator(upload).click();
      await waitUntil(
        async () => (await uploadsOf(page)).at(-1),
        (batch) => batch?.totals.accepted.items === 1 && batch.withheld === 1,
      );
    });
    expect(app.output()).toBe('');
  },
);
