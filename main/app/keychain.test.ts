import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failure } from '../../preload/contract/failures/failure.ts';
import { openJsonStore } from './json-store.ts';
import { type Keychain, keysSchema, openKeychain, type SafeStorage } from './keychain.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-keychain-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const path = (): string => join(folder, 'keys.json');
const apiKey = 'prod.ab12cd.a-secret-of-some-length';

/** Flips bits, behind the prefix that Chromium writes. */
function fakeSafeStorage(
  options: Partial<{ backend: string; available: boolean; prefix: string; locked: boolean }> = {},
) {
  const { backend = 'gnome_libsecret', available = true, prefix = 'v11', locked = false } = options;
  const calls = { plaintext: false };
  const flipped = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ 0x5a));
  const fake: SafeStorage = {
    isAsyncEncryptionAvailable: async () => available,
    encryptStringAsync: async (text) => Buffer.concat([Buffer.from(prefix), flipped(Buffer.from(text))]),
    decryptStringAsync: async (encrypted) => {
      if (locked) throw new Error('locked');
      return { shouldReEncrypt: false, result: flipped(encrypted.subarray(3)).toString() };
    },
    getSelectedStorageBackend: () => backend,
    setUsePlainTextEncryption: (use) => {
      calls.plaintext = use;
    },
  };
  return { fake, calls };
}

async function open(fake: SafeStorage, platform: NodeJS.Platform = 'linux') {
  const file = await openJsonStore({
    path: path(),
    schema: keysSchema,
    fallback: { keys: {} },
    onDamaged: () => undefined,
  });
  return openKeychain(fake, file, platform);
}

describe('an API key', () => {
  it('is on disk only as the keychain encrypted it, and can be read at the next start', async () => {
    const { fake } = fakeSafeStorage();
    const keychain = await open(fake);
    expect(keychain.storage).toBe('keychain');
    expect(await keychain.set('a', apiKey, false)).toMatchObject({ ok: true });
    expect(readFileSync(path(), 'utf8')).not.toContain('secret');
    const later = await open(fake);
    expect(later.has('a')).toBe(true);
    expect(await later.get('a')).toEqual({ ok: true, value: apiKey });
    await later.remove('a');
    expect(await later.get('a')).toMatchObject({ ok: false, failure: { code: 'key-missing' } });
  });

  it.each([
    ['Chromium says so', fakeSafeStorage({ backend: 'basic_text', prefix: 'v10' })],
    ['the keyring it names is missing', fakeSafeStorage({ backend: 'gnome_libsecret', prefix: 'v10' })],
  ])('is not saved under a built-in password unless the person accepts it: %s', async (_, { fake }) => {
    const keychain = await open(fake);
    expect(keychain.storage).toBe('plaintext');
    expect(await keychain.set('a', apiKey, false)).toMatchObject({
      ok: false,
      failure: { code: 'keychain-plaintext' },
    });
    expect(keychain.has('a')).toBe(false);
    expect(await keychain.set('a', apiKey, true)).toMatchObject({ ok: true });
    expect(await keychain.get('a')).toEqual({ ok: true, value: apiKey });
  });

  it('counts as in the keychain where the same prefix means the keychain', async () => {
    const { fake, calls } = fakeSafeStorage({ backend: 'unknown', prefix: 'v10' });
    for (const platform of ['darwin', 'win32'] as const) {
      expect((await open(fake, platform)).storage).toBe('keychain');
    }
    expect(calls.plaintext).toBe(false);
  });

  it('is not saved when nothing can encrypt it, with or without consent', async () => {
    const keychain = await open(fakeSafeStorage({ available: false }).fake);
    expect(keychain.storage).toBe('unavailable');
    expect((await keychain.set('a', apiKey, true)).ok).toBe(false);
  });

  it.each([
    ['removed', (keychain: Keychain) => keychain.remove('a'), undefined],
    ['replaced', (keychain: Keychain) => keychain.set('a', 'another', false), 'another'],
  ] as const)('that is %s while it is encrypted again stays so', async (_, change, left) => {
    const { fake } = fakeSafeStorage();
    const keychain = await open(fake);
    await keychain.set('a', apiKey, false);
    const { decryptStringAsync } = fake;
    fake.decryptStringAsync = async (encrypted) => {
      const { result } = await decryptStringAsync(encrypted);
      await change(keychain);
      return { shouldReEncrypt: true, result };
    };
    expect(await keychain.get('a')).toEqual({ ok: true, value: apiKey });
    fake.decryptStringAsync = decryptStringAsync;
    expect(await keychain.get('a')).toMatchObject(left === undefined ? { ok: false } : { value: left });
  });

  it('that cannot be read is a failure, not a crash', async () => {
    await (await open(fakeSafeStorage().fake)).set('a', apiKey, false);
    const locked = await open(fakeSafeStorage({ locked: true }).fake);
    expect(await locked.get('a')).toEqual(failure('key-unreadable'));
  });
});
