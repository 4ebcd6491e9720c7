/** A member is read whole into memory. Larger files gain nothing from a pack: their bytes take longer than their requests. */
export const maxMemberBytes = 8_000_000;
const maxPathBytes = 0xffff;

export interface PackMember {
  /** Below the root, with `/`: an `isMemberPath`. */
  readonly path: string;
  readonly sizeBytes: number;
  /** Since 1970, UTC. */
  readonly mtimeNs: bigint;
}

export interface HashedMember extends PackMember {
  readonly crc32: number;
}

/** Whether a file can be in a pack under its path. Programs that expand ZIPs would change or refuse others. */
export function isMemberPath(path: string): boolean {
  return path.isWellFormed() && Buffer.byteLength(path) <= maxPathBytes && isSafePath(path);
}

/** Backslashes and drive letters are from Linux and macOS, where they are part of a name. */
function isSafePath(path: string): boolean {
  if (/[\p{Cc}\\]|^[A-Za-z]:/u.test(path)) return false;
  return path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
}
