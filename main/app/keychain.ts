/** API keys, encrypted with the operating system's keychain. They leave this module for the engine only. */
import { z } from 'zod';
import { failure, type Result, success } from '../../preload/contract/failures/failure.ts';
import type { AppView } from '../../preload/contract/views/views.ts';
import type { JsonStore } from './json-store.ts';

/** The part of Electron's safeStorage that is used; its synchronous half is removed in Electron 46. */
export interface SafeStorage {
  isAsyncEncryptionAvailable(): Promise<boolean>;
  encryptStringAsync(text: string): Promise<Buffer>;
  decryptStringAsync(encrypted: Buffer): Promise<{ shouldReEncrypt: boolean; result: string }>;
  getSelectedStorageBackend(): string;
  setUsePlainTextEncryption(usePlainText: boolean): void;
}

export const keysSchema = z.object({ keys: z.record(z.string(), z.string()) });
type Keys = z.infer<typeof keysSchema>;

export type ApiKeyStorage = AppView['keyStorage'];

export interface Keychain {
  readonly storage: ApiKeyStorage;
  has(connectionId: string): boolean;
  get(connectionId: string): Promise<Result<string>>;
  /** Whether a key may be saved here; asked before the key is tried at the platform. */
  checkStorage(acceptPlaintext: boolean): Result<undefined>;
  set(connectionId: string, apiKey: string, acceptPlaintext: boolean): Promise<Result<undefined>>;
  remove(connectionId: string): Promise<Result<undefined>>;
}

export async function openKeychain(
  safeStorage: SafeStorage,
  store: JsonStore<Keys>,
  platform: NodeJS.Platform,
): Promise<Keychain> {
  const storage = await detectStorage(safeStorage, platform);

  function checkStorage(acceptPlaintext: boolean): Result<undefined> {
    switch (storage) {
      case 'keychain':
        return success(undefined);
      case 'plaintext':
        return acceptPlaintext ? success(undefined) : failure('keychain-plaintext');
      case 'unavailable':
        return failure('keychain-unavailable');
    }
  }

  return {
    storage,
    has: (connectionId) => store.value.keys[connectionId] !== undefined,
    checkStorage,
    async get(connectionId) {
      const encrypted = store.value.keys[connectionId];
      if (encrypted === undefined) return failure('key-missing');
      try {
        const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(
          Buffer.from(encrypted, 'base64'),
        );
        if (shouldReEncrypt) {
          const again = await encrypt(safeStorage, result);
          // It may have been replaced or removed meanwhile.
          if (store.value.keys[connectionId] === encrypted) await saveKey(store, connectionId, again);
        }
        return success(result);
      } catch {
        return failure('key-unreadable');
      }
    },
    async set(connectionId, apiKey, acceptPlaintext) {
      const allowed = checkStorage(acceptPlaintext);
      if (!allowed.ok) return allowed;
      try {
        return await saveKey(store, connectionId, await encrypt(safeStorage, apiKey));
      } catch {
        return failure('keychain-refused');
      }
    },
    async remove(connectionId) {
      const { [connectionId]: _, ...keys } = store.value.keys;
      return store.set({ keys });
    },
  };
}

async function encrypt(safeStorage: SafeStorage, apiKey: string): Promise<string> {
  return (await safeStorage.encryptStringAsync(apiKey)).toString('base64');
}

function saveKey(
  store: JsonStore<Keys>,
  connectionId: string,
  encrypted: string,
): Promise<Result<undefined>> {
  return store.set({ keys: { ...store.value.keys, [connectionId]: encrypted } });
}

/** Chromium's prefix for text that was encrypted with its built-in password instead of a keyring (Linux). */
const builtInPasswordPrefix = 'v10';

async function detectStorage(safeStorage: SafeStorage, platform: NodeJS.Platform): Promise<ApiKeyStorage> {
  try {
    const isLinux = platform === 'linux';
    const hasNoKeyring = isLinux && safeStorage.getSelectedStorageBackend() === 'basic_text';
    // Enables the built-in password. Without it no key could be saved, even with consent.
    if (hasNoKeyring) safeStorage.setUsePlainTextEncryption(true);
    if (!(await safeStorage.isAsyncEncryptionAvailable())) return 'unavailable';
    if (hasNoKeyring) return 'plaintext';
    if (!isLinux) return 'keychain';
    // Chromium silently replaces a keyring that doesn't answer. Only an encrypted text shows it.
    const probe = await safeStorage.encryptStringAsync('probe');
    return probe.subarray(0, 3).toString('latin1') === builtInPasswordPrefix ? 'plaintext' : 'keychain';
  } catch {
    return 'unavailable';
  }
}
