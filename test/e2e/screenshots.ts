/** `npm run screenshots [folder]`: every screen at two sizes, light and dark, into dist/screenshots unless told otherwise. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { RunningApp } from '../stand-in/launch.ts';
import { noWindow } from './browser.ts';
import { endAll, newFolder, open, quit } from './desk.ts';
import { visitScreens } from './screens.ts';
import { seedMillion } from './seed.ts';

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
  const stateDir = newFolder();
  const first = await open(stateDir);
  await visitScreens(first, (name) => picture(first, name));
  await quit(first);
  const uploadId = seedMillion(stateDir);
  const second = await open(stateDir);
  await second.page.getByRole('row').nth(1).waitFor();
  await picture(second, 'uploads-many');
  await second.page.evaluate((id) => {
    location.hash = `#/uploads/${id}`;
  }, uploadId);
  await second.page.getByText('1,000,000 files').first().waitFor();
  await second.page.getByRole('row').nth(5).waitFor();
  await picture(second, 'upload-million');
}

if (noWindow === null) {
  try {
    await take();
    process.stdout.write(`The pictures are in ${folder}.\n`);
  } finally {
    await endAll();
  }
} else process.exitCode = 1;
