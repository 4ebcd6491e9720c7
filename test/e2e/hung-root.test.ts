/** A share that stops answering: the window says so, and stays usable. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { defaultReaderLimits } from '../../main/engine/sources/reader-pool.ts';
import { words } from '../../renderer/i18n/words.ts';
import { fuseMissing, mountFuse } from '../fakes/fuse-folder.ts';
import { endAll, newFolder, open } from './app-driver.ts';
import { noWindow } from './browser.ts';
import { FirstRunPage } from './pages/first-run-page.ts';

afterAll(endAll);

const missing = noWindow ?? (await fuseMissing());

test.skipIf(missing !== null)(
  `a scan of a share that hangs says so, can be canceled, and works once the share answers (${missing ?? 'FUSE'})`,
  async () => {
    const from = join(newFolder('matter'), 'EV-8');
    mkdirSync(from);
    writeFileSync(join(from, 'mail.eml'), 'From');
    const share = await mountFuse(from);
    onTestFinished(share.end);
    const app = await open(newFolder());
    const { page } = app;
    const newUpload = await new FirstRunPage(page).trySandbox();
    await newUpload.chooseFolders(app, share.path);
    await newUpload.chooseDatabase();
    share.hang('readdir');
    await newUpload.submitSource();
    await page.getByText(words.unavailableSources.title([share.path])).waitFor();
    const before = performance.now();
    await page.getByRole('button', { name: words.newUploadSource.scanningStop }).click();
    await page.getByRole('button', { name: words.newUploadSource.scanFiles }).waitFor();
    expect(performance.now() - before).toBeLessThan(defaultReaderLimits.giveUpMs);
    share.resume();
    await newUpload.scan();
  },
);
