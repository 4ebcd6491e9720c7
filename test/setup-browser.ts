/**
 * `npm run setup:browser`, and the first step of `npm test`: makes sure that there is a browser to test the window in. As
 * root on Debian or Ubuntu it installs Chromium; elsewhere it says what to install.
 */
import { electronRuntime } from '../build/electron.ts';
import { findChromium } from '../build/stand-in/chromium.ts';
import { hasApt, install, mayInstall } from './apt.ts';

const packages = ['chromium', 'xvfb'];

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
  if (!mayInstall) {
    console.log('There is neither Electron nor Chromium to test the window in.');
    console.log('Install Chromium or Chrome, or set CHROMIUM_PATH.');
    if (hasApt) console.log(`For example: sudo apt-get install ${packages.join(' ')}`);
    return false;
  }
  console.log(
    'There is neither Electron nor Chromium to test the window in. Installing Chromium, and Xvfb for',
  );
  console.log('windows without a display, from the Debian packages:');
  install(packages);
  const installed = findChromium();
  console.log(installed === null ? 'Chromium could not be installed.' : `Installed ${installed}.`);
  return installed !== null;
}

if (import.meta.main && !setUpBrowser()) process.exitCode = 1;
