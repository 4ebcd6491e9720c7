import { describe, expect, it } from 'vitest';
import { failure, success } from '../../preload/contract/failure.ts';
import type { Preferences } from '../../preload/contract/views.ts';
import { defaultPreferences } from '../app/settings.ts';
import { appHandlers } from './app.ts';

function createHandlers(proxy: Preferences['proxy'], isConfirmed: boolean) {
  const asked: string[] = [];
  const saved: Preferences[] = [];
  const view = {
    version: '1',
    runtime: 'Node',
    platform: 'linux',
    dataFolder: '/d',
    keyStorage: 'keychain',
    updates: { kind: 'off' },
    caFile: null,
    preferences: { ...defaultPreferences, proxy },
  } as const;
  const handlers = appHandlers({
    dialogs: {
      chooseFile: async () => null,
      confirm: async ({ message }) => {
        asked.push(message);
        return isConfirmed;
      },
    },
    settings: {
      view: () => view,
      setPreferences: async (preferences) => {
        saved.push(preferences);
        return success(view);
      },
      setCaFile: async () => success(view),
    },
    openTarget: async () => success(undefined),
    onCommandsOffered: () => undefined,
    reportFault: () => undefined,
    updates: {
      check: async () => success(undefined),
      download: async () => success(undefined),
      install: async () => success(undefined),
    },
  });
  const set = (wanted: Preferences['proxy']) =>
    handlers['preferences.set']({ ...defaultPreferences, proxy: wanted });
  return { set, asked, saved };
}

const manual = (url: string) => ({ kind: 'manual', url }) as const;

describe('a manual proxy', () => {
  it.each<[string, Preferences['proxy']]>([
    ['is new', { kind: 'system' }],
    ['is another one', manual('http://proxy.firm:3128')],
  ])('that %s is used only if a person confirms it', async (_, before) => {
    const wanted = manual('http://evil.example:8080');
    const refused = createHandlers(before, false);
    expect(await refused.set(wanted)).toEqual(failure('proxy-not-confirmed'));
    expect(refused.asked).toEqual(['Use the proxy evil.example:8080?']);
    expect(refused.saved).toEqual([]);
    const accepted = createHandlers(before, true);
    expect((await accepted.set(wanted)).ok).toBe(true);
    expect(accepted.saved).toHaveLength(1);
  });

  it('that is in use already needs no question, and neither does using none', async () => {
    const before = manual('http://proxy.firm:3128');
    const { set, asked, saved } = createHandlers(before, false);
    await set(before);
    await set({ kind: 'system' });
    await set({ kind: 'none' });
    expect(asked).toEqual([]);
    expect(saved).toHaveLength(3);
  });

  it('that is no address is refused without a question', async () => {
    const { set, asked, saved } = createHandlers({ kind: 'system' }, true);
    expect((await set(manual('ftp://proxy.firm'))).ok).toBe(false);
    expect([asked, saved]).toEqual([[], []]);
  });
});
