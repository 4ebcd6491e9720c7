/**
 * safeStorage without a keychain, as in this Chromium: the backend is basic_text, which scrambles text with a well-known
 * password. STAND_IN_KEYCHAIN selects another backend.
 */
import { createCipheriv, createDecipheriv, pbkdf2Sync } from 'node:crypto';
import { failOnMissing } from './event.ts';

const backend = process.env['STAND_IN_KEYCHAIN'] ?? 'basic_text';
const hasKeychain = backend !== 'basic_text';
let usesPlainText = false;

const prefix = Buffer.from(hasKeychain ? 'v11' : 'v10');
const key = pbkdf2Sync(hasKeychain ? 'stand-in keychain' : 'peanuts', 'saltysalt', 1, 16, 'sha1');
const start = Buffer.alloc(16, ' ');

const isAvailable = (): boolean => backend !== 'unavailable' && (hasKeychain || usesPlainText);

function encrypt(text: string): Buffer {
  if (!isAvailable())
    throw new Error(
      'Error while encrypting the text provided to safeStorage.encryptString. Encryption is not available.',
    );
  const cipher = createCipheriv('aes-128-cbc', key, start);
  return Buffer.concat([prefix, cipher.update(text, 'utf8'), cipher.final()]);
}

function decrypt(encrypted: Buffer): string {
  if (!isAvailable())
    throw new Error(
      'Error while decrypting the ciphertext provided to safeStorage.decryptString. Decryption is not available.',
    );
  if (!encrypted.subarray(0, 3).equals(prefix)) {
    throw new Error(
      'Error while decrypting the ciphertext provided to safeStorage.decryptString. Ciphertext does not appear to be encrypted.',
    );
  }
  const decipher = createDecipheriv('aes-128-cbc', key, start);
  return Buffer.concat([decipher.update(encrypted.subarray(3)), decipher.final()]).toString('utf8');
}

export const safeStorage = failOnMissing('safeStorage', {
  isEncryptionAvailable: isAvailable,
  encryptString: encrypt,
  decryptString: decrypt,
  isAsyncEncryptionAvailable: async () => isAvailable(),
  encryptStringAsync: async (text: string) => encrypt(text),
  decryptStringAsync: async (encrypted: Buffer) => ({ shouldReEncrypt: false, result: decrypt(encrypted) }),
  getSelectedStorageBackend: () => backend,
  setUsePlainTextEncryption(usePlainText: boolean) {
    usesPlainText = usePlainText;
  },
});
