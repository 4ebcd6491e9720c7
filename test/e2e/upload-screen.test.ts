/** The screen of an upload: its speed from the first second, every part, the result, and rows that can be copied. */
import { closeSync, mkdirSync, openSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { formatBytes } from '../../preload/contract/texts/format-bytes.ts';
import { isPauseCostly } from '../../preload/contract/views/pause-cost.ts';
import { words } from '../../renderer/i18n/words.ts';
import { analyze } from './accessibility.ts';
import {
  endAll,
  killProcess,
  limitBandwidth,
  newFolder,
  onlyUpload,
  open,
  snapshot,
  timeoutMs,
  waitUntil,
} from './app-driver.ts';
import { noWindow } from './browser.ts';
import { FirstRunPage } from './pages/first-run-page.ts';
import { UploadPage } from './pages/upload-page.ts';

afterAll(endAll);

const limit = 15_000_000;
/** Parts take minutes. */
const slow = 100_000;
const parts = 20;
/** A second of the limit. */
const partBytes = limit;
const notes = 12;

const within = { timeout: timeoutMs };

/** A sparse file of twenty parts, and small files beside it. */
function evidenceFolder(): string {
  const folder = join(newFolder('matter'), 'EV-9');
  mkdirSync(folder);
  for (let number = 1; number <= notes; number += 1)
    writeFileSync(join(folder, `note ${number}.txt`), 'seen');
  const image = join(folder, 'disk image.dd');
  closeSync(openSync(image, 'w'));
  truncateSync(image, parts * partBytes);
  return folder;
}

test.skipIf(noWindow !== null)(
  'the screen of an upload shows speed, parts and the result, and its rows can be copied',
  async () => {
    const app = await open(newFolder());
    const { page } = app;
    const newUpload = await new FirstRunPage(page).trySandbox();
    await newUpload.scanFolders(app, [evidenceFolder()]);
    await limitBandwidth(page, limit);
    await newUpload.startWithDefaults();

    const screen = new UploadPage(page);
    await page.getByRole('heading', { name: words.upload.speedLast('') }).waitFor();
    await page.getByText(words.common.bandwidthLimit(limit, null), { exact: true }).first().waitFor();

    // The parts map is one tab stop; the arrow keys move from part to part.
    await screen.expandRow(/disk image\.dd/);
    const map = page.getByRole('slider', { name: new RegExp(`^${parts} parts`) });
    await map.focus();
    await page.keyboard.press('ArrowRight');
    const first = `${words.ui.part(1, formatBytes(partBytes))} · ${words.ui.partUploaded} · ${words.ui.partEtag('')}`;
    const text = await waitUntil(
      () => map.getAttribute('aria-valuetext'),
      (shown) => shown?.startsWith(first) === true,
    );
    expect(text?.length).toBeGreaterThan(first.length);
    // The upload lasts until it is paused, however slow the machine is.
    await limitBandwidth(page, slow);
    await page.keyboard.press('End');
    const last = words.ui.part(parts, formatBytes(partBytes));
    await expect.poll(() => map.getAttribute('aria-valuetext'), within).toContain(last);

    expect((await analyze(page)).violations).toEqual([]);

    await screen.pause();
    await page.getByRole('heading', { name: words.upload.speedFinal('') }).waitFor();
    await limitBandwidth(page, null);
    await screen.resume();
    const files = notes + 1;
    await screen.waitForAllAccepted(files);

    // A click anywhere in a row opens it, another closes it; with Ctrl or Shift it selects.
    const detail = page.locator('.file-detail-path');
    const row = screen.row(/note 2\.txt/);
    await row.click({ position: { x: 300, y: 10 } });
    await detail.filter({ hasText: /note 2\.txt$/ }).waitFor();
    await row.click({ position: { x: 300, y: 10 } });
    await detail.waitFor({ state: 'detached' });
    await row.click({ position: { x: 300, y: 10 }, modifiers: ['ControlOrMeta'] });
    expect(await detail.count()).toBe(0);
    // A click anywhere in a header sorts.
    const header = page.getByRole('columnheader', { name: words.uploadFiles.file });
    const { width = 0, height = 0 } = (await header.boundingBox()) ?? {};
    await header.click({ position: { x: width - 3, y: height - 3 } });
    await expect.poll(() => header.getAttribute('aria-sort'), within).toBe('ascending');
    await header.click({ position: { x: width - 3, y: 3 } });
    await expect.poll(() => header.getAttribute('aria-sort'), within).toBe('descending');
    await header.click();
    await screen.row(/note 2\.txt/).waitFor();

    await screen.grid.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.getByText(`${words.common.files(files)} · ${words.common.selected(files)}`).waitFor();
    await page.keyboard.press('ControlOrMeta+c');
    await page
      .getByRole('status')
      .filter({ hasText: words.ui.copied(files) })
      .waitFor();
    // Rows are selected by index, so a different order clears the selection.
    await screen.sortBy(words.uploadFiles.size);
    await page.getByText(words.common.files(files), { exact: true }).waitFor();
    expect(await screen.grid.getByRole('row', { selected: true }).count()).toBe(0);
    await screen.searchField.focus();
    await page.keyboard.press('ControlOrMeta+v');
    const pasted = await waitUntil(
      () => screen.searchField.inputValue(),
      (typed) => typed.includes('note 12.txt'),
    );
    expect(pasted).toContain('disk image.dd');
  },
);

test.skipIf(noWindow !== null)(
  'an upload whose sandbox crashed says so, starts the sandbox and continues',
  async () => {
    const app = await open(newFolder());
    const { page } = app;
    const newUpload = await new FirstRunPage(page).trySandbox();
    const folder = newFolder('evidence');
    for (const name of ['first.bin', 'second.bin']) {
      writeFileSync(join(folder, name), Buffer.alloc(20_000_000, 7));
    }
    await newUpload.scanFolders(app, [folder]);
    await limitBandwidth(page, 2_000_000);
    await newUpload.startWithDefaults();
    await waitUntil(
      async () => (await onlyUpload(page))?.totals.uploading.items,
      (items) => items === 2,
    );
    await killProcess(app, /sandbox/i);
    const notice = page.getByText(words.sandbox.notRunning);
    await notice.waitFor();
    await limitBandwidth(page, null);
    await page.getByRole('button', { name: words.sandbox.start }).click();
    await notice.waitFor({ state: 'detached' });
    const screen = new UploadPage(page);
    // Each try doubles the wait for the next one, up to a minute.
    await screen.waitForAllAccepted(2, 120_000);
    expect((await onlyUpload(page))?.totals.accepted.items).toBe(2);
  },
);

test.skipIf(noWindow !== null)(
  'a pause on a slow line says what it costs, may be taken back, finishes the parts under way, and can still stop at once',
  async () => {
    const app = await open(newFolder());
    const { page } = app;
    const newUpload = await new FirstRunPage(page).trySandbox();
    await newUpload.scanFolders(app, [evidenceFolder()]);
    await limitBandwidth(page, 4_000_000);
    await newUpload.startWithDefaults();
    const screen = new UploadPage(page);
    const dialog = page.getByRole('dialog', { name: words.upload.pauseTitle });
    const finish = dialog.getByRole('button', { name: words.upload.finishParts });
    const stop = dialog.getByRole('button', { name: words.upload.pauseNow });
    const progress = async () => (await snapshot(page)).progress[0];
    const ask = async (): Promise<void> => {
      for (;;) {
        await limitBandwidth(page, 4_000_000);
        await waitUntil(progress, (seen) => (seen?.partsUnderWay.sentBytes ?? 0) > 1_000_000);
        await limitBandwidth(page, slow);
        await waitUntil(progress, (seen) =>
          isPauseCostly(seen?.partsUnderWay.sentBytes ?? 0, seen?.bytesPerSecond ?? 0),
        );
        await screen.pauseButton.click();
        await finish.or(screen.resumeButton).first().waitFor();
        if (await finish.isVisible()) return;
        // The part arrived before the click, so that there was nothing to ask.
        await screen.resume();
      }
    };

    await ask();
    expect((await analyze(page)).violations).toEqual([]);
    await dialog.getByRole('button', { name: words.upload.keepUploading }).click();
    await screen.pauseButton.waitFor();
    expect((await onlyUpload(page))?.state).toBe('uploading');
    await ask();
    await finish.click();
    await page
      .getByRole('status')
      .filter({ hasText: words.upload.finishingParts(null) })
      .waitFor();
    await limitBandwidth(page, 4_000_000);
    await screen.resumeButton.waitFor();
    expect((await onlyUpload(page))?.acknowledgedBytes).toBeGreaterThan(0);

    await screen.resume();
    await ask();
    await stop.click();
    await screen.resumeButton.waitFor();
  },
);
