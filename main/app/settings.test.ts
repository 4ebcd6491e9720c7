import { describe, expect, it } from 'vitest';
import { failure, success } from '../../preload/contract/failures/failure.ts';
import { parseManualProxy } from '../../preload/contract/proxy-url.ts';
import { appView, type Preferences } from '../../preload/contract/views/views.ts';
import { memoryStore } from '../../test/fakes/memory-store.ts';
import { createAppSettings, defaultPreferences, defaultSettings, type Settings } from './settings.ts';

function createSettings(initial: Settings = defaultSettings) {
  const themes: string[] = [];
  const limits: Preferences[] = [];
  let reconnects = 0;
  const store = memoryStore(initial);
  const settings = createAppSettings({
    store,
    about: {
      version: '1',
      runtime: 'Node',
      platform: 'linux',
      dataFolder: '/d',
      sandboxKeysCommand: 'lading sandbox --keys --state /s',
      keyStorage: 'keychain',
    },
    updates: () => ({ kind: 'off', reason: 'no-feed' }),
    applyTheme: (theme) => themes.push(theme),
    applyLimits: async (preferences) => {
      limits.push(preferences);
      return success(undefined);
    },
    reconnect: async () => {
      reconnects += 1;
    },
    checkProxy: parseManualProxy,
    onChange: () => undefined,
  });
  return { settings, store, themes, limits, reconnects: () => reconnects };
}

describe('settings', () => {
  it('fit the contract before a person changes any', () => {
    expect(appView.parse(createSettings().settings.view())).toMatchObject({
      preferences: defaultPreferences,
      certificates: [],
    });
  });

  it('reach the theme, the engine and the file', async () => {
    const { settings, store, themes, limits, reconnects } = createSettings();
    const preferences: Preferences = { ...defaultPreferences, theme: 'dark', bytesPerSecond: 5_000_000 };
    expect(await settings.setPreferences(preferences)).toMatchObject({ ok: true });
    expect(themes).toEqual(['system', 'dark']);
    expect(limits).toEqual([preferences]);
    expect(store.value.preferences).toEqual(preferences);
    expect(reconnects()).toBe(0);
  });

  it('reconnect when the proxy changes, and change nothing when it is impossible', async () => {
    const { settings, store, reconnects } = createSettings();
    const refused = await settings.setPreferences({
      ...defaultPreferences,
      proxy: { kind: 'manual', url: 'socks5://p:1' },
    });
    expect(refused).toEqual(failure('proxy-malformed'));
    expect(store.value).toEqual(defaultSettings);
    await settings.setPreferences({ ...defaultPreferences, proxy: { kind: 'manual', url: 'http://p:1' } });
    expect(reconnects()).toBe(1);
  });

  it('keep a copy of certificates, and reconnect with it', async () => {
    const { settings, store, reconnects } = createSettings();
    expect(await settings.trustCertificates('PEM')).toMatchObject({ ok: true });
    expect(store.value.certificates).toBe('PEM');
    expect(reconnects()).toBe(1);
  });
});
