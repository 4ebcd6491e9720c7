/**
 * Hashes of a file's content. SHA-256 says whether two files have the same content. SHA-1 is for the platform, which compares
 * it with what it assembled (platform-interface 3.1), and MD5 for lists and ETags: for both, two contents with one hash can
 * be made.
 */
export type { HashAlgorithm } from '../../../preload/contract/views/hash-algorithm.ts';

/** Hashes of a file that is sent, in hexadecimal. */
export interface ContentHashes {
  readonly sha1: string;
  readonly sha256: string;
}

/** As far as they are known: a person may want no hashes. */
export type KnownContentHashes = { readonly [Algorithm in keyof ContentHashes]: string | null };
