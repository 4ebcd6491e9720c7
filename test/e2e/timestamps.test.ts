/** A receipt is time-stamped by the authority of the settings, and the window says by whom when it verifies it. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { failureText } from '../../preload/contract/failures/failure-table.ts';
import { words } from '../../renderer/i18n/words.ts';
import { createAuthority, hasOpenssl } from '../fixtures/openssl-tsa.ts';
import { endAll, goTo, newFolder, open, snapshot, waitUntil } from './app-driver.ts';
import { noWindow } from './browser.ts';
import { FirstRunPage } from './pages/first-run-page.ts';
import { UploadPage } from './pages/upload-page.ts';

afterAll(endAll);
const { settings, verify, upload } = words;

test.skipIf(noWindow !== null || !hasOpenssl)(
  'the authority of the settings time-stamps a receipt, and a silent one costs only the time stamp',
  async () => {
    const folder = newFolder('tsa');
    const tsa = createAuthority(mkdtempSync(join(folder, 'tsa-')), { key: 'ec', name: 'Ostrel Time' });
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => response.end(tsa.reply(Buffer.concat(chunks))));
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const address = server.address();
    const url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}/` : '';
    const evidence = newFolder('matter');
    writeFileSync(join(evidence, 'note.txt'), 'seen');

    const app = await open(newFolder());
    const { page } = app;
    const newUpload = await new FirstRunPage(page).trySandbox();
    await goTo(page, '#/settings', settings.title);
    const saveUrl = async (text: string, answer: number) => {
      await page.getByLabel(settings.timestampUrl).fill(text);
      await app.answerDialog(answer);
      await page.getByLabel(settings.timestampUrl).blur();
    };
    await page.setViewportSize({ width: 900, height: 600 });
    await page.getByText(settings.schedule, { exact: true }).click();
    const useSchedule = page.getByRole('button', { name: settings.useSchedule });
    await useSchedule.waitFor();
    // It is below the hours, which fill a small window.
    expect(await useSchedule.evaluate((it) => it.getBoundingClientRect().bottom < innerHeight)).toBe(true);
    expect((await snapshot(page)).app.preferences.schedule).toBeNull();
    await useSchedule.click();
    await useSchedule.waitFor({ state: 'detached' });
    expect((await snapshot(page)).app.preferences.schedule).toMatchObject({ from: '08:00', to: '18:00' });
    await page.getByText(settings.scheduleUses.nothing, { exact: true }).click();
    await page.getByText(settings.changesUnused).waitFor();
    expect((await snapshot(page)).app.preferences.schedule).toMatchObject({ sends: 'limited' });
    await page.getByRole('button', { name: words.common.cancel }).click();
    await useSchedule.waitFor({ state: 'detached' });
    // An hour is edited while it is typed, and Cancel brings back the one that holds.
    const to = page.getByLabel(words.ui.to, { exact: true });
    await to.fill('20:30');
    await page.getByText(settings.changesUnused).waitFor();
    expect(await to.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: words.common.cancel }).click();
    await useSchedule.waitFor({ state: 'detached' });
    expect(await to.inputValue()).toBe('18:00');
    // Hours that aren't used yet are asked about when a person leaves, and nothing is dropped until then.
    const unused = page.getByRole('dialog', { name: settings.unusedTitle });
    await to.fill('20:30');
    await page.getByRole('link', { name: words.shell.help }).click();
    await unused.waitFor();
    await page.keyboard.press('Escape');
    await page.getByText(settings.changesUnused).waitFor();
    expect(await to.inputValue()).toBe('20:30');
    await page.getByRole('link', { name: words.shell.help }).click();
    await unused.getByRole('button', { name: settings.discardHours }).click();
    await unused.waitFor({ state: 'detached' });
    await goTo(page, '#/settings', settings.title);
    expect(await to.inputValue()).toBe('18:00');
    for (const schedule of [null, { from: '08:00' }]) {
      await page.getByText(settings.schedule, { exact: true }).click();
      await expect.poll(async () => (await snapshot(page)).app.preferences).toMatchObject({ schedule });
    }
    await page.getByText(settings.schedule, { exact: true }).click();
    await saveUrl(url, 1);
    await page.getByText(failureText({ code: 'timestamp-url-not-confirmed' })).waitFor();
    expect((await snapshot(page)).app.timestampUrl).toBeNull();
    await saveUrl(url, 0);
    await waitUntil(
      async () => (await snapshot(page)).app.timestampUrl,
      (seen) => seen === url,
    );
    await app.answerDialog([join(tsa.folder, 'root.pem')]);
    await app.answerDialog(0);
    await page.getByRole('button', { name: settings.chooseTimestampCa }).click();
    await page.getByText('Ostrel Time Root').first().waitFor();

    await goTo(page, '#/new', words.newUpload.title);
    await newUpload.scanFolders(app, [evidence]);
    await newUpload.startWithDefaults();
    const screen = new UploadPage(page);
    await screen.waitForAllAccepted(1);
    const receipt = join(folder, 'receipt.json');
    await screen.saveReceipt(app, 'json', receipt);
    await page.getByText('Time-stamped by Ostrel Time at').first().waitFor();
    expect(readFileSync(receipt, 'utf8')).toMatch(/"timestamp":\{"token":/);

    server.close();
    server.closeAllConnections();
    await screen.saveReceipt(app, 'json', join(folder, 'unstamped.json'));
    await page.getByText(upload.receiptSavedUnstamped).waitFor();

    const verifyReceipt = async (path: string) => {
      await goTo(page, '#/uploads', words.uploads.title);
      await goTo(page, '#/verify', verify.title);
      await app.answerDialog([path]);
      await page.getByRole('button', { name: verify.chooseReceipt }).click();
      await page
        .locator('.verify-path')
        .first()
        .getByText(/\.json/)
        .waitFor();
      await page.getByRole('button', { name: verify.start, exact: true }).click();
      await page.getByRole('heading', { name: verify.proved, exact: true }).waitFor();
      return page.locator('main').innerText();
    };
    const said = await verifyReceipt(receipt);
    expect(said).toContain(verify.signedHere);
    expect(said).toContain('whose certificate leads to the one you trust');
    expect(await verifyReceipt(join(folder, 'unstamped.json'))).toContain(verify.signedHere);
  },
);
