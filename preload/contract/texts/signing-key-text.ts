import type { KeyStorage } from '../views/signing-key.ts';

export function keyStorageText(storage: KeyStorage): string {
  switch (storage) {
    case 'keychain':
      return "kept in the computer's keychain";
    case 'file':
      return "kept in a file in Lading's data folder";
  }
}
