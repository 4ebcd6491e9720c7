/** A full disk under the data folder pauses uploads, says so, and they resume when there is space. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../main/sandbox/index.ts';
import { words } from '../../renderer/i18n/words.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { fillDisk, mountSmallDisk } from '../fixtures/small-disk.ts';
import {
  endAll,
  limitBandwidth,
  newFolder,
  onlyUpload,
  open,
  quit,
  step,
  timeoutMs,
  waitUntil,
} from './app-driver.ts';
import { noWindow } from './browser.ts';
import { FirstRunPage } from './pages/first-run-page.ts';
import { NewUploadPage } from './pages/new-upload-page.ts';
import { UploadPage } from './pages/upload-page.ts';

afterAll(endAll);

const files = 60;

test.skipIf(noWindow !== null)(
  'an upload that a full disk stops says so, can be resumed by hand, and resumes when there is space',
  async ({ skip }) => {
    const stateDir = newFolder();
    skip(!mountSmallDisk(stateDir, '160m'), 'only root on Linux can make a small disk');
    const platform = await startSandbox({ dataDir: newFolder('platform') });
    onTestFinished(() => platform.kill());
    const evidence = newFolder('evidence');
    const sizes = Array.from({ length: files }, (_, n) => [`page ${n}.txt`, 2_000 + n] as const);
    await makeEvidence(evidence, Object.fromEntries(sizes));
    const filler = join(stateDir, 'filler');
    const app = await open(stateDir, { keychain: 'gnome_libsecret' });
    const { page } = app;
    const screen = new UploadPage(page);
    const upload = () => onlyUpload(page);
    const accepted = async () => (await upload())?.totals.accepted.items ?? 0;

    await step('start the upload', async () => {
      const form = await new FirstRunPage(page).addConnection();
      await form.fill({ name: 'Harrow & Pike LLP', serverUrl: platform.url, apiKey: platform.apiKey });
      await form.submit(app);
      await page.getByRole('link', { name: words.shell.newUpload }).first().click();
      const newUpload = new NewUploadPage(page);
      await newUpload.scanFolders(app, [evidence]);
      // Minutes for all files: the disk is full before they have arrived.
      await limitBandwidth(page, 1_000);
      await newUpload.startWithDefaults();
      await waitUntil(accepted, (now) => now > 2);
    });
    await step('the full disk pauses it, and the window, a notification and the log say so', async () => {
      await fillDisk(filler);
      await screen.resumeButton.waitFor({ timeout: 2 * timeoutMs });
      expect(await upload()).toMatchObject({ state: 'paused', stoppedBy: { code: 'disk-full' } });
      expect(await screen.status()).toContain(words.failures['disk-full']);
      await page.getByText(words.upload.continueAfter['disk-full'] ?? '').waitFor();
      const { notifications } = await app.shown();
      expect(notifications).toMatchObject([
        { body: expect.stringContaining(`The disk that holds ${stateDir}`) },
      ]);
    });
    await step('resuming on the full disk says so again', async () => {
      await screen.resume();
      await waitUntil(
        async () => (await app.shown()).notifications.length,
        (shown) => shown === 2,
      );
      await screen.resumeButton.waitFor();
    });
    await step('it resumes when there is space', async () => {
      rmSync(filler);
      await limitBandwidth(page, null);
      await waitUntil(upload, (seen) => seen?.state === 'finished', 6 * timeoutMs);
      await screen.waitForAllAccepted(files);
    });
    await step('the log says what happened', async () => {
      const log = readFileSync(join(stateDir, 'logs', 'lading.log'), 'utf8');
      expect(log).toContain('Upload 1 stopped: The disk that holds');
      expect(await quit(app)).toBe(0);
      expect(app.output()).toBe('');
    });
  },
);
