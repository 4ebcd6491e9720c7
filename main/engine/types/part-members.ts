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
  /** Of each member: SHA-1 and MD5 in hexadecimal, one after the other. */
  readonly hashes: readonly string[];
}

export const sha1Length = 40;
export const hashesLength = sha1Length + 32;

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
