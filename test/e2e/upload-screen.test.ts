/** The screen of an upload: its speed from the first second, every part, pauses, the result, and rows that can be copied. */
import { closeSync, mkdirSync, openSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { formatByteLimit, formatBytes } from '../../preload/contract/format-bytes.ts';
import { words } from '../../renderer/i18n/words.ts';
import { analyze } from './accessibility.ts';
import {
  call,
  endAll,
  killProcess,
  limitBandwidth,
  newFolder,
  onlyUpload,
  open,
  snapshot,
  step,
  timeoutMs,
  waitUntil,
} from './app-driver.ts';
import { noWindow } from './browser.ts';
import { FirstRunPage } from './pages/first-run-page.ts';
import { UploadPage } from './pages/upload-page.ts';

afterAll(endAll);

const parts = 6;
/** At the first limit. */
const partBytes = 25_000_000;
const notes = 12;
const files = notes + 1;
/** Half a minute from the first part to the last one: time enough to slow the upload down in between. */
const firstLimit = 5_000_000;
/** A part then takes minutes: it doesn't end before what a step does. */
const slow = 300_000;
const within = { timeout: timeoutMs };

/** A sparse file of several parts, and small files beside it. */
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
  'the screen of an upload shows speed, parts, what a pause costs, a crashed sandbox, and rows that can be copied',
  async () => {
    const app = await open(newFolder());
    const { page } = app;
    const screen = new UploadPage(page);
    const sentBytes = async (): Promise<number> => {
      const { id: uploadId } = (await onlyUpload(page)) ?? {};
      const { value } = await call<{ value: SpeedHistory }>(page, 'uploads.speed', { uploadId });
      return value.bytesPerSecond.reduce((sum, speed) => sum + (speed * value.everyMs) / 1000, 0);
    };
    const dialog = page.getByRole('dialog', { name: words.upload.pauseTitle });
    const finish = dialog.getByRole('button', { name: words.upload.finishParts });
    const stop = dialog.getByRole('button', { name: words.upload.pauseNow });
    /** Until so much of the part under way is sent that a pause asks. */
    const askToPause = async (): Promise<void> => {
      for (;;) {
        const before = await sentBytes();
        await waitUntil(sentBytes, (sent) => sent > before + 3 * slow);
        await screen.pauseButton.click();
        await finish.or(screen.resumeButton).first().waitFor();
        if (await finish.isVisible()) return;
        await screen.resume();
      }
    };

    await step('start, with the limit and the speed shown', async () => {
      const newUpload = await new FirstRunPage(page).trySandbox();
      await newUpload.scanFolders(app, [evidenceFolder()]);
      const { preferences } = (await snapshot(page)).app;
      await call(page, 'preferences.set', { ...preferences, bytesPerSecond: firstLimit, concurrency: 1 });
      await newUpload.startWithDefaults();
      await page.getByRole('heading', { name: words.upload.speedLast('') }).waitFor();
      const limit = words.common.bandwidthLimit(formatByteLimit(firstLimit), null);
      await page.getByText(limit, { exact: true }).first().waitFor();
    });
    await step('the parts map is one tab stop; the arrow keys move from part to part', async () => {
      await waitUntil(
        async () => (await onlyUpload(page))?.totals.accepted.items,
        (items) => items === notes,
      );
      await screen.expandRow(/disk image\.dd/);
      const map = page.getByRole('slider', { name: /^6 parts/ });
      await map.focus();
      await page.keyboard.press('ArrowRight');
      const first = `${words.ui.part(1, formatBytes(partBytes))} · ${words.ui.partUploaded} · ${words.ui.partEtag('')}`;
      const text = await waitUntil(
        () => map.getAttribute('aria-valuetext'),
        (shown) => shown?.startsWith(first) === true,
      );
      expect(text?.length).toBeGreaterThan(first.length);
      await limitBandwidth(page, slow);
      await page.keyboard.press('End');
      const last = words.ui.part(parts, formatBytes(partBytes));
      await expect.poll(() => map.getAttribute('aria-valuetext'), within).toContain(last);
      expect((await analyze(page)).violations).toEqual([]);
    });
    await step('a pause says what it costs, and finishes the parts under way', async () => {
      await askToPause();
      expect((await analyze(page)).violations).toEqual([]);
      await finish.click();
      await page
        .getByRole('status')
        .filter({ hasText: words.upload.finishingParts(null) })
        .waitFor();
      await limitBandwidth(page, null);
      await screen.resumeButton.waitFor();
      expect((await onlyUpload(page))?.acknowledgedBytes).toBeGreaterThanOrEqual(2 * partBytes);
      await page.getByRole('heading', { name: words.upload.speedFinal('') }).waitFor();
    });
    await step('a pause can still stop at once', async () => {
      await limitBandwidth(page, slow);
      await screen.resume();
      await askToPause();
      await stop.click();
      await screen.resumeButton.waitFor();
    });
    await step(
      'a sandbox that crashed is said to be stopped; once started, the upload continues',
      async () => {
        await screen.resume();
        await waitUntil(
          async () => (await onlyUpload(page))?.totals.uploading.items,
          (items) => items === 1,
        );
        await killProcess(app, /sandbox/i);
        const notice = page.getByText(words.sandbox.notRunning);
        await notice.waitFor();
        await limitBandwidth(page, null);
        await page.getByRole('button', { name: words.sandbox.start }).click();
        await notice.waitFor({ state: 'detached' });
        // Its retries may have begun to wait longer.
        await waitUntil(
          () => onlyUpload(page),
          (seen) => seen?.state === 'finished',
          4 * timeoutMs,
        );
        await screen.waitForAllAccepted(files);
        expect((await onlyUpload(page))?.totals.accepted.items).toBe(files);
      },
    );

    // A click anywhere in a row opens it, another closes it; with Ctrl or Shift it selects.
    const detail = page.locator('.file-detail-path');
    const row = screen.row(/note 12\.txt/);
    await row.click({ position: { x: 300, y: 10 } });
    await detail.filter({ hasText: /note 12\.txt$/ }).waitFor();
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
    await screen.row(/note 12\.txt/).waitFor();

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
  300_000,
);

interface SpeedHistory {
  readonly everyMs: number;
  readonly bytesPerSecond: readonly number[];
}
