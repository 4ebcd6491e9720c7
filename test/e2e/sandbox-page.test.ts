/** The sandbox's page opens in the browser with an address of its own each time, which leaves no trace in Lading. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import { findChromium } from '../../build/stand-in/chromium.ts';
import { ui } from '../../main/sandbox/words.ts';
import { words } from '../../renderer/i18n/words.ts';
import { endAll, goTo, newFolder, open, timeoutMs, waitUntil } from './app-driver.ts';
import { noWindow } from './browser.ts';
import { FirstRunPage } from './pages/first-run-page.ts';

afterAll(endAll);

test.skipIf(noWindow !== null)(
  'each click opens another address, which works once and is only in a file that this user alone can read',
  async () => {
    const stateDir = newFolder();
    const app = await open(stateDir);
    const { page } = app;
    await new FirstRunPage(page).trySandbox();
    await goTo(page, '#/sandbox', words.sandbox.title);
    const opened = async () => (await app.shown()).openedPaths;
    const button = page.getByRole('button', { name: words.sandbox.open });
    const tokens: string[] = [];
    for (const clicks of [1, 2]) {
      await button.click();
      const [file = ''] = (await waitUntil(opened, ({ length }) => length === clicks, timeoutMs)).slice(-1);
      expect(file).toBe(join(stateDir, 'window', 'sandbox.html'));
      expect(statSync(file).mode & 0o777).toBe(0o600);
      tokens.push(/token=([^"]+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? '');
      // As the person's own browser opens it.
      const executablePath = findChromium();
      if (executablePath === null) continue;
      const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
      const tab = await browser.newPage();
      await tab.goto(pathToFileURL(file).href);
      await tab.getByRole('heading', { name: ui.overview }).waitFor();
      expect(tab.url()).not.toContain('token');
      await tab.goto(pathToFileURL(file).href);
      await tab.getByText(ui.closedPage.used.title).waitFor();
      await browser.close();
    }
    expect(new Set(tokens).size).toBe(2);

    const content = await page.content();
    const files = readdirSync(stateDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'sandbox.html')
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
    expect(files.length).toBeGreaterThan(3);
    for (const token of tokens) {
      expect(token.length).toBeGreaterThan(80);
      for (const text of [content, app.output(), ...files]) expect(text).not.toContain(token);
    }
  },
);
