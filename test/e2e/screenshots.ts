/**
 * `npm run screenshots -- [folder] [--only TEXT] [--sizes 900x600,1920x1080]`: every screen, or those with TEXT in their name, at
 * two sizes, light and dark, by default into dist/screenshots.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright';
import { words } from '../../renderer/i18n/words.ts';
import { endAll, newPresentableFolder, open, quit } from './app-driver.ts';
import { noWindow } from './browser.ts';
import { troubledMatter } from './matter.ts';
import {
  type OnScreen,
  visitBilling,
  visitDatabases,
  visitFirstRun,
  visitOrganization,
  visitSandbox,
  visitWatchedFolders,
} from './screen-tour.ts';
import { visitScenes } from './screenshot-scenes.ts';
import { visitStates } from './screenshot-states.ts';

const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    sizes: { type: 'string', default: '1920x1080,1280x800' },
  },
  allowPositionals: true,
});
const folder = resolve(positionals[0] ?? join(import.meta.dirname, '..', '..', 'dist', 'screenshots'));
const sizes = values.sizes.split(',').map((size) => {
  const [width, height] = size.split('x').map(Number);
  if (!width || !height) throw new Error(`${size} isn't a size like 900x600`);
  return { width, height };
});

async function takeScreenshots(page: Page, name: string): Promise<void> {
  if (!name.includes(values.only)) return;
  // No row is highlighted because the pointer happens to be over it.
  await page.mouse.move(0, 0);
  await page.waitForFunction((loading) => !document.body.innerText.includes(loading), words.common.loading);
  // The window has no set size at first. Narrow ones leave out columns that the visits wait for.
  const shown = page.viewportSize() ?? { width: 1280, height: 800 };
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const theme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      // Two frames, because what is measured in one is drawn in the next.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      await page.screenshot({
        path: join(folder, `${name}-${size.width}x${size.height}-${theme}.png`),
        animations: 'disabled',
      });
    }
  }
  await page.setViewportSize(shown);
  process.stdout.write(`${name}\n`);
}

async function run(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await visitStates(takeScreenshots, values.only);
  const fresh = await open(newPresentableFolder('lading', 'office-', 1));
  const onScreen: OnScreen = (name) => takeScreenshots(fresh.page, name);
  await visitFirstRun(fresh, onScreen);
  await visitWatchedFolders(fresh, onScreen, troubledMatter());
  await visitSandbox(fresh, onScreen);
  await visitDatabases(fresh, onScreen);
  await visitBilling(fresh, onScreen);
  await visitOrganization(fresh, onScreen);
  await quit(fresh);
  await visitScenes(({ page }, name) => takeScreenshots(page, name));
}

if (noWindow === null) {
  try {
    await run();
    process.stdout.write(`The screenshots are in ${folder}.\n`);
  } finally {
    await endAll();
  }
} else process.exitCode = 1;
