/**
 * Runs a built app over the stand-in, as `electron` would: `node build/stand-in/start.ts [--require FILE] MAIN [ARGUMENTS]`.
 * The file given with --require is loaded before main.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findChromium } from './chromium.ts';
import './register.ts';

const required = process.argv[2] === '--require' ? process.argv[3] : undefined;
const [main, ...args] = process.argv.slice(required === undefined ? 2 : 4);
const chromium = findChromium();

if (main === undefined) {
  process.stderr.write('Usage: node build/stand-in/start.ts [--require FILE] MAIN [ARGUMENTS]\n');
  process.exitCode = 1;
} else if (chromium === null) {
  process.stderr.write(
    'There is no Chromium on this computer either. Install Chromium or Chrome, or set CHROMIUM_PATH.\n',
  );
  if (process.platform === 'linux') process.stderr.write('On Debian: sudo node test/setup-browser.ts\n');
  process.exitCode = 1;
} else {
  process.stdout.write(
    `Lading opens in ${chromium}: the same program, without tray, menu bar and keychain.\n`,
  );
  process.argv = [process.execPath, main, ...args];
  if (required !== undefined) await import(pathToFileURL(resolve(required)).href);
  await import(pathToFileURL(resolve(main)).href);
}
