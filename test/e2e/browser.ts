/** Whether there is anything that a window can be shown in. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { electronRuntime } from '../../build/electron.ts';
import { withLock } from '../../build/incremental.ts';
import { installedChromium } from '../stand-in/chromium.ts';

/** Null, or in words why no window can be had here. On Debian as root, Chromium is installed once. */
export const noWindow: string | null = await whyNot();

function hasWindow(): boolean {
  return electronRuntime() !== null || installedChromium() !== null;
}

async function whyNot(): Promise<string | null> {
  if (hasWindow()) return null;
  const isGiven = process.env['CHROMIUM_PATH'] !== undefined;
  if (!isGiven && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    // Several test files come by at the same time.
    await withLock(join(tmpdir(), 'lading-installs-chromium'), async () => {
      if (!hasWindow()) install();
    });
  }
  if (hasWindow()) return null;
  const why =
    'Neither Electron nor Chromium is installed here, so the window is not tested. Install Chromium, or set CHROMIUM_PATH.';
  console.warn(why);
  return why;
}

function install(): void {
  const quiet = { stdio: 'ignore', timeout: 300_000 } as const;
  spawnSync('apt-get', ['update', '-qq'], quiet);
  spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], quiet);
}
