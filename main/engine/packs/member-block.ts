import type { MemberToRead } from '../sources/reader-protocol.ts';
import { followsLink, itemPath, type SourceOptions } from '../sources/source-handle.ts';
import type { Item } from '../store/item-repository.ts';
import type { FileIdentity } from '../types/source-path.ts';
import { crcOffset, memberBytes, writeLocalHeader } from './pack-layout.ts';
import { memberPath, type PackMember } from './pack-member.ts';

/** A member with the file that it is. */
export interface MemberSource extends PackMember, FileIdentity {
  readonly file: string | Buffer;
  readonly followLink: boolean;
}

export function memberSource(item: Item, options: SourceOptions): MemberSource {
  const { sizeBytes, mtimeNs, device, fileId } = item;
  const file = itemPath(item);
  return {
    path: memberPath(item),
    file,
    followLink: followsLink(file, options),
    sizeBytes,
    mtimeNs,
    device,
    fileId,
  };
}

export const blockBytes = 1024 * 1024;
/** Of many tiny members, because the message about each takes time on the engine's thread. */
const maxBlockMembers = 256;

/** Runs of members that are read in one call: of `blockBytes` at most, unless a member alone is larger. */
export function* cutBlocks<Member extends PackMember>(
  members: readonly Member[],
): Generator<readonly Member[], undefined> {
  let block: Member[] = [];
  let bytes = 0;
  for (const member of members) {
    const more = memberBytes(member);
    if (block.length > 0 && (bytes + more > blockBytes || block.length === maxBlockMembers)) {
      yield block;
      block = [];
      bytes = 0;
    }
    block.push(member);
    bytes += more;
  }
  if (block.length > 0) yield block;
}

/** Writes the local headers of a block's members, without their CRC-32. Returns how to read the rest. */
export function writeHeaders(members: readonly MemberSource[], block: ArrayBuffer): readonly MemberToRead[] {
  const bytes = Buffer.from(block);
  let at = 0;
  return members.map((member) => {
    const { file, followLink, sizeBytes, mtimeNs, device, fileId } = member;
    const crcPosition = at + crcOffset;
    const position = writeLocalHeader(bytes, at, member, 0);
    at = position + sizeBytes;
    const identity = { sizeBytes, mtimeNs, device, fileId };
    return { path: file, followLink, ...identity, position, crcPosition, begun: null };
  });
}
