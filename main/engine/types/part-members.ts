import type { ContentHashes } from './content-hashes.ts';

/**
 * The members of one part of a pack, in columns and in their order: a hundred thousand objects, made again at each step from
 * the store to the socket, would take more time than everything else that the engine's thread does for them.
 */
export interface MemberColumns {
  /** Below the root, with `/`. */
  readonly paths: readonly string[];
  readonly sizesBytes: Float64Array;
  /** As stored: file-time.ts. */
  readonly mtimesNs: BigInt64Array;
  readonly mtimeEras: Int32Array;
  readonly devices: BigInt64Array;
  readonly fileIds: BigInt64Array;
}

/** What was read of them. */
export interface HashColumns {
  readonly crc32s: Uint32Array;
  /** The hashes of each member: see `memberHashes`. */
  readonly hashes: readonly string[];
  /** Their change times, which show that a file was touched since. */
  readonly ctimesNs: BigInt64Array;
  /** When they were created; 0 where that can't be told. */
  readonly bornsNs: BigInt64Array;
}

const sha1Length = 40;
const md5Length = 32;
export const hashesLength = sha1Length + md5Length + 64;
/** In place of an MD5 that nobody asked for. */
export const noMd5 = '-'.repeat(md5Length);

/** From SHA-1, MD5 and SHA-256 in hexadecimal, one after the other: a string for each would take more memory and time. */
export function memberHashes(hashes: string): ContentHashes & { readonly md5: string | null } {
  const md5 = hashes.slice(sha1Length, sha1Length + md5Length);
  return {
    sha1: hashes.slice(0, sha1Length),
    md5: md5 === noMd5 ? null : md5,
    sha256: hashes.slice(sha1Length + md5Length),
  };
}

export function sliceMembers(members: MemberColumns, from: number, to: number): MemberColumns {
  return {
    paths: members.paths.slice(from, to),
    sizesBytes: members.sizesBytes.slice(from, to),
    mtimesNs: members.mtimesNs.slice(from, to),
    mtimeEras: members.mtimeEras.slice(from, to),
    devices: members.devices.slice(from, to),
    fileIds: members.fileIds.slice(from, to),
  };
}
