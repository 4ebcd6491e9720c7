import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { HashAlgorithm } from '../../types/content-hashes.ts';

/**
 * What shows that a part is on the disk as it was sent: `md5:` or `crc32:`, and hexadecimal. The MD5 where it is computed
 * anyway, to compare it with the ETag; else the CRC-32, which takes 0.15 s of a processor for a GiB, where an MD5 takes 1.1 s.
 * It doesn't have to withstand an attacker, who could write what he likes before the part is sent: it tells a file that was
 * written to from one that was only touched. Where the whole file is hashed, that must be the same in the second reading, too.
 */
export type DigestAlgorithm = 'md5' | 'crc32';

/** What is computed of a part while it is sent. */
export type PartAlgorithm = HashAlgorithm | 'crc32';

export interface PartHash {
  update(block: Uint8Array): void;
  /** Hexadecimal. */
  digest(): string;
}

export function createPartHash(algorithm: PartAlgorithm): PartHash {
  if (algorithm !== 'crc32') {
    const hash = createHash(algorithm);
    return { update: (block) => void hash.update(block), digest: () => hash.digest('hex') };
  }
  let value = 0;
  return {
    update(block) {
      value = crc32(block, value);
    },
    digest: () => value.toString(16).padStart(8, '0'),
  };
}

/** Returns null where nothing was computed. */
export function formatDigest({
  md5,
  crc32: crc,
}: {
  readonly md5?: string;
  readonly crc32?: string;
}): string | null {
  if (md5 !== undefined) return `md5:${md5}`;
  return crc === undefined ? null : `crc32:${crc}`;
}

export function algorithmOf(digest: string): DigestAlgorithm {
  return digest.startsWith('md5:') ? 'md5' : 'crc32';
}
