/**
 * `npm run setup:browser`, and the first step of `npm test`: makes sure that there is a browser to test the window in. As
 * root on Debian or Ubuntu it installs Chromium; elsewhere it says what to install. Nothing else installs packages.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { electronRuntime } from '../build/electron.ts';
import { findChromium } from './stand-in/chromium.ts';

const aptGet = '/usr/bin/apt-get';
const packages = ['chromium', 'xvfb'];

function apt(...args: readonly string[]): boolean {
  console.log(`> apt-get ${args.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(aptGet, args, { stdio: 'inherit', env }).status === 0;
}

/** Prints what it does. Returns false if there is no browser afterwards. */
export function setUpBrowser(): boolean {
  const found = electronRuntime() ?? findChromium();
  if (found !== null) {
    console.log(`Browser for the window's tests: ${found}`);
    return true;
  }
  const given = process.env['CHROMIUM_PATH'];
  if (given !== undefined) {
    console.log(`CHROMIUM_PATH is ${given}, which is not a program. Correct it, or unset it.`);
    return false;
  }
  if (process.getuid?.() !== 0 || !existsSync(aptGet)) {
    console.log('There is neither Electron nor Chromium to test the window in.');
    console.log('Install Chromium or Chrome, or set CHROMIUM_PATH.');
    if (existsSync(aptGet)) console.log(`For example: sudo apt-get install ${packages.join(' ')}`);
    return false;
  }
  console.log(
    'There is neither Electron nor Chromium to test the window in. Installing Chromium, and Xvfb for',
  );
  console.log('windows without a display, from the Debian packages:');
  apt('update', '-qq');
  apt('install', '-y', '-qq', ...packages);
  const installed = findChromium();
  console.log(installed === null ? 'Chromium could not be installed.' : `Installed ${installed}.`);
  return installed !== null;
}

if (import.meta.main && !setUpBrowser()) process.exitCode = 1;
