/**
 * Starts the built app for a test: in Electron where its runtime is installed, otherwise in the stand-in. What a test asks
 * is the same in both.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { z } from 'zod';
import { electronRuntime } from '../../build/electron.ts';
import { buildOutdated } from '../../build/index.ts';
import { registerScheme, toAppUrl } from './custom-schemes.ts';
import { launchElectron } from './launch-electron.ts';
import type { LoopDelay } from './loop-delay.ts';
import type { ObservedState } from './observed.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

export interface LaunchOptions {
  /** `--state`: the store, the settings, the window's profile. */
  readonly stateDir: string;
  /** Default: true. */
  readonly headless?: boolean;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The backend that safeStorage names; without one there is no keychain (basic_text). */
  readonly keychain?: 'gnome_libsecret' | 'unavailable';
  /** What the system's proxy settings answer (PAC), e.g. "PROXY proxy.firm:3128". */
  readonly proxy?: string;
}

export interface RunningApp {
  readonly runtime: 'electron' | 'stand-in';
  readonly page: Page;
  /** Of the main process. */
  readonly pid: number;
  /** What the app did that a person would notice. */
  shown(): Promise<ObservedState>;
  /** Paths for an open dialog, a path for a save dialog, a button's number for a message; null closes it. Before or after it is asked. */
  answerDialog(answer: readonly string[] | string | number | null): Promise<void>;
  chooseMenu(idOrLabel: string): Promise<void>;
  /** An item of the tray's menu; '' clicks the icon. */
  chooseTray(label: string): Promise<void>;
  clickNotification(index: number): Promise<void>;
  /** `session-end`: Windows asks the window whether the session may end. */
  power(event: 'suspend' | 'resume' | 'shutdown' | 'session-end' | 'on-ac' | 'on-battery'): Promise<void>;
  systemTheme(theme: 'light' | 'dark'): Promise<void>;
  /** Drops files and folders from outside onto the first element that the selector finds. */
  drop(selector: string, paths: readonly string[]): Promise<void>;
  /** Closes the window as a person does; what the app makes of it is seen in `shown`. */
  closeWindow(): Promise<void>;
  /** The window as it is now, after it was closed and opened again. */
  currentPage(): Promise<Page>;
  /** Quits as from the menu, and waits until the process has ended. */
  quit(): Promise<number>;
  /** SIGKILL to main: as a crash would. Waits until it is gone. */
  kill(): Promise<void>;
  /** Of main since this was asked last; the first time begins the watch. */
  loopDelay(): Promise<LoopDelay>;
  /** What main wrote to its standard output and error. */
  output(): string;
}

export async function launchApp(options: LaunchOptions): Promise<RunningApp> {
  await buildOutdated();
  const runtime = electronRuntime();
  if (runtime !== null) return launchElectron(runtime, repository, options);
  return launchStandIn(options, join(repository, 'dist', 'main', 'index.js'), repository);
}

const answer = z.object({
  standIn: z.number(),
  value: z.unknown().optional(),
  failure: z.string().optional(),
});
const startMs = 60_000;

/** The app in the stand-in; `entry` is the program of main, in the folder of its package. */
export async function launchStandIn(
  options: LaunchOptions,
  entry: string,
  appPath: string,
): Promise<RunningApp> {
  registerScheme('app');
  const { stateDir, headless = true, args = [], env = {}, keychain, proxy } = options;
  const child = spawn(
    process.execPath,
    [
      '--import',
      fileURLToPath(new URL('./register.ts', import.meta.url)),
      entry,
      '--state',
      stateDir,
      ...args,
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...process.env,
        STAND_IN_APP: appPath,
        STAND_IN_PLAYED: '1',
        STAND_IN_HEADLESS: headless ? '1' : '0',
        ...(keychain === undefined ? {} : { STAND_IN_KEYCHAIN: keychain }),
        ...(proxy === undefined ? {} : { STAND_IN_PROXY: proxy }),
        ...env,
      },
    },
  );
  const pid = child.pid;
  if (pid === undefined) throw new Error('The app could not be started.');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const exited = once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : 1));
  const ask = controlChannel(child);

  async function pageOfWindow(): Promise<Page> {
    const address = await Promise.race([
      ask('debuggingAddress'),
      exited.then((code) => {
        throw new Error(`The app ended with ${code} before it had a window.\n${output}`);
      }),
    ]);
    const browser = await chromium.connectOverCDP(String(address));
    child.once('exit', () => void browser.close().catch(() => {}));
    const late = Date.now() + startMs;
    while (Date.now() < late) {
      const pages = browser.contexts().flatMap((context) => context.pages());
      const page = pages.find((one) => toAppUrl(one.url()).startsWith('app://'));
      if (page !== undefined) {
        await page.waitForLoadState();
        return page;
      }
      await delay(20);
    }
    throw new Error(`The app showed no window.\n${output}`);
  }

  let page: Page;
  try {
    page = await pageOfWindow();
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return {
    runtime: 'stand-in',
    page,
    pid,
    // Written by the stand-in of this very repository.
    shown: async () => (await ask('shown')) as ObservedState,
    answerDialog: async (value) => void (await ask('answerDialog', value)),
    chooseMenu: async (item) => void (await ask('menu', item)),
    chooseTray: async (label) => void (await ask('tray', label)),
    clickNotification: async (index) => void (await ask('notification', index)),
    power: async (event) => void (await ask('power', event)),
    systemTheme: async (theme) => void (await ask('theme', theme)),
    drop: (selector, paths) => dropOn(page, selector, paths),
    closeWindow: async () => void (await ask('closeWindow')),
    async currentPage() {
      page = await pageOfWindow();
      return page;
    },
    async quit() {
      ask('quit').catch(() => {});
      return exited;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    // Written by the stand-in of this very repository.
    loopDelay: async () => (await ask('loopDelay')) as LoopDelay,
    output: () => output,
  };
}

/** Asks over the process's channel. */
function controlChannel(child: ChildProcess): (act: string, argument?: unknown) => Promise<unknown> {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let last = 0;
  child.on('message', (message) => {
    const { success, data } = answer.safeParse(message);
    if (!success) return;
    const asked = waiting.get(data.standIn);
    waiting.delete(data.standIn);
    if (data.failure === undefined) asked?.resolve(data.value);
    else asked?.reject(new Error(data.failure));
  });
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('The app has ended.'));
    waiting.clear();
  });
  return (act, argument) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      child.send({ standIn: last, act, argument }, (error) => error && reject(error));
    });
}

/** A drag from outside the browser, with paths, as the system does it. */
export async function dropOn(page: Page, selector: string, paths: readonly string[]): Promise<void> {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not to be seen.`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  const cdp = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await cdp.send('Input.dispatchDragEvent', { type, x, y, data });
  }
  await cdp.detach();
}
