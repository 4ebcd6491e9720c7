/** `npm run dev` over a copy of the sources, which the test changes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { electronRuntime } from '../../build/electron.ts';
import { noWindow } from './browser.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const sources = [
  'build',
  'docs',
  'main',
  'preload',
  'renderer',
  'resources',
  'LICENSE',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
];
const isSkipped = noWindow !== null || electronRuntime() !== null;
const folder = mkdtempSync(join(tmpdir(), 'lading-dev-'));
const copy = join(folder, 'lading');
const state = join(folder, 'state');
/** Vite prepares the window's modules first: minutes on a busy computer. */
const within = { timeout: 180_000, interval: 100 };
let dev: ChildProcess | undefined;
let output = '';
let browser: Browser | undefined;

/** Replaces the first screen, so that the test does not depend on its content. Returns a function that edits it. */
function replaceFirstScreen(): (version: string) => void {
  const [file = ''] = globSync('renderer/features/first-run/*-screen.tsx', { cwd: copy });
  const path = join(copy, file);
  const [, name] = /export function (\w+Screen)\b/.exec(readFileSync(path, 'utf8')) ?? [];
  return (version) => {
    const code = `import { useState } from 'react';
      export function ${name}() {
        const [id] = useState(() => String(Math.random()));
        return <p id="probe" data-state={id}>${version}</p>;
      }`;
    writeFileSync(path, code);
  };
}

let editFirstScreen: (version: string) => void;

beforeAll(() => {
  if (isSkipped) return;
  for (const path of sources) cpSync(join(repository, path), join(copy, path), { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'), 'junction');
  editFirstScreen = replaceFirstScreen();
  editFirstScreen('window, version one');
  dev = spawn(process.execPath, [join(copy, 'build', 'dev.ts'), '--state', state], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DISPLAY: ':0', STAND_IN_HEADLESS: '1' },
  });
  for (const stream of [dev.stdout, dev.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
});

afterAll(async () => {
  await browser?.close();
  if (dev !== undefined && dev.exitCode === null) {
    dev.kill('SIGTERM');
    await once(dev, 'exit');
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** The window of the app that runs now. */
async function connect(): Promise<Page> {
  const portFile = join(state, 'window', 'stand-in-chromium', 'DevToolsActivePort');
  return vi.waitFor(async () => {
    if (!existsSync(portFile)) throw new Error(`There is no window.\n${output}`);
    const [port, path] = readFileSync(portFile, 'utf8').split('\n');
    browser = await chromium.connectOverCDP(`ws://127.0.0.1:${port}${path}`);
    const page = browser.contexts().flatMap((context) => context.pages())[0];
    if (page === undefined) throw new Error(`There is no page.\n${output}`);
    return page;
  }, within);
}

it.skipIf(isSkipped)(
  'npm run dev refreshes the window in place and restarts main when their sources change',
  async () => {
    // As at the start, if it is tried again.
    editFirstScreen('window, version one');
    output = '';
    const mark = String(Math.random());
    const page = await connect();
    const probe = page.locator('#probe');
    await probe.getByText('version one').waitFor({ timeout: within.timeout });
    const stateBefore = await probe.getAttribute('data-state');

    editFirstScreen('window, version two');
    await probe.getByText('version two').waitFor({ timeout: within.timeout });
    expect(await probe.getAttribute('data-state')).toBe(stateBefore);

    // A module that React can't refresh reloads the page.
    appendFileSync(join(copy, 'renderer', 'main.tsx'), `\ndocument.title = '${mark}';\n`);
    await vi.waitFor(async () => expect(await page.title()).toBe(mark), within);
    await probe.getByText('version two').waitFor({ timeout: within.timeout });
    expect(await probe.getAttribute('data-state')).not.toBe(stateBefore);

    appendFileSync(join(copy, 'main', 'index.ts'), `\nprocess.stdout.write('main ${mark}\\n');\n`);
    await vi.waitFor(() => expect(output).toContain(`main ${mark}`), within);
    const pageAfter = await connect();
    await pageAfter.locator('#probe').getByText('version two').waitFor({ timeout: within.timeout });
  },
  600_000,
);
