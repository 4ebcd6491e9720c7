/** Starts the app in `fixture` in the stand-in. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { findChromium } from '../../build/stand-in/chromium.ts';
import { noWindow } from '../e2e/browser.ts';
import { launchStandIn } from './launch.ts';
import type { LaunchOptions, RunningApp } from './running-app.ts';

/** `noWindow` also warns, or fails on CI. */
export const hasNoChromium = noWindow !== null || findChromium() === null;
export const fixture = join(import.meta.dirname, 'fixture');
export const icon = join(import.meta.dirname, '..', '..', 'resources', 'icons', 'tray.png');
export const temporaryFolders: string[] = [];

export function launch(options: Partial<LaunchOptions> = {}): Promise<RunningApp> {
  const stateDir = options.stateDir ?? mkdtempSync(join(tmpdir(), 'lading-stand-in-'));
  temporaryFolders.push(stateDir);
  return launchStandIn({ ...options, stateDir }, join(fixture, 'main.ts'), fixture);
}

export const runInMain = (app: RunningApp, name: string, argument = ''): Promise<unknown> =>
  app.page.evaluate(
    ([one, two]) => Reflect.get(window, 'fixture').invoke('runInMain', one, two),
    [name, argument],
  );

export async function waitFor<T>(read: () => Promise<T>, isDone: (found: T) => boolean): Promise<T> {
  const deadlineMs = Date.now() + 20_000;
  for (;;) {
    const found = await read();
    if (isDone(found) || Date.now() > deadlineMs) return found;
    await delay(20);
  }
}

export const waitForEvents = (app: RunningApp, wanted: number): Promise<unknown[]> =>
  waitFor(
    async () => (await runInMain(app, 'events')) as unknown[],
    (found) => found.length >= wanted,
  );

afterAll(() => {
  for (const folder of temporaryFolders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});
