import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJsonFile } from './json-store.ts';
import { type Keychain, keysSchema, openSecrets } from './keychain.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const path = (): string => join(folder, 'keys.json');
const apiKey = 'prod.ab12cd.a-secret-of-some-length';

/** Turns bytes over, behind the mark that Chromium puts there. */
function keychain(
  options: Partial<{ backend: string; available: boolean; mark: string; locked: boolean }> = {},
) {
  const { backend = 'gnome_libsecret', available = true, mark = 'v11', locked = false } = options;
  const asked = { plaintext: false };
  const turned = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ 0x5a));
  const fake: Keychain = {
    isAsyncEncryptionAvailable: async () => available,
    encryptStringAsync: async (text) => Buffer.concat([Buffer.from(mark), turned(Buffer.from(text))]),
    decryptStringAsync: async (encrypted) => {
      if (locked) throw new Error('locked');
      return { shouldReEncrypt: false, result: turned(encrypted.subarray(3)).toString() };
    },
    getSelectedStorageBackend: () => backend,
    setUsePlainTextEncryption: (use) => {
      asked.plaintext = use;
    },
  };
  return { fake, asked };
}

async function open(fake: Keychain, platform: NodeJS.Platform = 'linux') {
  const file = await openJsonFile({
    path: path(),
    schema: keysSchema,
    fallback: { keys: {} },
    onDamaged: () => undefined,
  });
  return openSecrets(fake, file, platform);
}

describe('an API key', () => {
  it('is on disk only as the keychain encrypted it, and comes back at the next start', async () => {
    const { fake } = keychain();
    const secrets = await open(fake);
    expect(secrets.storage).toBe('keychain');
    expect(await secrets.set('a', apiKey, false)).toMatchObject({ ok: true });
    expect(readFileSync(path(), 'utf8')).not.toContain('secret');
    const later = await open(fake);
    expect(later.has('a')).toBe(true);
    expect(await later.get('a')).toEqual({ ok: true, value: apiKey });
    await later.remove('a');
    expect(await later.get('a')).toMatchObject({ ok: false, failure: { code: 'key-missing' } });
  });

  it.each([
    ['Chromium says so', keychain({ backend: 'basic_text', mark: 'v10' })],
    ['the keyring it names is not there', keychain({ backend: 'gnome_libsecret', mark: 'v10' })],
  ])('is not kept under a built-in password unless the person accepts it: %s', async (_, { fake }) => {
    const secrets = await open(fake);
    expect(secrets.storage).toBe('plaintext');
    expect(await secrets.set('a', apiKey, false)).toMatchObject({
      ok: false,
      failure: { code: 'bad-input' },
    });
    expect(secrets.has('a')).toBe(false);
    expect(await secrets.set('a', apiKey, true)).toMatchObject({ ok: true });
    expect(await secrets.get('a')).toEqual({ ok: true, value: apiKey });
  });

  it("is the keychain's where the same mark means the keychain", async () => {
    const { fake, asked } = keychain({ backend: 'unknown', mark: 'v10' });
    for (const platform of ['darwin', 'win32'] as const) {
      expect((await open(fake, platform)).storage).toBe('keychain');
    }
    expect(asked.plaintext).toBe(false);
  });

  it('is kept nowhere when nothing can encrypt it, consent or not', async () => {
    const secrets = await open(keychain({ available: false }).fake);
    expect(secrets.storage).toBe('unavailable');
    expect((await secrets.set('a', apiKey, true)).ok).toBe(false);
  });

  it('that cannot be read is asked for again, not a crash', async () => {
    await (await open(keychain().fake)).set('a', apiKey, false);
    const locked = await open(keychain({ locked: true }).fake);
    expect(await locked.get('a')).toMatchObject({ ok: false, failure: { code: 'key-missing' } });
  });
});
