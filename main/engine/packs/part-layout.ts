/** Where in a part its members are, and how it is read in blocks. Pure. */
import { fromStoredTime } from '../types/file-time.ts';
import type { MemberColumns } from '../types/part-members.ts';
import { crcOffset, directoryBytes, localHeaderBytes, writeLocalHeader } from './pack-layout.ts';
import type { HashedMember, PackMember } from './pack-member.ts';

/** A part that was read: what the central directory says of it. */
export interface HashedPart {
  readonly members: MemberColumns;
  readonly crc32s: Uint32Array;
}

export interface PartLayout {
  readonly members: MemberColumns;
  /** The size of each member's local header. */
  readonly headerBytes: Uint32Array;
  readonly contentBytes: number;
  /** The parts before, for the last part, which ends with the central directory; null for the others. */
  readonly before: readonly HashedPart[] | null;
  readonly lengthBytes: number;
}

export function layOutPart(members: MemberColumns, before: readonly HashedPart[] | null): PartLayout {
  const headerBytes = Uint32Array.from(membersIn([members]), localHeaderBytes);
  const contentBytes = sum(members.sizesBytes);
  const directory =
    before === null ? 0 : directoryBytes(membersIn([...before.map((part) => part.members), members]));
  return {
    members,
    headerBytes,
    contentBytes,
    before,
    lengthBytes: sum(headerBytes) + contentBytes + directory,
  };
}

function sum(values: Float64Array | Uint32Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

function* membersIn(parts: readonly MemberColumns[]): Generator<PackMember, undefined> {
  for (const part of parts)
    for (let index = 0; index < part.paths.length; index += 1) yield memberAt(part, index);
}

export function* hashedMembersIn(parts: readonly HashedPart[]): Generator<HashedMember, undefined> {
  for (const { members, crc32s } of parts)
    for (let index = 0; index < members.paths.length; index += 1)
      yield { ...memberAt(members, index), crc32: crc32s[index] ?? 0 };
}

function memberAt(members: MemberColumns, index: number): PackMember {
  return {
    path: members.paths[index] ?? '',
    sizeBytes: members.sizesBytes[index] ?? 0,
    mtimeNs: fromStoredTime(members.mtimesNs[index] ?? 0n, members.mtimeEras[index] ?? 0),
  };
}

export const blockBytes = 1024 * 1024;
/** A block of tiny members is bounded, because the message about each takes time on the engine's thread. */
const maxBlockMembers = 256;

/** Members that are read in one call: from the first one to before the last one. */
export interface MemberBlock {
  readonly from: number;
  readonly to: number;
  readonly lengthBytes: number;
}

/** Blocks have `blockBytes` at most, unless a member alone is larger. */
export function* cutBlocks({ members, headerBytes }: PartLayout): Generator<MemberBlock, undefined> {
  let from = 0;
  let lengthBytes = 0;
  for (const [index, header] of headerBytes.entries()) {
    const more = header + (members.sizesBytes[index] ?? 0);
    if (index > from && (lengthBytes + more > blockBytes || index - from === maxBlockMembers)) {
      yield { from, to: index, lengthBytes };
      from = index;
      lengthBytes = 0;
    }
    lengthBytes += more;
  }
  if (from < headerBytes.length) yield { from, to: headerBytes.length, lengthBytes };
}

/** Where each member's content is in the block, and its CRC-32. */
export interface BlockPlaces {
  readonly positions: Uint32Array;
  readonly crcPositions: Uint32Array;
}

/** Writes the local headers of a block's members, without their CRC-32. Returns how to read the rest. */
export function writeHeaders(
  { members }: PartLayout,
  { from, to }: MemberBlock,
  block: ArrayBuffer,
): BlockPlaces {
  const bytes = Buffer.from(block);
  const positions = new Uint32Array(to - from);
  const crcPositions = new Uint32Array(to - from);
  let at = 0;
  for (let index = from; index < to; index += 1) {
    const member = memberAt(members, index);
    const position = writeLocalHeader(bytes, at, member, 0);
    positions[index - from] = position;
    crcPositions[index - from] = at + crcOffset;
    at = position + member.sizeBytes;
  }
  return { positions, crcPositions };
}
