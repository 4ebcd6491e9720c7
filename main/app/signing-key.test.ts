import { expect, test } from 'vitest';
import { memoryStore } from '../../test/fakes/memory-store.ts';
import { readPrivateKey } from '../engine/custody/signing-key.ts';
import { openKeychain, type SafeStorage } from './keychain.ts';
import { createReceiptSigningKey } from './signing-key.ts';

const prefix = 'keychain:';
const working: SafeStorage = {
  isAsyncEncryptionAvailable: async () => true,
  encryptStringAsync: async (text) => Buffer.from(prefix + Buffer.from(text).toString('hex')),
  decryptStringAsync: async (encrypted) => ({
    shouldReEncrypt: false,
    result: Buffer.from(encrypted.toString().slice(prefix.length), 'hex').toString(),
  }),
  getSelectedStorageBackend: () => 'gnome_libsecret',
  setUsePlainTextEncryption: () => undefined,
};

async function open(safeStorage: SafeStorage, keys: Record<string, string> = {}) {
  const store = memoryStore<{ keys: Record<string, string> }>({ keys });
  const messages: string[] = [];
  const keychain = await openKeychain(safeStorage, store, 'darwin');
  return { store, messages, key: createReceiptSigningKey(keychain, (message) => messages.push(message)) };
}

test('it is made once, and only its encrypted form is stored', async () => {
  const { store, key, messages } = await open(working);
  const [first, second] = await Promise.all([key.read(), key.read()]);
  expect(readPrivateKey(first ?? '', 'keychain')?.storage).toBe('keychain');
  expect(second).toBe(first);
  expect(await key.read()).toBe(first);
  expect(JSON.stringify(store.value)).not.toContain('PRIVATE KEY');
  expect(await (await open(working, store.value.keys)).key.read()).toBe(first);
  expect(messages).toEqual([]);
});

test('a keychain that can not decrypt it gives none, and the stored key stays', async () => {
  const { store, key } = await open(working);
  await key.read();
  const stored = JSON.stringify(store.value);
  const locked: SafeStorage = {
    ...working,
    decryptStringAsync: async () => {
      throw new Error('locked');
    },
  };
  const later = await open(locked, store.value.keys);
  expect(await later.key.read()).toBe(null);
  expect(JSON.stringify(later.store.value)).toBe(stored);
  expect(later.messages).toHaveLength(1);
});

test('without a keychain there is none, and nothing is stored', async () => {
  const { store, key } = await open({ ...working, isAsyncEncryptionAvailable: async () => false });
  expect(await key.read()).toBe(null);
  expect(store.value).toEqual({ keys: {} });
});

test('a keychain that refuses to save it gives none', async () => {
  const refusing: SafeStorage = {
    ...working,
    encryptStringAsync: async () => {
      throw new Error('refused');
    },
  };
  const { key, messages } = await open(refusing);
  expect(await key.read()).toBe(null);
  expect(messages).toHaveLength(1);
});
