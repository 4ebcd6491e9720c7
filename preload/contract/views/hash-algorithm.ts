// Without a schema: threads that inspect files load this, and zod takes each of them 5 ms.

/** Strongest first: contents that share a SHA-1 or an MD5 can be made. */
export const hashAlgorithms = ['sha256', 'sha1', 'md5'] as const;
export type HashAlgorithm = (typeof hashAlgorithms)[number];

/** As people write them. */
export const hashNames: Readonly<Record<HashAlgorithm, string>> = {
  sha256: 'SHA-256',
  sha1: 'SHA-1',
  md5: 'MD5',
};

/** By the length in hexadecimal. */
const byLength: Readonly<Record<number, HashAlgorithm>> = { 64: 'sha256', 40: 'sha1', 32: 'md5' };

/** Which hash it may be; null if it has the length of none. */
export const hashAlgorithmOf = (hash: string): HashAlgorithm | null => byLength[hash.length] ?? null;

/** What a person calls it. */
export function hashName(hash: string): string {
  const algorithm = hashAlgorithmOf(hash);
  return algorithm === null ? 'hash' : hashNames[algorithm];
}
