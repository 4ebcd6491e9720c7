import { z } from 'zod';
import { type Preferences, preferences } from '../../preload/contract/views.ts';

export const settingsSchema = z.object({
  preferences,
  /** Certificates of the person's firm, in PEM. */
  caFile: z.string().nullable(),
});
export type Settings = z.infer<typeof settingsSchema>;

export const defaultPreferences: Preferences = {
  theme: 'system',
  bytesPerSecond: null,
  schedule: null,
  concurrency: 8,
  proxy: { kind: 'system' },
  notify: true,
};

export const defaultSettings: Settings = { preferences: defaultPreferences, caFile: null };
