const names: Readonly<Record<number, string>> = { 32: 'MD5', 40: 'SHA-1', 64: 'SHA-256' };

/** Which hash it is, by its length in hexadecimal. */
export const hashName = (hash: string): string => names[hash.length] ?? 'hash';
