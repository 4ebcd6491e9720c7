/**
 * Starts the built app for a test: in Electron where its runtime is installed, otherwise in the stand-in. Both give the
 * test the same interface.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright';
import { z } from 'zod';
import { electronRuntime } from '../../build/electron.ts';
import { buildOutdated } from '../../build/index.ts';
import { registerScheme, toAppUrl } from '../../build/stand-in/custom-schemes.ts';
import type { LoopDelay } from '../../build/stand-in/loop-delay.ts';
import type { ObservedState } from '../../build/stand-in/observed.ts';
import { launchElectron } from './launch-electron.ts';
import { dropFiles, type LaunchOptions, type RunningApp } from './running-app.ts';

export type { LaunchOptions, RunningApp } from './running-app.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

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

/** Starts the app in the stand-in; `entry` is main's program, `appPath` the folder of its package. */
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
      fileURLToPath(new URL('../../build/stand-in/register.ts', import.meta.url)),
      entry,
      '--state',
      stateDir,
      ...args,
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        // Without a locale, Chromium drops only files whose names are ASCII.
        LANG: 'C.UTF-8',
        ...process.env,
        STAND_IN_APP: appPath,
        STAND_IN_UNDER_TEST: '1',
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
    while (browser.isConnected() && Date.now() < late) {
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
    // Sent by the stand-in of this repository, so its type is known.
    shown: async () => (await ask('shown')) as ObservedState,
    answerDialog: async (value) => void (await ask('answerDialog', value)),
    chooseMenu: async (item) => void (await ask('menu', item)),
    chooseTray: async (label) => void (await ask('tray', label)),
    clickNotification: async (index) => void (await ask('notification', index)),
    power: async (event) => void (await ask('power', event)),
    systemTheme: async (theme) => void (await ask('theme', theme)),
    drop: (selector, paths) => dropFiles(page, selector, paths),
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
    // Sent by the stand-in of this repository, so its type is known.
    loopDelay: async () => (await ask('loopDelay')) as LoopDelay,
    output: () => output,
  };
}

/** Sends requests over the process's IPC channel. */
function controlChannel(child: ChildProcess): (act: string, argument?: unknown) => Promise<unknown> {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let last = 0;
  child.on('message', (message) => {
    const { success, data } = answer.safeParse(message);
    if (!success) return;
    const request = waiting.get(data.standIn);
    waiting.delete(data.standIn);
    if (data.failure === undefined) request?.resolve(data.value);
    else request?.reject(new Error(data.failure));
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
