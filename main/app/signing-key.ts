/** The key with which the window's receipts are signed: its private half is kept like the API keys. */
import { generatePrivateKey } from '../engine/custody/signing-key.ts';
import type { Keychain } from './keychain.ts';

/** Beside the IDs of connections, which are UUIDs. */
const keychainId = 'receipt-signing-key';

export interface ReceiptSigningKey {
  /**
   * The private half (PKCS #8, PEM), made at the first call. Returns null without a keychain that can be used: the engine then
   * signs with a key of its own, and the receipt says so. A key that can't be read is never replaced, because the
   * keychain may only be locked.
   */
  read(): Promise<string | null>;
}

export function createReceiptSigningKey(
  keychain: Pick<Keychain, 'storage' | 'get' | 'set'>,
  log: (message: string) => void,
): ReceiptSigningKey {
  let reading: Promise<string | null> | null = null;

  async function read(): Promise<string | null> {
    if (keychain.storage !== 'keychain') return null;
    const kept = await keychain.get(keychainId);
    if (kept.ok) return kept.value;
    if (kept.failure.code !== 'key-missing') {
      log("The signing key can't be read from the keychain. Receipts are signed with the data folder's key.");
      return null;
    }
    const made = generatePrivateKey();
    const saved = await keychain.set(keychainId, made, false);
    if (saved.ok) return made;
    log("The signing key can't be saved in the keychain. Receipts are signed with the data folder's key.");
    return null;
  }

  return {
    // One at a time: two first calls must not make two keys.
    read() {
      reading ??= read().finally(() => {
        reading = null;
      });
      return reading;
    },
  };
}
