/** The key with which an installation signs its receipts, as its public half is shown to people. */
import { z } from 'zod';

export const sha256Text = z
  .string()
  .length(64)
  .regex(/^[0-9a-f]+$/);

/** As people copy it: in groups, with colons or hyphens, in either case. Returns null if it is no SHA-256. */
export function parseSha256(text: string): string | null {
  const digits = text.replace(/[\s:-]/g, '').toLowerCase();
  return sha256Text.safeParse(digits).success ? digits : null;
}

/** Where the private half is kept: in the system's keychain, or in a file that only this user can read. */
export const keyStorage = z.enum(['keychain', 'file']);
export type KeyStorage = z.infer<typeof keyStorage>;

/** As the log names the key in the event of a receipt. */
export const receiptKey = z.strictObject({
  /** SHA-256 over the public half (DER, SubjectPublicKeyInfo), in hex. */
  fingerprint: sha256Text,
  storage: keyStorage,
  /** The key that this installation used before, if this is the first receipt with this one. */
  replaces: sha256Text.nullable(),
});
export type ReceiptKey = Readonly<z.infer<typeof receiptKey>>;
