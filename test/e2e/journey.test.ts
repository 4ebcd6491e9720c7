/** From the first start to a receipt that holds against the evidence, in the window a person has. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyReceipt } from '../../main/engine/index.ts';
import type { RunningApp } from '../stand-in/launch.ts';
import {
  choose,
  endAll,
  newFolder,
  open,
  patienceMs,
  practise,
  quit,
  sampleMatter,
  until,
  uploadsOf,
} from './app-driver.ts';
import { noWindow } from './browser.ts';

afterAll(endAll);

describe.skipIf(noWindow !== null)('the whole way on this computer', () => {
  const stateDir = newFolder();
  let app: RunningApp;
  beforeAll(async () => {
    app = await open(stateDir);
  });
  const status = () => app.page.locator('.summary-status').innerText();
  const upload = async () => (await uploadsOf(app.page))[0];

  test('the first screen fits into a small window, whatever it has to say', async () => {
    const { page } = app;
    await page.setViewportSize({ width: 1280, height: 800 });
    const lowest = async (button: string) => {
      const box = await page.getByRole('button', { name: button, exact: true }).boundingBox();
      return box === null ? Number.POSITIVE_INFINITY : box.y + box.height;
    };
    await page.getByRole('heading', { name: 'Welcome to Lading' }).waitFor();
    expect(await lowest('Start practising')).toBeLessThan(800);
    await page.getByRole('button', { name: 'Enter address and key' }).click();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('Accept how the key is kept').waitFor();
    expect(await lowest('Connect')).toBeLessThan(800);
    await page.getByLabel('Name', { exact: true }).fill('Harrow & Pike LLP');
    await page.getByLabel('Server address').fill('http://review.example.com');
    await page.getByLabel('API key', { exact: true }).fill('not.a.key');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('http:// is not encrypted').waitFor();
    expect(await lowest('Connect')).toBeLessThan(800);
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  test('practising leads from the first screen to the form of a new upload', async () => {
    await practise(app.page);
    expect(await app.page.getByRole('note').innerText()).toContain('nothing leaves it');
  });

  test('the sample matter is a press away, and shown as it was found before anything is sent', async () => {
    const { page } = app;
    await page.getByRole('button', { name: 'Use the sample matter' }).click();
    await page.getByRole('list', { name: 'Chosen folders and files' }).getByText(sampleMatter).waitFor();
    // Of a practice database nothing hangs: one is chosen already.
    await until(
      () => page.getByRole('combobox', { name: 'Database' }).inputValue(),
      (chosen) => chosen !== '',
    );
    await page.getByRole('button', { name: 'Take the inventory' }).click();
    await page.getByRole('heading', { name: 'What was found' }).waitFor();
    expect((await app.shown()).dialogs).toEqual([]);
    await page.getByText('No problems were found').waitFor();
    const found = await app.page.locator('main').innerText();
    expect(found).toContain('No problems were found');
    expect((await upload())?.state).toBe('ready');
    expect((await upload())?.totals.queued.items).toBe(33);
  });

  test('the first folder below the source names the custodian', async () => {
    const { page } = app;
    await page.getByRole('button', { name: 'On to Custodians' }).click();
    await page.getByText('A folder’s name', { exact: true }).click();
    const rows = page.getByRole('grid', { name: 'Who gets what' });
    for (const name of ['Ng, Ana', 'Roe, Sam', 'Жукова, Ирина']) {
      await rows.getByText(name, { exact: true }).first().waitFor();
    }
    await page.getByText('3 custodians · every file has one').waitFor();
  });

  test('settings are chosen and come back in the review', async () => {
    const { page } = app;
    await page.getByRole('button', { name: 'On to Processing settings' }).click();
    await page.getByRole('heading', { name: 'How the platform processes the files' }).waitFor();
    await choose(page, /Check each part when it arrives/, 'Always');
    await page.getByRole('button', { name: 'On to Review' }).click();
    await page.getByText('33 files, ').last().waitFor();
    expect(await page.locator('main').innerText()).toContain('SHA-1 of every file');
    expect((await upload())?.partCheck).toBe('always');
  });

  test('a started upload shows its progress, and pauses', async () => {
    const { page } = app;
    await page.getByRole('button', { name: 'Start the upload' }).click();
    await page.getByRole('tab', { name: 'Files' }).waitFor();
    const moving = await until(upload, (seen) => (seen?.totals.accepted.items ?? 0) > 2);
    expect(moving?.state).toBe('uploading');
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByRole('button', { name: 'Resume', exact: true }).waitFor();
    expect(await status()).toContain('Paused');
    const paused = await upload();
    expect(paused?.state).toBe('paused');
    expect(paused?.totals.accepted.items).toBeLessThan(33);
  });

  test('after a quit it is still paused, and the practice platform is there again', async () => {
    expect(await quit(app)).toBe(0);
    app = await open(stateDir);
    await app.page.getByRole('link', { name: 'sample-matter' }).first().click();
    await app.page.getByRole('button', { name: 'Resume', exact: true }).waitFor();
    const running = await until(
      () => app.page.locator('.nav-connection').innerText(),
      (seen) => seen.includes('Signed in'),
    );
    expect(running).toContain('Signed in');
    expect((await upload())?.state).toBe('paused');
  });

  test('a quit while it is sent is made up for by the next start, without being asked', async () => {
    await app.chooseMenu('resume');
    const before = (await upload())?.totals.accepted.items ?? 0;
    await until(upload, (seen) => (seen?.totals.accepted.items ?? 0) > before);
    expect(await quit(app)).toBe(0);
    app = await open(stateDir);
    const ended = await until(upload, (seen) => seen?.state === 'finished', 2 * patienceMs);
    expect(ended?.totals.accepted.items).toBe(33);
    await app.page.getByRole('link', { name: 'sample-matter' }).first().click();
    await app.page.locator('.summary-status').waitFor();
    expect(await status()).toContain('Verified');
  });

  test('the receipts that are saved hold against the evidence', async () => {
    const folder = newFolder('receipts');
    const { page } = app;
    for (const [format, item] of [
      ['json', /JSON, complete/],
      ['csv', /CSV, one row/],
    ] as const) {
      await app.answerDialog(join(folder, `receipt.${format}`));
      await page.getByRole('button', { name: 'Receipt', exact: true }).click();
      await page.getByRole('menuitem', { name: item }).click();
      await page.getByText(`It is in ${join(folder, `receipt.${format}`)}.`).waitFor();
    }
    const verified = await verifyReceipt(join(folder, 'receipt.json'), { against: sampleMatter });
    expect(verified).toMatchObject({ ok: true, value: { intact: true, problems: [], items: 33 } });
    expect(verified.ok && verified.value.against).toMatchObject({ differences: [] });
    const rows: Record<string, string>[] = parse(readFileSync(join(folder, 'receipt.csv')), {
      bom: true,
      columns: true,
    });
    expect(rows).toHaveLength(33);
    for (const row of rows) {
      expect(row['Outcome']).toBe('accepted');
      expect(row['Custodian from']).toBe('folder');
      expect(row['Path']?.startsWith(`${row['Custodian']}/`)).toBe(true);
      expect(row['SHA-1']).toMatch(/^[0-9a-f]{40}$/);
    }
  });

  test('the menu offers what the screen can do, and greys what it cannot', async () => {
    const offered = async () => {
      const items = (await app.shown()).menu.flatMap((top) => top.items);
      const names = ['find', 'pause', 'resume', 'retry-failed', 'save-receipt', 'export-csv'];
      return items.filter(({ id, enabled }) => enabled && names.includes(id)).map(({ id }) => id);
    };
    expect((await offered()).toSorted()).toEqual(['export-csv', 'find', 'save-receipt']);
    const path = join(newFolder('exports'), 'files.csv');
    await app.answerDialog(path);
    await app.chooseMenu('export-csv');
    await app.page.getByText(path).waitFor();
    const rows: Record<string, string>[] = parse(readFileSync(path), { bom: true, columns: true });
    expect(rows).toHaveLength(33);
    await app.chooseMenu('sandbox');
    await app.page.getByRole('heading', { name: 'Practice', exact: true }).waitFor();
    expect(await until(offered, (seen) => seen.length === 0)).toEqual([]);
  });

  test('nothing of it wrote a line about a bug', () => {
    expect(app.output()).toBe('');
  });
});
