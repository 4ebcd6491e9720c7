/** `npm start`: the desktop application, in Electron where it can be had, otherwise in the installed Chromium. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findChromium } from '../test/stand-in/chromium.ts';
import { electronRuntime, fetchElectron, run } from './electron.ts';
import { buildWhatIsStale, dist, repository } from './index.ts';

const args = process.argv.slice(2);
const say = (words: string): void => {
  process.stdout.write(`${words}\n`);
};

/** Only Linux and its like have computers without a display. */
function hasDisplay(): boolean {
  if (process.platform === 'win32' || process.platform === 'darwin') return true;
  return Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
}

const isRoot = process.getuid?.() === 0;
const aptMs = 10 * 60_000;

async function findOrInstallChromium(): Promise<string | null> {
  const found = findChromium();
  if (found !== null || !isRoot || !existsSync('/usr/bin/apt-get')) return found;
  say('Installing Chromium (apt-get install chromium).');
  await run('apt-get', ['update', '-qq'], aptMs);
  await run('apt-get', ['install', '-y', '-qq', 'chromium'], aptMs);
  return findChromium();
}

/** Ends with Electron, and Electron with this. */
function openElectron(runtime: string): void {
  const rootless = isRoot && process.platform === 'linux' ? ['--no-sandbox'] : [];
  const child = spawn(runtime, [...rootless, repository, ...args], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => process.exit(code ?? 1));
}

/** In this very process: there is nothing that could outlive it. */
async function openStandIn(): Promise<void> {
  const main = join(dist, 'main', 'index.js');
  process.argv = [process.execPath, main, ...args];
  await import('../test/stand-in/register.ts');
  await import(pathToFileURL(main).href);
}

async function start(): Promise<number> {
  if (!hasDisplay()) {
    say('There is no display here, so no window can be opened. Without one:');
    say('  npm run demo              the whole voyage in the terminal');
    say('  npx lading --help         everything from the command line');
    say('  xvfb-run -a npm start     a window on a display in memory (apt-get install xvfb)');
    return 1;
  }
  await buildWhatIsStale(say);
  const reason = electronRuntime() === null ? await fetchElectron(say) : null;
  const runtime = electronRuntime();
  if (runtime !== null) {
    openElectron(runtime);
    return 0;
  }
  say(`Electron's runtime is not installed and ${reason ?? 'cannot be had'}.`);
  const chromium = await findOrInstallChromium();
  if (chromium === null) {
    say('There is no Chromium either. Install Chromium or Chrome, or set CHROMIUM_PATH, and start again.');
    return 1;
  }
  say(`Lading opens in ${chromium} instead: the same program, without tray icon, menu bar and keychain.`);
  await openStandIn();
  return 0;
}

process.exitCode = await start();
