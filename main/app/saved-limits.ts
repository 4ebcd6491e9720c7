/** The limits that a person set in the window, for the command line in the same data folder. */
import type { UsualLimits } from '../engine/index.ts';
import { readSmallFile } from '../engine/store/files/small-file.ts';
import { parseFields } from './json-store.ts';
import { pathsIn } from './paths.ts';
import { defaultSettings, settingsSchema } from './settings.ts';

const maxBytes = 10_000_000;

/** Undefined where nothing was set, or the file is damaged: the window begins with its defaults then. */
export async function readSavedLimits(stateDir: string): Promise<UsualLimits | undefined> {
  try {
    const content: unknown = JSON.parse(await readSmallFile(pathsIn(stateDir).settings, maxBytes));
    const { preferences } = parseFields(settingsSchema, content, defaultSettings).repaired;
    const { bytesPerSecond, schedule, concurrency } = preferences;
    return { bytesPerSecond, schedule, concurrency };
  } catch {
    return undefined;
  }
}
