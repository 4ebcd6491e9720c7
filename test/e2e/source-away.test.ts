/** A source that goes away while it is uploaded: the window says so, waits, and lets a person end the waiting. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { words } from '../../renderer/i18n/words.ts';
import { endAll, limitBandwidth, newFolder, onlyUpload, open, waitUntil } from './app-driver.ts';
import { noWindow } from './browser.ts';
import { FirstRunPage } from './pages/first-run-page.ts';
import { UploadPage } from './pages/upload-page.ts';

afterAll(endAll);

const files = 60;

function evidenceFolder(): string {
  const folder = join(newFolder('matter'), 'EV-7');
  mkdirSync(folder);
  for (let number = 1; number <= files; number += 1)
    writeFileSync(join(folder, `mail ${number}.eml`), Buffer.alloc(200_000, number));
  return folder;
}

test.skipIf(noWindow !== null)(
  'an upload waits for a source that is away, and continues or fails its files as a person decides',
  async () => {
    const app = await open(newFolder());
    const { page } = app;
    const folder = evidenceFolder();
    const newUpload = await new FirstRunPage(page).trySandbox();
    await newUpload.scanFolders(app, [folder]);
    await limitBandwidth(page, 1_000_000);
    await newUpload.startWithDefaults();
    const screen = new UploadPage(page);
    const notice = page.getByText(words.unavailableSources.title([folder]));

    renameSync(folder, `${folder}.away`);
    await notice.waitFor();
    await page.getByText(words.unavailableSources.text).waitFor();
    await waitUntil(
      () => page.getByText(words.status.waiting, { exact: true }).count(),
      (shown) => shown > 0,
    );
    renameSync(`${folder}.away`, folder);
    await notice.waitFor({ state: 'detached' });

    renameSync(folder, `${folder}.away`);
    await page.getByRole('button', { name: words.unavailableSources.stop }).click();
    await page.getByRole('button', { name: words.unavailableSources.stopConfirm }).click();
    await notice.waitFor({ state: 'detached' });
    const failed = await waitUntil(
      () => onlyUpload(page),
      (upload) => upload?.state === 'finished',
    );
    const failedFiles = failed?.totals.failed.items ?? 0;
    expect(failedFiles).toBeGreaterThan(0);

    renameSync(`${folder}.away`, folder);
    await limitBandwidth(page, null);
    await page.getByRole('button', { name: words.upload.retryFailed(failedFiles) }).click();
    await screen.waitForAllAccepted(files);
  },
);
