/** Whether there is anything that a window can be shown in. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { electronRuntime } from '../../build/electron.ts';
import { installedChromium } from '../stand-in/chromium.ts';

/** Null, or in words why no window can be had here. On Debian as root, Chromium is installed once. */
export const noWindow: string | null = whyNot();

function whyNot(): string | null {
  if (electronRuntime() !== null || installedChromium() !== null) return null;
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (mayInstall) {
    const quiet = { stdio: 'ignore', timeout: 300_000 } as const;
    spawnSync('apt-get', ['update', '-qq'], quiet);
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], quiet);
    if (installedChromium() !== null) return null;
  }
  const why =
    'Neither Electron nor Chromium is installed here, so the window is not tested. Install Chromium, or set CHROMIUM_PATH.';
  console.warn(why);
  return why;
}
