/** An upload as its screen tells of it: the speed from the first second on, whether everything arrived, every part, rows to copy. */
import { closeSync, mkdirSync, openSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, expect, test } from 'vitest';
import {
  endAll,
  limitSpeed,
  newFolder,
  open,
  practise,
  startAsItIs,
  takeInventory,
  until,
  uploadsOf,
} from './app-driver.ts';
import { noWindow } from './browser.ts';

afterAll(endAll);

/** Twelve parts of 50 MB without a byte on the disk, and small files beside it. */
function matter(): string {
  const folder = join(newFolder('matter'), 'EV-9');
  mkdirSync(folder);
  for (let number = 1; number <= 12; number += 1) writeFileSync(join(folder, `note ${number}.txt`), 'seen');
  const image = join(folder, 'disk image.dd');
  closeSync(openSync(image, 'w'));
  truncateSync(image, 600_000_000);
  return folder;
}

test.skipIf(noWindow !== null)(
  'the screen of an upload shows speed, parts and what arrived, and its rows can be copied',
  async () => {
    const app = await open(newFolder());
    const { page } = app;
    await practise(page);
    await takeInventory(app, matter());
    await limitSpeed(page, 30_000_000);
    await startAsItIs(page);

    await page.getByRole('heading', { name: /^Speed, last/ }).waitFor();
    await page.getByText('Limit 30.0 MB/s', { exact: true }).first().waitFor();

    // One stop of the Tab key, and arrows from part to part.
    const row = page.getByRole('row', { name: /disk image\.dd/ });
    await row.locator('[data-expander]').click();
    const parts = page.getByRole('slider', { name: /^12 parts/ });
    await parts.focus();
    await page.keyboard.press('ArrowRight');
    await until(
      () => parts.getAttribute('aria-valuetext'),
      (said) => said?.startsWith('Part 1: 50.0 MB · acknowledged · ETag ') === true,
    );
    expect(await parts.getAttribute('aria-valuetext')).toMatch(/^Part 1: 50\.0 MB · acknowledged · ETag \S+/);
    await page.keyboard.press('End');
    expect(await parts.getAttribute('aria-valuetext')).toMatch(/^Part 12: 50\.0 MB/);

    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);

    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await page.getByRole('heading', { name: /^Speed, the last .* of sending$/ }).waitFor();
    await limitSpeed(page, null);
    await page.getByRole('button', { name: 'Resume' }).click();
    await until(
      () => uploadsOf(page),
      ([upload]) => upload?.state === 'finished',
    );
    await page.getByText('Everything arrived: the platform accepted all 13 files.').waitFor();

    const grid = page.getByRole('treegrid');
    await grid.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+c');
    await page.getByRole('status').filter({ hasText: '13 rows copied' }).waitFor();
    // Rows are chosen by their place: in another order the same places hold other files.
    await page.getByText('13 files · 13 selected').waitFor();
    await page.getByRole('button', { name: 'Size' }).click();
    await page.getByText('13 files', { exact: true }).waitFor();
    expect(await grid.getByRole('row', { selected: true }).count()).toBe(0);
    await page.getByRole('searchbox', { name: 'Search files' }).focus();
    await page.keyboard.press('ControlOrMeta+v');
    await until(
      () => page.getByRole('searchbox', { name: 'Search files' }).inputValue(),
      (typed) => typed.includes('note 12.txt'),
    );
    expect(await page.getByRole('searchbox', { name: 'Search files' }).inputValue()).toContain(
      'disk image.dd',
    );
  },
  90_000,
);

test.skipIf(noWindow !== null)(
  'an upload whose practice platform ended says so where it stands paused, starts it and goes on',
  async () => {
    const app = await open(newFolder());
    const { page } = app;
    await practise(page);
    const folder = newFolder('evidence');
    for (const name of ['first.bin', 'second.bin'])
      writeFileSync(join(folder, name), Buffer.alloc(20_000_000, 7));
    await takeInventory(app, folder);
    await limitSpeed(page, 2_000_000);
    await startAsItIs(page);
    await until(
      async () => (await uploadsOf(page))[0]?.totals.uploading.items ?? 0,
      (sending) => sending === 2,
    );
    const { processes } = await app.shown();
    process.kill(processes.find(({ name }) => /practice/.test(name))?.pid ?? 0, 'SIGKILL');
    await page.getByText('The practice platform is not running').waitFor();
    await limitSpeed(page, null);
    await page.getByRole('button', { name: 'Start the practice platform' }).click();
    await page.getByText('The practice platform is not running').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Everything arrived: the platform accepted all 2 files.').waitFor();
  },
  120_000,
);
