/** The limits that a person set in the window, for the command line in the same data folder. */
import { z } from 'zod';
import { preferences } from '../../preload/contract/views/views.ts';
import type { UsualLimits } from '../engine/index.ts';
import { readSmallFile } from '../engine/store/files/small-file.ts';
import { pathsIn } from './paths.ts';

const maxBytes = 10_000_000;
const settings = z.object({
  preferences: preferences.pick({ bytesPerSecond: true, schedule: true, concurrency: true }),
});

/** Undefined where nothing was set, or the file is damaged: the window begins with its defaults then. */
export async function readSavedLimits(stateDir: string): Promise<UsualLimits | undefined> {
  try {
    return settings.parse(JSON.parse(await readSmallFile(pathsIn(stateDir).settings, maxBytes))).preferences;
  } catch {
    return undefined;
  }
}
