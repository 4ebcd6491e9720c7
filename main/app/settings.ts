/** What a person can set, and applying it: the theme, the engine's limits, the network. */
import { z } from 'zod';
import { type Result, success } from '../../preload/contract/failures/failure.ts';
import { parallelParts } from '../../preload/contract/views/parallel-parts.ts';
import {
  type AppView,
  type Preferences,
  preferences,
  type UpdatesView,
} from '../../preload/contract/views/views.ts';
import { describeCertificates } from './certificates.ts';
import type { JsonStore } from './json-store.ts';

export const settingsSchema = z.object({
  preferences,
  /** The organization's own, as PEM: a copy of the file that a person chose, so that changing the file changes nothing. */
  certificates: z.string().nullable().default(null),
  timestampUrl: z.string().nullable().default(null),
  /** Trusted for time stamps. A copy, like `certificates`. */
  timestampCertificates: z.string().nullable().default(null),
});
export type Settings = z.infer<typeof settingsSchema>;

export const defaultPreferences: Preferences = {
  theme: 'system',
  bytesPerSecond: null,
  schedule: null,
  unusedSchedule: null,
  concurrency: parallelParts.default,
  proxy: { kind: 'system' },
  notify: true,
};

export const defaultSettings: Settings = {
  preferences: defaultPreferences,
  certificates: null,
  timestampUrl: null,
  timestampCertificates: null,
};

export interface AppSettingsOptions {
  readonly store: JsonStore<Settings>;
  readonly about: Pick<
    AppView,
    'version' | 'runtime' | 'platform' | 'dataFolder' | 'sandboxKeysCommand' | 'keyStorage'
  >;
  readonly updates: () => UpdatesView;
  readonly applyTheme: (theme: Preferences['theme']) => void;
  readonly applyLimits: (preferences: Preferences) => Promise<Result<undefined>>;
  /** The proxy or the certificates changed. */
  readonly reconnect: () => Promise<void>;
  readonly checkProxy: (url: string) => Result<string>;
  readonly onChange: (view: AppView) => void;
}

export interface AppSettings {
  readonly current: Settings;
  view(): AppView;
  setPreferences(preferences: Preferences): Promise<Result<AppView>>;
  /** PEM; null for none. */
  trustCertificates(pem: string | null): Promise<Result<AppView>>;
  setTimestamps(
    changes: Partial<Pick<Settings, 'timestampUrl' | 'timestampCertificates'>>,
  ): Promise<Result<AppView>>;
  /** For an engine that has just started. */
  applyLimits(): Promise<Result<undefined>>;
}

export function createAppSettings(options: AppSettingsOptions): AppSettings {
  const { store } = options;
  options.applyTheme(store.value.preferences.theme);

  const view = (): AppView => {
    const { preferences, certificates, timestampUrl, timestampCertificates } = store.value;
    return {
      ...options.about,
      preferences,
      certificates: describeCertificates(certificates ?? ''),
      timestampUrl,
      timestampCertificates: describeCertificates(timestampCertificates ?? ''),
      updates: options.updates(),
    };
  };

  async function save(settings: Settings): Promise<Result<AppView>> {
    const saved = await store.set(settings);
    if (!saved.ok) return saved;
    options.onChange(view());
    return success(view());
  }

  return {
    get current() {
      return store.value;
    },
    view,
    async setPreferences(preferences) {
      if (preferences.proxy.kind === 'manual') {
        const proxy = options.checkProxy(preferences.proxy.url);
        if (!proxy.ok) return proxy;
      }
      const before = store.value.preferences;
      const saved = await save({ ...store.value, preferences });
      if (!saved.ok) return saved;
      options.applyTheme(preferences.theme);
      // Neither is awaited: an engine that is starting gets the limits once it is ready, and a platform that can't be
      // reached must not block a form.
      void options.applyLimits(preferences);
      if (JSON.stringify(before.proxy) !== JSON.stringify(preferences.proxy)) void options.reconnect();
      return success(view());
    },
    async trustCertificates(pem) {
      const saved = await save({ ...store.value, certificates: pem });
      if (saved.ok) void options.reconnect();
      return saved;
    },
    setTimestamps: (changes) => save({ ...store.value, ...changes }),
    applyLimits: () => options.applyLimits(store.value.preferences),
  };
}
