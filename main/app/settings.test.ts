import { describe, expect, it } from 'vitest';
import { failure, success } from '../../preload/contract/failure.ts';
import { appView, type Preferences } from '../../preload/contract/views.ts';
import { memoryFile } from '../../test/fakes/main-state.ts';
import { manualProxy } from '../window/proxy.ts';
import { type AppSettingsOptions, createAppSettings } from './settings.ts';
import { defaultPreferences, defaultSettings, type Settings } from './settings-schema.ts';

function stage(settings: Settings = defaultSettings, changes: Partial<AppSettingsOptions> = {}) {
  const themes: string[] = [];
  const told: Preferences[] = [];
  let reconnects = 0;
  const file = memoryFile(settings);
  const made = createAppSettings({
    file,
    about: { version: '1', runtime: 'Node', platform: 'linux', dataFolder: '/d', keyStorage: 'keychain' },
    updates: () => ({ kind: 'off' }),
    applyTheme: (theme) => themes.push(theme),
    tellEngine: async (preferences) => {
      told.push(preferences);
      return success(undefined);
    },
    reconnect: async () => {
      reconnects += 1;
    },
    readCaFile: async (path) =>
      path === '/ca.pem' ? success('CHOSEN') : failure('path-unreadable', `${path} cannot be read.`),
    systemCertificates: () => 'SYSTEM',
    proxyFor: async () => success('http://p:1'),
    checkProxy: manualProxy,
    onChange: () => undefined,
    ...changes,
  });
  return { settings: made, file, themes, told, reconnects: () => reconnects };
}

describe('settings', () => {
  it('are shown as the contract says, also before a person changed any', () => {
    expect(appView.parse(stage().settings.view())).toMatchObject({
      preferences: defaultPreferences,
      caFile: null,
    });
  });

  it('reach the theme, the engine and the file', async () => {
    const { settings, file, themes, told, reconnects } = stage();
    const preferences: Preferences = { ...defaultPreferences, theme: 'dark', bytesPerSecond: 5_000_000 };
    expect(await settings.setPreferences(preferences)).toMatchObject({ ok: true });
    expect(themes).toEqual(['system', 'dark']);
    expect(told).toEqual([preferences]);
    expect(file.value.preferences).toEqual(preferences);
    expect(reconnects()).toBe(0);
  });

  it('with another proxy connect again, and with an impossible one change nothing', async () => {
    const { settings, file, reconnects } = stage();
    const bad = await settings.setPreferences({
      ...defaultPreferences,
      proxy: { kind: 'manual', url: 'socks5://p:1' },
    });
    expect(bad).toMatchObject({ ok: false, failure: { code: 'bad-input' } });
    expect(file.value).toEqual(defaultSettings);
    await settings.setPreferences({ ...defaultPreferences, proxy: { kind: 'manual', url: 'http://p:1' } });
    expect(reconnects()).toBe(1);
  });

  it('hand the engine proxy and certificates, the chosen file besides the system’s', async () => {
    const { settings } = stage();
    expect(await settings.networkTo('https://x/')).toEqual(
      success({ proxyUrl: 'http://p:1', caPem: 'SYSTEM' }),
    );
    await settings.setCaFile('/ca.pem');
    expect(await settings.networkTo('https://x/')).toEqual(
      success({ proxyUrl: 'http://p:1', caPem: 'SYSTEM\nCHOSEN' }),
    );
    expect(await settings.setCaFile('/not-there.pem')).toMatchObject({ ok: false });
    expect(settings.view().caFile).toBe('/ca.pem');
  });

  it('name a chosen certificate file that is gone, instead of connecting without it', async () => {
    const { settings } = stage({ ...defaultSettings, caFile: '/gone.pem' });
    expect(await settings.networkTo('https://x/')).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('/gone.pem') },
    });
  });
});
