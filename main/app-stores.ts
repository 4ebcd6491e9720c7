/** The JSON files of the app. */
import type { z } from 'zod';
import { openJsonStore } from './app/json-store.ts';
import { keysSchema } from './app/keychain.ts';
import type { Paths } from './app/paths.ts';
import { defaultSettings, settingsSchema } from './app/settings.ts';
import { connectionListSchema } from './connections/connections.ts';
import { sandboxSettingsSchema } from './processes/sandbox-host.ts';
import { runningUploadsSchema } from './uploads/upload-tracker.ts';
import { windowBoundsSchema } from './window/window-bounds.ts';

export async function openStores(paths: Paths, onDamaged: (message: string) => void) {
  const open = <Schema extends z.ZodType>(path: string, schema: Schema, fallback: z.output<Schema>) =>
    openJsonStore({ path, schema, fallback, onDamaged });
  const [settings, connections, keys, windowBounds, runningUploads, sandboxSettings] = await Promise.all([
    open(paths.settings, settingsSchema, defaultSettings),
    open(paths.connections, connectionListSchema, { connections: [] }),
    open(paths.keys, keysSchema, { keys: {} }),
    open(paths.windowBounds, windowBoundsSchema.nullable(), null),
    open(paths.runningUploads, runningUploadsSchema, { uploadIds: [] }),
    open(paths.sandboxSettings, sandboxSettingsSchema, { port: 0 }),
  ]);
  return { settings, connections, keys, windowBounds, runningUploads, sandboxSettings };
}
