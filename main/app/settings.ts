/** What the person set, and what follows from it: the window's theme, the engine's limits, the way to a platform. */
import { failure, type Result, success } from '../../preload/contract/failure.ts';
import type { AppView, Preferences, UpdatesView } from '../../preload/contract/views.ts';
import type { Network } from '../connections/connections.ts';
import type { JsonFile } from './json-store.ts';
import type { Settings } from './settings-schema.ts';

export interface AppSettingsOptions {
  readonly file: JsonFile<Settings>;
  readonly about: Omit<AppView, 'caFile' | 'preferences' | 'updates'>;
  readonly updates: () => UpdatesView;
  readonly applyTheme: (theme: Preferences['theme']) => void;
  readonly tellEngine: (preferences: Preferences) => Promise<Result<undefined>>;
  /** The way to the platforms is another one. */
  readonly reconnect: () => Promise<void>;
  readonly readCaFile: (path: string) => Promise<Result<string>>;
  readonly systemCertificates: () => string;
  readonly proxyFor: (serverUrl: string, wanted: Preferences['proxy']) => Promise<Result<string | null>>;
  readonly checkProxy: (url: string) => Result<string>;
  readonly onChange: (view: AppView) => void;
}

export interface AppSettings {
  view(): AppView;
  setPreferences(preferences: Preferences): Promise<Result<AppView>>;
  setCaFile(path: string | null): Promise<Result<AppView>>;
  tellEngine(): Promise<Result<undefined>>;
  networkTo(serverUrl: string): Promise<Result<Network>>;
}

export function createAppSettings(options: AppSettingsOptions): AppSettings {
  const { file } = options;
  options.applyTheme(file.value.preferences.theme);

  const view = (): AppView => ({
    ...options.about,
    ...file.value,
    updates: options.updates(),
  });

  async function save(settings: Settings): Promise<Result<AppView>> {
    const saved = await file.set(settings);
    if (!saved.ok) return saved;
    options.onChange(view());
    return success(view());
  }

  return {
    view,
    async setPreferences(preferences) {
      if (preferences.proxy.kind === 'manual') {
        const proxy = options.checkProxy(preferences.proxy.url);
        if (!proxy.ok) return proxy;
      }
      const before = file.value.preferences;
      const saved = await save({ ...file.value, preferences });
      if (!saved.ok) return saved;
      options.applyTheme(preferences.theme);
      // Neither is awaited: an engine that is just starting is told when it is ready, and a platform out of reach must
      // not hold up a form.
      void options.tellEngine(preferences);
      if (JSON.stringify(before.proxy) !== JSON.stringify(preferences.proxy)) void options.reconnect();
      return success(view());
    },
    async setCaFile(path) {
      if (path !== null) {
        const read = await options.readCaFile(path);
        if (!read.ok) return read;
      }
      const saved = await save({ ...file.value, caFile: path });
      if (saved.ok) void options.reconnect();
      return saved;
    },
    tellEngine: () => options.tellEngine(file.value.preferences),
    async networkTo(serverUrl) {
      const { caFile, preferences } = file.value;
      const proxy = await options.proxyFor(serverUrl, preferences.proxy);
      if (!proxy.ok) return proxy;
      const chosen = caFile === null ? success('') : await options.readCaFile(caFile);
      if (!chosen.ok) {
        return failure(
          chosen.failure.code,
          `${chosen.failure.message} Choose it again in Settings, or forget it.`,
        );
      }
      const pem = [options.systemCertificates(), chosen.value].filter((part) => part !== '').join('\n');
      return success({ proxyUrl: proxy.value, caPem: pem === '' ? null : pem });
    },
  };
}
