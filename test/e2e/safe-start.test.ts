/** A new upload starts empty, and says at its first step what would make its destination the wrong one. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { failureText } from '../../preload/contract/failures/failure-table.ts';
import { words } from '../../renderer/i18n/words.ts';
import { choose, connectWith, endAll, newFolder, open, step, uploadsOf, waitUntil } from './app-driver.ts';
import { noWindow } from './browser.ts';
import { FirstRunPage } from './pages/first-run-page.ts';
import { NewUploadPage } from './pages/new-upload-page.ts';

const { newUploadCustodians, newUploadReview, newUploadSource, selection } = words;

let platform: Sandbox;
let faultsFile = '';
beforeAll(async () => {
  if (noWindow !== null) return;
  faultsFile = join(newFolder('faults'), 'faults.json');
  writeFileSync(faultsFile, '[]');
  platform = await startSandbox({ dataDir: newFolder('platform'), faultsFile });
});
afterAll(async () => {
  await endAll();
  if (noWindow === null) await platform.stop();
});

function evidence(name: string): string {
  const folder = join(newFolder('evidence'), name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'letter.txt'), `Dear ${name}`);
  return folder;
}

async function openAsAdmin() {
  const app = await open(newFolder(), { keychain: 'gnome_libsecret' });
  const form = await new FirstRunPage(app.page).addConnection();
  await form.fill({ name: 'Harrow & Pike LLP', serverUrl: platform.url, apiKey: platform.keys.admin });
  await form.submit(app);
  return { app, page: app.page, wizard: new NewUploadPage(app.page) };
}

test.skipIf(noWindow !== null)(
  'two matters never join in one draft: a new upload is empty, and what was entered is continued by a question only',
  async () => {
    const { app, page, wizard } = await openAsAdmin();
    const [smith, doe, roe] = [evidence('Smith'), evidence('Doe'), evidence('Roe')];
    await wizard.openNew();
    await step('a draft of the first matter is saved', async () => {
      await wizard.scanFolders(app, [smith], 'Acme investigation');
      await wizard.goToUploads();
    });
    await step('the next upload has nothing of it, and names it', async () => {
      await wizard.openNew();
      await page.getByText(newUploadSource.nothingSelected).waitFor();
      expect(await wizard.database.inputValue()).toBe('');
      expect(await wizard.datasetName.inputValue()).toBe('');
      await page.getByText(newUploadSource.continueDraft(1)).waitFor();
      await page.getByText('“Smith ').waitFor();
    });
    await step('a form that was left is continued by a question only', async () => {
      await wizard.chooseFolders(app, doe);
      await wizard.goToUploads();
      await wizard.openNew();
      await page.getByText(doe).waitFor();
      expect(await page.locator('.drop-zone').count()).toBe(0);
      await page.getByRole('button', { name: newUploadSource.startEmpty }).click();
      await page.getByText(newUploadSource.nothingSelected).waitFor();
      await wizard.chooseFolders(app, roe);
      await wizard.goToUploads();
      await page.getByText(words.uploads.unscanned.title(null, 1)).waitFor();
      await page.setViewportSize({ width: 900, height: 600 });
      const list = page.getByRole('grid', { name: words.uploads.title });
      const [body, row] = await Promise.all([
        list.locator('.grid-body').boundingBox(),
        list.locator('[data-index]').first().boundingBox(),
      ]);
      // Below a notice, eight uploads are seen with the heading of a month.
      expect((600 - (body?.y ?? 600)) / (row?.height ?? 600)).toBeGreaterThan(9);
      await page.setViewportSize({ width: 1280, height: 800 });
      await wizard.openNew();
      await page.getByText(roe).waitFor();
      await wizard.goToUploads();
      await page.getByRole('button', { name: newUploadSource.continue, exact: true }).click();
      await wizard.selectedSources.getByText(roe).waitFor();
    });
    await step('each draft has its own sources', async () => {
      await wizard.chooseDatabase('Doe v. Roe');
      await wizard.scan();
      const drafts = await uploadsOf(page);
      expect(drafts.map(({ sources, databaseName }) => [sources, databaseName])).toEqual([
        [[smith], 'Acme investigation'],
        [[roe], 'Doe v. Roe'],
      ]);
    });
    await step('a saved draft is continued from the question that names it', async () => {
      await wizard.openNew();
      await page.getByRole('button', { name: /Continue draft “Smith / }).click();
      await page.getByText(/^Smith .* · 1 file/).waitFor();
    });
    await step('other sources replace a draft once they are scanned', async () => {
      await page.getByRole('button', { name: words.newUpload.source, exact: false }).first().click();
      await page.getByRole('button', { name: newUploadSource.changeSources }).click();
      await page.getByText(newUploadSource.replacesText).waitFor();
      await wizard.chooseFolders(app, doe);
      await wizard.scan();
      const drafts = await uploadsOf(page);
      expect(drafts.map(({ sources }) => sources)).toEqual([[roe], [smith, doe]]);
    });
    await step('a folder of a saved draft is named with that draft, at once and in the review', async () => {
      const isToo = page.getByText(`${roe} is in the draft Roe `);
      const reviewStep = page.getByRole('button', { name: words.newUpload.review });
      await wizard.openNew();
      await wizard.chooseFolders(app, roe);
      await isToo.waitFor();
      await wizard.chooseDatabase('Acme investigation');
      await reviewStep.click();
      await page.getByText(words.newUpload.scanFirst).waitFor();
      await wizard.scan();
      // Whatever steps lie between.
      await reviewStep.click();
      await isToo.waitFor();
    });
  },
);

test.skipIf(noWindow !== null)(
  'no database is chosen but one that the sources went to before; a frozen one asks, and what is sent again is said',
  async () => {
    const { app, page, wizard } = await openAsAdmin();
    const smith = evidence('Smith');
    const question = page.getByRole('alertdialog');
    await step('a frozen database is chosen once a person says so', async () => {
      await wizard.openNew();
      await wizard.chooseFolders(app, smith);
      expect(await wizard.database.inputValue()).toBe('');
      await wizard.chooseDatabase('Fabrikam merger');
      await question.waitFor();
      const safe = question.getByRole('button', { name: newUploadSource.inactive.safe });
      expect(await safe.evaluate((button) => button === document.activeElement)).toBe(true);
      await page.keyboard.press('Enter');
      await question.waitFor({ state: 'detached' });
      await waitUntil(
        () => wizard.database.inputValue(),
        (name) => name === '',
      );
      await wizard.chooseDatabase('Fabrikam merger');
      await question.getByRole('button', { name: newUploadSource.inactive.accept('frozen') }).click();
      await wizard.scan();
    });
    await step('the review says it again', async () => {
      await wizard.goToCustodians();
      await page.getByLabel(newUploadCustodians.defaultCustodian).fill('John Smith');
      await page.keyboard.press('Enter');
      await waitUntil(
        () => uploadsOf(page),
        (uploads) => uploads.at(-1)?.custodian === 'John Smith',
      );
      await wizard.goToSettings();
      await wizard.goToReview();
      await page.getByText(newUploadReview.inactive('frozen')).waitFor();
      await wizard.start();
      await waitUntil(
        () => uploadsOf(page),
        ([first]) => first?.state === 'finished',
      );
    });
    await step('a database that is closed to organization admins says so', async () => {
      await wizard.openNew();
      await wizard.chooseDatabase('Sealed matter');
      await page.getByText(newUploadSource.uploadPermission.closed.title).last().waitFor();
    });
    await step('the folder’s own database is chosen, with the reason', async () => {
      await wizard.goToUploads();
      await wizard.openNew();
      await wizard.chooseFolders(app, smith);
      await page.getByText(newUploadSource.sentBefore.title).waitFor();
      await page.getByText(/^Chosen because these sources were uploaded to it before, to “Smith /).waitFor();
      await question.getByRole('button', { name: newUploadSource.inactive.accept('frozen') }).click();
      expect(await wizard.database.inputValue()).toBe('Fabrikam merger');
    });
    await step('what is typed into a field with a choice replaces it', async () => {
      await wizard.database.click();
      const selected = () =>
        wizard.database.evaluate((input) =>
          input instanceof HTMLInputElement
            ? input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0)
            : '',
        );
      await waitUntil(selected, (text) => text === 'Fabrikam merger');
      await page.keyboard.type('Doe');
      await page.getByRole('option', { name: 'Doe v. Roe' }).waitFor();
      // Escape closes the list, and neither the text nor the choice is lost.
      await page.keyboard.press('Escape');
      await page.getByRole('listbox').waitFor({ state: 'detached' });
      expect(await wizard.database.inputValue()).toBe('Doe');
      await wizard.datasetName.focus();
      expect(await wizard.database.inputValue()).toBe('Fabrikam merger');
    });
    await step('what was sent before is a banner, with a button that sends only what is new', async () => {
      writeFileSync(join(smith, 'new.txt'), 'Later');
      await wizard.scan();
      const untilQueued = (items: number) =>
        waitUntil(
          () => uploadsOf(page),
          (uploads) => uploads.at(-1)?.totals.queued.items === items,
        );
      await page.getByText(selection.sentAgain(1, 10)).waitFor();
      await page.getByRole('button', { name: selection.sendNew }).click();
      await page.getByText(selection.sentSkipped(1, 10)).waitFor();
      await untilQueued(1);
      await wizard.goToCustodians();
      await page.getByText(/^Custodian rules from “Smith /).waitFor();
      expect(await page.getByLabel(newUploadCustodians.defaultCustodian).inputValue()).toBe('John Smith');
      await wizard.goToSettings();
      await wizard.goToReview();
      await page.getByRole('button', { name: selection.sendAll }).click();
      await page.getByText(selection.sentAgain(1, 10)).waitFor();
      await untilQueued(2);
    });
    await step(
      'a database that the account may not upload to is refused before anything is scanned',
      async () => {
        const before = await uploadsOf(page);
        // Its own record is the only proof of that, and the sandbox shows a record to administrators only.
        const body = { data: { user: { id: 12 }, permissions: ['DB_DELETE'] } };
        const fault = { kind: 'answer', status: 200, body };
        writeFileSync(faultsFile, JSON.stringify([{ match: { operation: 'GetDatabaseUser' }, fault }]));
        await connectWith(app, 'Uploader', platform.url, platform.keys.uploader);
        await wizard.openNew();
        await choose(page, new RegExp(newUploadSource.connection), /Uploader/);
        await wizard.chooseFolders(app, evidence('Moe'));
        await wizard.chooseDatabase('Doe v. Roe');
        await page.getByText(newUploadSource.uploadPermission.missing.title).last().waitFor();
        await wizard.submitSource();
        const refused = { code: 'upload-forbidden', databaseId: 2001, databaseName: 'Doe v. Roe' } as const;
        await page.getByText(failureText(refused)).waitFor();
        expect(await uploadsOf(page)).toHaveLength(before.length);
      },
    );
  },
);
