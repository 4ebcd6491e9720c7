/** The app of `fixture`, in the stand-in: what its tests begin with. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { noWindow } from '../e2e/browser.ts';
import { findChromium } from './chromium.ts';
import { type LaunchOptions, launchStandIn, type RunningApp } from './launch.ts';

/** `noWindow` also warns, or fails on CI. */
export const hasNoChromium = noWindow !== null || findChromium() === null;
export const fixture = join(import.meta.dirname, 'fixture');
export const icon = join(import.meta.dirname, '..', '..', 'resources', 'icons', 'tray.png');
export const folders: string[] = [];

export function launch(options: Partial<LaunchOptions> = {}): Promise<RunningApp> {
  const stateDir = options.stateDir ?? mkdtempSync(join(tmpdir(), 'lading-stand-in-'));
  folders.push(stateDir);
  return launchStandIn({ ...options, stateDir }, join(fixture, 'main.ts'), fixture);
}

export const act = (app: RunningApp, name: string, argument = ''): Promise<unknown> =>
  app.page.evaluate(([one, two]) => Reflect.get(window, 'fixture').invoke('act', one, two), [name, argument]);

export async function until<T>(look: () => Promise<T>, wanted: (found: T) => boolean): Promise<T> {
  const late = Date.now() + 20_000;
  for (;;) {
    const found = await look();
    if (wanted(found) || Date.now() > late) return found;
    await delay(20);
  }
}

export const heard = (app: RunningApp, wanted: number): Promise<unknown[]> =>
  until(
    async () => (await act(app, 'heard')) as unknown[],
    (found) => found.length >= wanted,
  );

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});
