/** What signs a receipt, and what a person should do with it. */
import type { KeyStorage } from '../views/signing-key.ts';

export function keyStorageText(storage: KeyStorage): string {
  switch (storage) {
    case 'keychain':
      return "kept in the computer's keychain";
    case 'file':
      return "kept in a file in Lading's data folder";
  }
}

/** What a person can do now, so that a receipt that was replaced is found out later. */
export function keepSeparatelyText(isSigned: boolean): string {
  return isSigned
    ? "The log head is a short code for everything that the receipt says. Keep it and the key's fingerprint separately from the receipt: they prove later that the receipt wasn't replaced."
    : "The log head is a short code for everything that the receipt says. Keep it separately from the receipt: it proves later that the receipt wasn't replaced.";
}

export const csvUnsignedText =
  "A CSV isn't signed and can't be verified. To prove what was uploaded, save the complete receipt as JSON.";
