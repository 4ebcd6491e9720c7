/** `npm run screenshots [folder]`: every screen at two sizes, light and dark, by default into dist/screenshots. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { RunningApp } from '../stand-in/launch.ts';
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

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '..', '..', 'dist', 'screenshots'));
const sizes = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
] as const;

async function takeScreenshots({ page }: RunningApp, name: string): Promise<void> {
  // No row is highlighted because the pointer happens to be over it.
  await page.mouse.move(0, 0);
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
  process.stdout.write(`${name}\n`);
}

async function run(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const fresh = await open(newPresentableFolder('lading', 'office-', 1));
  const onScreen: OnScreen = (name) => takeScreenshots(fresh, name);
  await visitFirstRun(fresh, onScreen);
  await visitWatchedFolders(fresh, onScreen, troubledMatter());
  await visitSandbox(fresh, onScreen);
  await visitDatabases(fresh, onScreen);
  await visitBilling(fresh, onScreen);
  await visitOrganization(fresh, onScreen);
  await quit(fresh);
  await visitScenes(takeScreenshots);
}

if (noWindow === null) {
  try {
    await run();
    process.stdout.write(`The screenshots are in ${folder}.\n`);
  } finally {
    await endAll();
  }
} else process.exitCode = 1;
