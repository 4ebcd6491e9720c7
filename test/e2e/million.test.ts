/** A million files in one list: correct rows at every position. The benchmark measures how smoothly it scrolls. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { words } from '../../renderer/i18n/words.ts';
import type { RunningApp } from '../stand-in/launch.ts';
import { endAll, newFolder, open, quit, sampleMatter, waitUntil } from './app-driver.ts';
import { noWindow } from './browser.ts';
import { FirstRunPage } from './pages/first-run-page.ts';
import { million, seededName, seedMillion } from './seed.ts';

describe.skipIf(noWindow !== null)('a list of a million files', () => {
  const stateDir = newFolder();
  let app: RunningApp;
  beforeAll(async () => {
    const first = await open(stateDir);
    const newUpload = await new FirstRunPage(first.page).trySandbox();
    await newUpload.scanFolders(first, [sampleMatter]);
    await quit(first);
    const uploadId = seedMillion(stateDir);
    app = await open(stateDir);
    await app.page.evaluate((id) => {
      location.hash = `#/uploads/${id}`;
    }, uploadId);
    await app.page.getByText(words.common.files(million)).first().waitFor();
  });
  afterAll(endAll);

  /** Row indexes as announced to assistive technology, with each row's text. */
  const rows = (): Promise<{ index: number; text: string }[]> =>
    app.page.evaluate(() =>
      [...document.querySelectorAll('[role="row"][aria-rowindex]')]
        .map((row) => ({ index: Number(row.getAttribute('aria-rowindex')) - 2, text: row.textContent ?? '' }))
        .filter(({ index }) => index >= 0),
    );
  const scrollTo = (share: number): Promise<void> =>
    app.page.evaluate((where) => {
      const scroller = [...document.querySelectorAll('*')]
        .filter((element) => element.scrollHeight > 1_000_000)
        .toSorted((a, b) => a.clientHeight - b.clientHeight)[0];
      scroller?.scrollTo(0, (scroller.scrollHeight - scroller.clientHeight) * where);
    }, share);

  test.each([
    ['at the top', 0, 0],
    ['in the middle', 0.5, million / 2],
    ['at the end', 1, million - 1],
  ])('shows the right files %s', async (_, share, expected) => {
    await scrollTo(share);
    const isCorrect = (seen: { index: number; text: string }[]): boolean =>
      seen.length > 5 &&
      seen.some(({ index }) => Math.abs(index - expected) <= 40) &&
      seen.every(({ index, text }) => text.includes(seededName(index)));
    const visible = await waitUntil(rows, isCorrect);
    expect(visible.length).toBeGreaterThan(5);
    expect(visible.length).toBeLessThan(200);
    for (const { index, text } of visible) expect(text).toContain(seededName(index));
    expect(visible.some(({ index }) => Math.abs(index - expected) <= 40)).toBe(true);
  });

  test('announces the number of rows, and renders only the visible ones while scrolling', async () => {
    const { page } = app;
    const grid = page.locator('[aria-rowcount]').first();
    expect(await grid.getAttribute('aria-rowcount')).toBe(String(million + 1));
    await scrollTo(0.25);
    await grid.hover();
    await page.evaluate(() => {
      const frames: { ms: number; rows: number }[] = [];
      let last = performance.now();
      const frame = (now: number): void => {
        frames.push({ ms: now - last, rows: document.querySelectorAll('[aria-rowindex]').length });
        last = now;
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
      Object.assign(window, { recordedFrames: frames });
    });
    for (let turn = 0; turn < 120; turn += 1) await page.mouse.wheel(0, turn % 3 === 0 ? 3000 : 240);
    const frames: { ms: number; rows: number }[] = await page.evaluate(() =>
      Reflect.get(window, 'recordedFrames'),
    );
    const sorted = frames.map(({ ms }) => ms).toSorted((a, b) => a - b);
    const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
    console.log(`Scrolled over a million rows: ${frames.length} frames, p95 ${p95.toFixed(1)} ms.`);
    expect(frames.length).toBeGreaterThan(5);
    expect(Math.max(...frames.map(({ rows }) => rows))).toBeLessThan(200);
  });
});
