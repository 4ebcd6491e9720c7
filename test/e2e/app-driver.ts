/** Starts the whole application in a real window, and asks it what a test needs to know. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { Snapshot, UploadView } from '../../preload/contract/views/views.ts';
import { type LaunchOptions, launchApp, type RunningApp } from '../stand-in/launch.ts';
import { noWindow } from './browser.ts';

export const sampleMatter = join(import.meta.dirname, '..', '..', 'resources', 'sample-matter');
export const sampleMatterFiles = 33;
/** For a machine with much else to do. */
export const timeoutMs = 40_000;

const folders: string[] = [];
/** Shared with tests that run at the same time; the last one removes it. */
const sharedParents = new Set<string>();
const apps = new Set<RunningApp>();

export function newFolder(name = 'state'): string {
  // Skipped suites are still evaluated, and nothing would remove their folders.
  if (noWindow !== null) return '';
  const folder = mkdtempSync(join(tmpdir(), `lading-e2e-${name}-`));
  folders.push(folder);
  return folder;
}

/** A folder with a path fit for a screenshot, e.g. …/evidence/EV-0412: the first number that is free. */
export function newPresentableFolder(series: string, prefix: string, from: number): string {
  if (noWindow !== null) return '';
  const parent = join(tmpdir(), series);
  mkdirSync(parent, { recursive: true });
  for (let number = from; ; number += 1) {
    const folder = join(parent, `${prefix}${String(number).padStart(4, '0')}`);
    try {
      mkdirSync(folder);
    } catch (error) {
      if (existsSync(folder)) continue;
      throw error;
    }
    folders.push(folder);
    sharedParents.add(parent);
    return folder;
  }
}

/** Starts the app. `endAll` ends it, even if the test fails. */
export async function open(stateDir: string, options: Partial<LaunchOptions> = {}): Promise<RunningApp> {
  const app = await launchApp({ ...options, stateDir });
  apps.add(app);
  app.page.setDefaultTimeout(timeoutMs);
  return app;
}

export async function quit(app: RunningApp): Promise<number> {
  apps.delete(app);
  return app.quit();
}

export async function endAll(): Promise<void> {
  for (const app of apps) await app.quit().catch(() => app.kill());
  apps.clear();
  for (const folder of folders) {
    if (existsSync(folder)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  for (const parent of sharedParents) {
    if (existsSync(parent) && readdirSync(parent).length === 0) rmdirSync(parent);
  }
}

/** One step of a journey: a failure names it. */
export async function step(name: string, run: () => Promise<void> | void): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof Error) error.message = `Step “${name}”: ${error.message}`;
    throw error;
  }
}

const pollMs = 100;

/** Polls until the value is as expected and returns it. Fails with the last value if that takes too long. */
export async function waitUntil<Value>(
  read: () => Promise<Value> | Value,
  isExpected: (value: Value) => boolean,
  withinMs = timeoutMs,
): Promise<Value> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const value = await read();
    if (isExpected(value)) return value;
    if (Date.now() > deadline) {
      throw new Error(`Not as expected within ${withinMs / 1000} s; last value: ${JSON.stringify(value)}`);
    }
    await delay(pollMs);
  }
}

/** The name under which the preload exposes the bridge. Not typed as such, so tests can make calls the window never would. */
export const bridgeName: string = 'lading';

/** Makes a call over the bridge, as the window does. */
export function call<Answer>(page: Page, name: unknown, argument?: unknown): Promise<Answer> {
  return page.evaluate(([bridge, called, given]) => Reflect.get(window, bridge).invoke(called, given), [
    bridgeName,
    name,
    argument,
  ] as const);
}

/** Presses keys of a menu item, and waits until its command has come through main: what follows it is not undone by it. */
export async function pressMenuKeys(page: Page, keys: string): Promise<void> {
  const commands = await page.evaluateHandle((bridge) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = Reflect.get(window, bridge).onEvent(({ name }: { readonly name: string }) => {
      if (name !== 'menu') return;
      stop();
      resolve();
    });
    // In an object: a promise would be waited for.
    return { arrived: () => promise };
  }, bridgeName);
  await page.keyboard.press(keys);
  await commands.evaluate(({ arrived }) => arrived());
}

/** Adds a connection with a key, and accepts the server in the dialog. */
export async function connectWith(
  app: RunningApp,
  name: string,
  serverUrl: string,
  apiKey: string,
): Promise<string> {
  await app.answerDialog(0);
  const added = await call<{ value: { id: string } | null }>(app.page, 'connections.add', {
    name,
    serverUrl,
    apiKey,
    acceptPlaintext: false,
  });
  if (added.value == null) throw new Error(`Not connected: ${JSON.stringify(added)}`);
  return added.value.id;
}

export async function snapshot(page: Page): Promise<Snapshot> {
  const answer = await call<{ ok: boolean; value: Snapshot }>(page, 'snapshot');
  return answer.value;
}

/** Newest first or in any order: the main process's own. */
export async function uploadsOf(page: Page): Promise<readonly UploadView[]> {
  return (await snapshot(page)).uploads;
}

/** The only upload there is. */
export async function onlyUpload(page: Page): Promise<UploadView | undefined> {
  return (await uploadsOf(page))[0];
}

export async function limitBandwidth(page: Page, bytesPerSecond: number | null): Promise<void> {
  const { app } = await snapshot(page);
  await call(page, 'preferences.set', { ...app.preferences, bytesPerSecond });
}

/** Kills a utility process by its name, as a crash would. */
export async function killProcess(app: RunningApp, name: RegExp): Promise<void> {
  const { processes } = await app.shown();
  const found = processes.find((each) => name.test(each.name));
  if (found === undefined) throw new Error(`No process is called ${name}: ${JSON.stringify(processes)}`);
  process.kill(found.pid, 'SIGKILL');
}

/** Opens a screen by its URL and waits for its heading. */
export async function goTo(page: Page, hash: string, heading: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
  await page.getByRole('heading', { name: heading }).first().waitFor();
}

/** Chooses an option of a select. */
export async function choose(page: Page, label: RegExp | string, option: RegExp | string): Promise<void> {
  await page.getByRole('button', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
