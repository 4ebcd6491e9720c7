/** `npm run screenshots [folder]`: every screen at two sizes, light and dark, into dist/screenshots unless told otherwise. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { RunningApp } from '../stand-in/launch.ts';
import { endAll, newShownFolder, open, quit } from './app-driver.ts';
import { noWindow } from './browser.ts';
import { type AtEach, visitFirstRun, visitPractice } from './screens.ts';
import { visitDesk } from './screenshot-scenes.ts';

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '..', '..', 'dist', 'screenshots'));
const sizes = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
] as const;

async function picture({ page }: RunningApp, name: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const theme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      // Two frames: what is measured is drawn by the second one.
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

async function take(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const fresh = await open(newShownFolder('lading', 'desk-', 1));
  const atEach: AtEach = (name) => picture(fresh, name);
  await visitFirstRun(fresh, atEach);
  await visitPractice(fresh, atEach);
  await quit(fresh);
  await visitDesk(picture);
}

if (noWindow === null) {
  try {
    await take();
    process.stdout.write(`The pictures are in ${folder}.\n`);
  } finally {
    await endAll();
  }
} else process.exitCode = 1;
