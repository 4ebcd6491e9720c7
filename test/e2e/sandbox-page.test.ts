/** The sandbox's page opens in the browser with an address of its own each time, which leaves no trace in Lading. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { words } from '../../renderer/i18n/words.ts';
import { endAll, goTo, newFolder, open, timeoutMs, waitUntil } from './app-driver.ts';
import { noWindow } from './browser.ts';
import { FirstRunPage } from './pages/first-run-page.ts';

afterAll(endAll);

test.skipIf(noWindow !== null)(
  'each click opens another address, which works once and is neither in the window nor in a file',
  async () => {
    const stateDir = newFolder();
    const app = await open(stateDir);
    const { page } = app;
    await new FirstRunPage(page).trySandbox();
    await goTo(page, '#/sandbox', words.sandbox.title);
    const opened = async () => (await app.shown()).openedExternally;
    const button = page.getByRole('button', { name: words.sandbox.open });
    await button.click();
    await waitUntil(opened, ({ length }) => length === 1, timeoutMs);
    await button.click();
    const addresses = await waitUntil(opened, ({ length }) => length === 2, timeoutMs);
    const tokens = addresses.map((address) => new URL(address).searchParams.get('token') ?? '');
    expect(new Set(tokens).size).toBe(2);
    const status = async (address: string) => (await fetch(address, { redirect: 'manual' })).status;
    for (const address of addresses) {
      expect([await status(address), await status(address)]).toEqual([303, 403]);
    }

    const content = await page.content();
    const files = readdirSync(stateDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
    expect(files.length).toBeGreaterThan(3);
    for (const token of tokens) {
      expect(token.length).toBeGreaterThan(80);
      for (const text of [content, app.output(), ...files]) expect(text).not.toContain(token);
    }
  },
  120_000,
);
