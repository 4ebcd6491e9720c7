/** The whole application in a real window, as a person has it: what every journey begins with. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { UploadView } from '../../preload/contract/views.ts';
import { type LaunchOptions, launchApp, type RunningApp } from '../stand-in/launch.ts';
import { noWindow } from './browser.ts';

export const sampleMatter = join(import.meta.dirname, '..', '..', 'resources', 'sample-matter');
export const patienceMs = 20_000;

const folders: string[] = [];
/** Shared with whoever runs at the same time: the last one removes it. */
const shownParents = new Set<string>();
const apps = new Set<RunningApp>();

export function newFolder(name = 'state'): string {
  // A suite that is skipped is still read, and nobody comes to remove what it made.
  if (noWindow !== null) return '';
  const folder = mkdtempSync(join(tmpdir(), `lading-e2e-${name}-`));
  folders.push(folder);
  return folder;
}

/** A folder whose path may stand in a picture, e.g. …/evidence/EV-0412: the first of the series that nobody has. */
export function newShownFolder(series: string, prefix: string, from: number): string {
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
    shownParents.add(parent);
    return folder;
  }
}

/** Opens the app, and has it ended by `endAll` whatever the test does. */
export async function open(stateDir: string, options: Partial<LaunchOptions> = {}): Promise<RunningApp> {
  const app = await launchApp({ ...options, stateDir });
  apps.add(app);
  app.page.setDefaultTimeout(patienceMs);
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
  for (const parent of shownParents) {
    if (existsSync(parent) && readdirSync(parent).length === 0) rmdirSync(parent);
  }
}

/** Looks again until it is as wanted; then, or when patience is over, what was seen last. */
export async function until<Seen>(
  look: () => Promise<Seen> | Seen,
  wanted: (seen: Seen) => boolean,
  withinMs = patienceMs,
): Promise<Seen> {
  const late = Date.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (wanted(seen) || Date.now() > late) return seen;
    await delay(40);
  }
}

export interface Snapshot {
  readonly uploads: readonly UploadView[];
  readonly connections: readonly { readonly id: string; readonly state: { readonly kind: string } }[];
}

/** By a name of no type, so that a test may say to the bridge what the window never would. */
export const bridge: string = 'lading';

/** A call over the bridge, as the window itself makes it. */
export function ask<Answer>(page: Page, name: unknown, argument?: unknown): Promise<Answer> {
  return page.evaluate(([held, called, given]) => Reflect.get(window, held).invoke(called, given), [
    bridge,
    name,
    argument,
  ] as const);
}

export async function uploadsOf(page: Page): Promise<readonly UploadView[]> {
  const answer = await ask<{ ok: boolean; value: Snapshot }>(page, 'snapshot');
  return answer.value.uploads;
}

/** From the first screen to the practice platform and the form of a new upload. */
export async function practise(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start practising' }).click();
  await page.getByRole('heading', { name: 'What is sent, and where it goes' }).waitFor();
}

/** Chooses in a list that opens. */
export async function choose(page: Page, label: RegExp | string, option: RegExp | string): Promise<void> {
  await page.getByRole('button', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** By the address, as a link does it; there when its heading is. */
export async function goTo(page: Page, hash: string, heading: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
  await page.getByRole('heading', { name: heading }).first().waitFor();
}

export async function limitSpeed(page: Page, bytesPerSecond: number | null): Promise<void> {
  const { value } = await ask<{ value: { app: { preferences: object } } }>(page, 'snapshot');
  await ask(page, 'preferences.set', { ...value.app.preferences, bytesPerSecond });
}

/** Fills the form's source and destination, the first database there is, and takes the inventory. */
export function takeInventory(app: RunningApp, ...folders: readonly string[]): Promise<void> {
  return takeInventoryFor(app, /./, ...folders);
}

export async function takeInventoryFor(
  app: RunningApp,
  databaseName: RegExp | string,
  ...folders: readonly string[]
): Promise<void> {
  const { page } = app;
  await app.answerDialog(folders);
  await page.getByRole('button', { name: 'Choose folders…' }).click();
  for (const folder of folders) {
    await page.getByRole('list', { name: 'Chosen folders and files' }).getByText(folder).waitFor();
  }
  const database = page.getByRole('combobox', { name: 'Database' });
  await database.click();
  await database.press('ArrowDown');
  await page.getByRole('option', { name: databaseName }).first().click();
  await page.getByRole('button', { name: 'Take the inventory' }).click();
  await page.getByRole('heading', { name: 'What was found' }).waitFor();
}

/** From pre-flight to a started upload, everything left as it is. */
export async function startAsItIs(page: Page): Promise<void> {
  for (const step of ['Custodians', 'Processing settings', 'Review']) {
    await page.getByRole('button', { name: `On to ${step}` }).click();
  }
  await page.getByRole('button', { name: 'Start the upload' }).click();
}
