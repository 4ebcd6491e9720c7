import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openJsonStore } from './json-store.ts';
import { pathsIn } from './paths.ts';
import { readSavedLimits } from './saved-limits.ts';
import { defaultPreferences, defaultSettings, settingsSchema } from './settings.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-limits-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['valid', {}, {}],
  ['with a theme that is unknown', { theme: 'pink' }, {}],
  ['with a schedule that is not one', { schedule: { days: 'all' } }, {}],
  ['with parallel parts that are none', { concurrency: -1 }, { concurrency: defaultPreferences.concurrency }],
])('settings %s have the same limits in the window and on the command line', async (_, given, expected) => {
  const path = pathsIn(folder).settings;
  mkdirSync(dirname(path), { recursive: true });
  const preferences = { ...defaultPreferences, bytesPerSecond: 5_000_000, concurrency: 7, ...given };
  writeFileSync(path, JSON.stringify({ preferences }));
  const limits = { bytesPerSecond: 5_000_000, schedule: null, concurrency: 7, ...expected };
  expect(await readSavedLimits(folder)).toEqual(limits);
  const store = await openJsonStore({
    path,
    schema: settingsSchema,
    fallback: defaultSettings,
    onDamaged: () => undefined,
  });
  expect(store.value.preferences).toMatchObject(limits);
});
