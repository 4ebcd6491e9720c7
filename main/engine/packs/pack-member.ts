import { joinPath } from '../types/source-path.ts';

/** A member is read whole into memory. Larger files gain nothing from a pack: their bytes take longer than their requests. */
export const maxMemberBytes = 8_000_000;
const maxPathBytes = 0xffff;

export interface PackMember {
  /** Below the root, with `/`; `unpackable` is null for it. */
  readonly path: string;
  readonly sizeBytes: number;
  /** Since 1970, UTC. */
  readonly mtimeNs: bigint;
}

export interface HashedMember extends PackMember {
  readonly crc32: number;
}

export type Unpackable =
  | 'too-large'
  /** Its bytes are not valid Unicode, and a ZIP says only how Unicode names are to be read. */
  | 'not-unicode'
  | 'path-too-long'
  /** Programs that expand ZIPs would change or refuse its path. */
  | 'unsafe-path';

interface PackCandidate {
  readonly folder: string;
  readonly folderBytes: Uint8Array | null;
  readonly name: string;
  readonly nameBytes: Uint8Array | null;
  readonly sizeBytes: number;
}

/** Why a file can't be in a pack; null if it can. Its path in the pack is the one below the root: `memberPath`. */
export function unpackable({
  folder,
  folderBytes,
  name,
  nameBytes,
  sizeBytes,
}: PackCandidate): Unpackable | null {
  if (sizeBytes > maxMemberBytes) return 'too-large';
  const path = joinPath(folder, name);
  if (folderBytes !== null || nameBytes !== null || !path.isWellFormed()) return 'not-unicode';
  if (Buffer.byteLength(path) > maxPathBytes) return 'path-too-long';
  return isSafePath(path) ? null : 'unsafe-path';
}

export function memberPath({ folder, name }: Pick<PackCandidate, 'folder' | 'name'>): string {
  return joinPath(folder, name);
}

/** Backslashes and drive letters are from Linux and macOS, where they are part of a name. */
function isSafePath(path: string): boolean {
  if (/[\p{Cc}\\]|^[A-Za-z]:/u.test(path)) return false;
  return path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
}
