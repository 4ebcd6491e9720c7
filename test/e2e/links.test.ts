/** A link whose secret part is not stored: the window asks for it, sends it, and stores nothing of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { linkWarningText } from '../../preload/contract/texts/link-check-text.ts';
import { handedOverText } from '../../preload/contract/views/handed-over.ts';
import type { LinkWarning } from '../../preload/contract/views/link-check.ts';
import { words } from '../../renderer/i18n/words.ts';
import { startRangeServer } from '../fakes/range-server.ts';
import { call, endAll, newFolder, onlyUpload, open, quit, timeoutMs, waitUntil } from './app-driver.ts';
import { noWindow } from './browser.ts';
import { FirstRunPage } from './pages/first-run-page.ts';
import { UploadPage } from './pages/upload-page.ts';
import { UploadsPage } from './pages/uploads-page.ts';

afterAll(endAll);

test.skipIf(noWindow !== null)(
  'a failed link with a secret part is handed over after it is pasted again in full',
  async () => {
    await using host = await startRangeServer({
      '/disk.e01': { bytes: Buffer.from('an image'), query: '?token=opensesame' },
    });
    const stateDir = newFolder();
    const link = `${host.origin}/disk.e01?token=opensesame`;
    let app = await open(stateDir);
    const newUpload = await new FirstRunPage(app.page).trySandbox();
    await newUpload.links.fill(link);
    await newUpload.datasetName.fill('Linked');
    await newUpload.scan();
    await quit(app);

    // After a restart, the link is known only up to its question mark.
    app = await open(stateDir);
    const upload = () => onlyUpload(app.page);
    const draft = await waitUntil(upload, (seen) => typeof seen?.connectionId === 'string');
    await call(app.page, 'uploads.start', { uploadId: draft?.id, links: [], held: 'ask' });
    await waitUntil(upload, (seen) => seen?.totals.failed.items === 1);
    await new UploadsPage(app.page).open('Linked');
    await app.page.getByText(words.upload.handedOverOf('0', 1)).waitFor();
    await app.page.getByRole('button', { name: words.upload.retryFailed(1, 1) }).click();
    const dialog = app.page.getByRole('dialog');
    await dialog.getByText(`${host.origin}/disk.e01`, { exact: true }).waitFor();
    await dialog.getByLabel(words.failedLinks.links).fill(link);
    await dialog.getByRole('button', { name: words.failedLinks.retry, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const ended = await waitUntil(upload, (seen) => seen?.totals.handedOver.items === 1, 2 * timeoutMs);
    expect(ended?.totals).toMatchObject({ handedOver: { items: 1 }, failed: { items: 0 } });
    expect(await quit(app)).toBe(0);
    // Except in the sandbox, which is not part of Lading: a platform must know what it fetches.
    const files = readdirSync(stateDir, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && !entry.parentPath.includes(join(stateDir, 'sandbox')),
    );
    for (const { parentPath, name } of files) {
      expect([name, readFileSync(join(parentPath, name)).includes('opensesame')]).toEqual([name, false]);
    }
  },
);

test.skipIf(noWindow !== null)(
  'links are checked before they are sent, once a person confirmed their servers, and handed over, never accepted',
  async () => {
    await using host = await startRangeServer({ '/mail.pst': { bytes: Buffer.alloc(1_234_000) } });
    const app = await open(newFolder());
    const newUpload = await new FirstRunPage(app.page).trySandbox();
    // Every bad line is named, and a missing https:// is added on request.
    await newUpload.links.fill('hello\nnowhere.invalid/x.zip\nftp://h.example/x');
    const bad = app.page.getByText(words.newUploadSource.linkNotUrl([1, 3]));
    await bad.waitFor();
    await app.page.getByRole('button', { name: words.newUploadSource.addScheme(1) }).click();
    expect(await newUpload.links.inputValue()).toContain('\nhttps://nowhere.invalid/x.zip\n');
    const good = `${host.origin}/mail.pst`;
    const gone = 'https://nowhere.invalid/gone.zip';
    await newUpload.links.fill(`${good}\n${gone}`);
    await newUpload.datasetName.fill('Linked');
    await app.answerDialog(0);
    await newUpload.scan();
    const warningAt = (link: string, warning: LinkWarning) =>
      app.page.getByRole('row').filter({ hasText: link }).getByText(linkWarningText(warning)).waitFor();
    // Nothing of this computer is ever asked for the window.
    await warningAt(good, { code: 'private-address' });
    await app.page
      .getByRole('row')
      .filter({ hasText: gone })
      .getByText(/^This computer can't reach it/)
      .waitFor();
    expect((await app.shown()).dialogs.at(-1)?.options).toMatchObject({
      message: 'Check links on nowhere.invalid?',
      buttons: ['Check links', 'Cancel'],
    });
    expect(host.asked).toEqual([]);
    await newUpload.startWithDefaults();
    const upload = new UploadPage(app.page);
    await waitUntil(
      () => onlyUpload(app.page),
      (seen) => seen?.state === 'finished',
      2 * timeoutMs,
    );
    await upload
      .row(/mail\.pst/)
      .getByText(words.status.handedOver)
      .first()
      .waitFor();
    await upload.expandRow(/mail\.pst/);
    await app.page.locator('.file-detail').getByText(handedOverText).waitFor();
    expect(await app.page.getByText(words.uploadFiles.noParts).count()).toBe(0);
    expect(await quit(app)).toBe(0);
  },
);
