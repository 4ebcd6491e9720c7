import { X509Certificate } from 'node:crypto';
import { generate } from 'selfsigned';
import { beforeAll, describe, expect, it } from 'vitest';
import { failure, success } from '../../preload/contract/failures/failure.ts';
import type { Preferences } from '../../preload/contract/views/views.ts';
import { app } from '../../test/fixtures/views.ts';
import { defaultPreferences } from '../app/settings.ts';
import { appHandlers } from './app.ts';

let authority = '';
beforeAll(async () => {
  const made = await generate([{ name: 'commonName', value: 'Firm inspection CA' }], {
    extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
  });
  authority = made.cert;
});

function createHandlers(proxy: Preferences['proxy'], isConfirmed: boolean) {
  const asked: string[] = [];
  const details: string[] = [];
  const saved: Preferences[] = [];
  const trusted: (string | null)[] = [];
  const logged: string[] = [];
  const view = app({ preferences: { ...defaultPreferences, proxy } });
  const handlers = appHandlers({
    dialogs: {
      confirm: async ({ message, detail }) => {
        asked.push(message);
        details.push(detail);
        return isConfirmed;
      },
    },
    settings: {
      view: () => view,
      setPreferences: async (preferences) => {
        saved.push(preferences);
        return success(view);
      },
      trustCertificates: async (pem) => {
        trusted.push(pem);
        return success(view);
      },
    },
    readCaFile: async () => success(authority),
    log: (message) => logged.push(message),
    openTarget: async () => success(undefined),
    onCommandsOffered: () => undefined,
    reportFault: () => undefined,
    loginItem: {
      view: async () => success({ kind: 'off' }),
      set: async (enabled) => success({ kind: enabled ? 'on' : 'off' }),
    },
    updates: {
      check: async () => success(undefined),
      download: async () => success(undefined),
      install: async () => success(undefined),
    },
  });
  const set = (wanted: Preferences['proxy']) =>
    handlers['preferences.set']({ ...defaultPreferences, proxy: wanted });
  return { handlers, set, asked, details, saved, trusted, logged };
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

describe('a certificate file', () => {
  it('is trusted once a person has seen what it says, and the copy is what counts', async () => {
    const { fingerprint256 } = new X509Certificate(authority);
    const { handlers, details, trusted, logged } = createHandlers({ kind: 'system' }, true);
    expect(await handlers['app.trustCertificates']({ path: '/ca.pem' })).toMatchObject({ ok: true });
    expect(details[0]).toContain('Subject: CN=Firm inspection CA');
    expect(details[0]).toContain(`SHA-256: ${fingerprint256}`);
    expect(trusted).toEqual([authority]);
    expect(logged[0]).toContain(fingerprint256);
  });

  it('is not trusted without a yes', async () => {
    const { handlers, trusted } = createHandlers({ kind: 'system' }, false);
    expect(await handlers['app.trustCertificates']({ path: '/ca.pem' })).toEqual(
      failure('certificate-not-confirmed'),
    );
    expect(trusted).toEqual([]);
  });
});
