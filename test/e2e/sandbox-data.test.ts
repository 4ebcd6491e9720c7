/** The sandbox's copies of evidence can be seen and deleted. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { failureText } from '../../preload/contract/failures/failure-table.ts';
import { words } from '../../renderer/i18n/words.ts';
import {
  endAll,
  goTo,
  limitBandwidth,
  newFolder,
  onlyUpload,
  open,
  timeoutMs,
  waitUntil,
} from './app-driver.ts';
import { noWindow } from './browser.ts';
import { FirstRunPage } from './pages/first-run-page.ts';

afterAll(endAll);

test.skipIf(noWindow !== null)(
  'the space for the sandbox is named where it is chosen; deleting its data asks first, stops the sandbox, and marks the upload to it',
  async () => {
    const stateDir = newFolder();
    const app = await open(stateDir);
    const { page } = app;
    const newUpload = await new FirstRunPage(page).trySandbox();
    const [space = ''] = words.sandbox.space.free(0).split(', where');
    await page.getByText(space).waitFor();
    const folder = newFolder('evidence');
    writeFileSync(join(folder, 'disk.img'), Buffer.alloc(20_000_000, 7));
    await newUpload.scanFolders(app, [folder]);
    await limitBandwidth(page, 1_000_000);
    await newUpload.startWithDefaults();
    const upload = () => onlyUpload(page);
    await waitUntil(upload, (seen) => seen?.totals.uploading.items === 1);

    await goTo(page, '#/settings', words.settings.title);
    const remove = page.getByRole('button', { name: words.sandbox.deleteData });
    await remove.click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText(words.sandbox.deleteUnfinished(1)).waitFor();
    // Enter chooses the safe answer.
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect((await upload())?.state).toBe('uploading');

    await remove.click();
    await dialog.getByRole('button', { name: words.sandbox.deleteConfirm }).click();
    const marked = await waitUntil(upload, (seen) => seen?.state === 'cancelled', 2 * timeoutMs);
    expect(marked?.stoppedBy).toEqual({ code: 'sandbox-data-deleted' });
    await remove.waitFor({ state: 'detached' });
    expect(existsSync(join(stateDir, 'sandbox'))).toBe(false);
    expect(existsSync(join(folder, 'disk.img'))).toBe(true);
    await goTo(page, `#/uploads/${marked?.id}`, marked?.name ?? '');
    await page.getByText(failureText({ code: 'sandbox-data-deleted' })).waitFor();
    expect(app.output()).toBe('');
  },
);
