/** API keys, encrypted with the operating system's keychain. They leave this file for the engine alone. */
import { z } from 'zod';
import { failure, type Result, success } from '../../preload/contract/failure.ts';
import type { AppView } from '../../preload/contract/views.ts';
import type { JsonFile } from './json-store.ts';

/** The part of Electron's safeStorage that is used; its synchronous half ends with Electron 46. */
export interface Keychain {
  isAsyncEncryptionAvailable(): Promise<boolean>;
  encryptStringAsync(text: string): Promise<Buffer>;
  decryptStringAsync(encrypted: Buffer): Promise<{ shouldReEncrypt: boolean; result: string }>;
  getSelectedStorageBackend(): string;
  setUsePlainTextEncryption(usePlainText: boolean): void;
}

export const keysSchema = z.object({ keys: z.record(z.string(), z.string()) });
type Keys = z.infer<typeof keysSchema>;

export type KeyStorage = AppView['keyStorage'];

export interface Secrets {
  readonly storage: KeyStorage;
  has(connectionId: string): boolean;
  get(connectionId: string): Promise<Result<string>>;
  /** Whether a key may be kept, before it is tried. */
  mayKeep(acceptPlaintext: boolean): Result<undefined>;
  set(connectionId: string, apiKey: string, acceptPlaintext: boolean): Promise<Result<undefined>>;
  remove(connectionId: string): Promise<Result<undefined>>;
}

export async function openSecrets(
  keychain: Keychain,
  file: JsonFile<Keys>,
  platform: NodeJS.Platform,
): Promise<Secrets> {
  const storage = await storageOf(keychain, platform);

  function mayKeep(acceptPlaintext: boolean): Result<undefined> {
    switch (storage) {
      case 'keychain':
        return success(undefined);
      case 'plaintext':
        if (acceptPlaintext) return success(undefined);
        return failure(
          'bad-input',
          'This computer has no keychain that Lading can use: the key would be readable for whoever can read your files. Accept that, or unlock a keychain (GNOME Keyring, KWallet) and start Lading again.',
        );
      case 'unavailable':
        return failure(
          'bad-input',
          'The keychain of this computer cannot be used, so the key cannot be kept. Unlock it and start Lading again.',
        );
    }
  }

  return {
    storage,
    has: (connectionId) => file.value.keys[connectionId] !== undefined,
    mayKeep,
    async get(connectionId) {
      const kept = file.value.keys[connectionId];
      if (kept === undefined) return failure('key-missing', 'There is no API key for this connection yet.');
      try {
        const { result, shouldReEncrypt } = await keychain.decryptStringAsync(Buffer.from(kept, 'base64'));
        if (shouldReEncrypt) await keep(keychain, file, connectionId, result);
        return success(result);
      } catch {
        return failure(
          'key-missing',
          'The kept API key cannot be read: the keychain is locked or another one. Unlock it, or enter the key again.',
        );
      }
    },
    async set(connectionId, apiKey, acceptPlaintext) {
      const may = mayKeep(acceptPlaintext);
      if (!may.ok) return may;
      try {
        return await keep(keychain, file, connectionId, apiKey);
      } catch {
        return failure('bad-input', 'The keychain refused the key. Unlock it and try again.');
      }
    },
    async remove(connectionId) {
      const { [connectionId]: _, ...keys } = file.value.keys;
      return file.set({ keys });
    },
  };
}

async function keep(
  keychain: Keychain,
  file: JsonFile<Keys>,
  connectionId: string,
  apiKey: string,
): Promise<Result<undefined>> {
  const encrypted = (await keychain.encryptStringAsync(apiKey)).toString('base64');
  return file.set({ keys: { ...file.value.keys, [connectionId]: encrypted } });
}

/** What Chromium puts before a text that was encrypted with its built-in password instead of a keyring's (Linux). */
const builtInPassword = 'v10';

async function storageOf(keychain: Keychain, platform: NodeJS.Platform): Promise<KeyStorage> {
  try {
    const mayBePlain = platform === 'linux';
    const hasNoKeyring = mayBePlain && keychain.getSelectedStorageBackend() === 'basic_text';
    // Encrypts with the built-in password; without it nothing could be kept even with the person's consent.
    if (hasNoKeyring) keychain.setUsePlainTextEncryption(true);
    if (!(await keychain.isAsyncEncryptionAvailable())) return 'unavailable';
    if (hasNoKeyring) return 'plaintext';
    if (!mayBePlain) return 'keychain';
    // A keyring that should be there and is not is replaced in silence: only the outcome tells.
    const probe = await keychain.encryptStringAsync('probe');
    return probe.subarray(0, 3).toString('latin1') === builtInPassword ? 'plaintext' : 'keychain';
  } catch {
    return 'unavailable';
  }
}
