/** The Chromium that is used in place of Electron's. */
import { accessSync, constants, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BrowserContext, chromium } from 'playwright';
import { isHeadless } from './observed.ts';

const knownPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** The path of CHROMIUM_PATH or of an installed Chromium; null where there is none. Never installs one. */
export function findChromium(): string | null {
  const given = process.env['CHROMIUM_PATH'];
  const paths = given === undefined ? knownPaths : [given];
  return paths.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Turns off what Chromium does on its own account: it would show in tests, or use the network. */
const quietSwitches = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-domain-reliability',
  '--no-default-browser-check',
  '--disable-search-engine-choice-screen',
  // The last one is a page of Chromium's own, which takes a seventh of its start.
  '--disable-features=Translate,MediaRouter,OptimizationHints,DialMediaRouteProvider,LocalNetworkAccessChecks,WebUIOmniboxPopup',
  '--password-store=basic',
  '--use-mock-keychain',
  // Hides the warning about --no-sandbox.
  '--test-type',
];

export interface WindowSize {
  readonly width: number;
  readonly height: number;
}

export async function launchChromium(profile: string, size: WindowSize): Promise<BrowserContext> {
  const executablePath = findChromium();
  if (executablePath === null)
    throw new Error('There is no Chromium on this computer. Install it, or set CHROMIUM_PATH.');
  mkdirSync(profile, { recursive: true, mode: 0o700 });
  // Left behind by a Chromium that was killed together with its app.
  for (const left of ['SingletonLock', 'SingletonCookie', 'SingletonSocket', portFile]) {
    rmSync(join(profile, left), { force: true });
  }
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: isHeadless,
    viewport: null,
    acceptDownloads: false,
    // The app decides when it quits, and closes Chromium then.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    chromiumSandbox: process.getuid?.() !== 0,
    ignoreDefaultArgs: ['--enable-automation', '--disable-popup-blocking'],
    args: [
      ...quietSwitches,
      ...(isHeadless
        ? ['--disable-gpu', '--force-prefers-reduced-motion']
        : ['--app=data:text/html,<title>Lading</title>']),
      `--window-size=${size.width},${size.height}`,
      '--remote-debugging-port=0',
    ],
  });
  launched.resolve();
  return context;
}

const portFile = 'DevToolsActivePort';
const launched = Promise.withResolvers<void>();

/** The address at which another Playwright connects to the same pages. */
export async function debuggingAddress(profile: string): Promise<string> {
  // Before that, the file may be from an earlier Chromium with the same profile.
  await launched.promise;
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      const [port, path] = readFileSync(join(profile, portFile), 'utf8').split('\n');
      if (port !== undefined && path !== undefined) return `ws://127.0.0.1:${port}${path}`;
    } catch {
      // Chromium writes the file once it listens.
    }
    await delay(50);
  }
  throw new Error('Chromium did not say where it listens.');
}
