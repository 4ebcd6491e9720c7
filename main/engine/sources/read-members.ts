import { hash } from 'node:crypto';
import { closeSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { errnoOf } from '../../../preload/contract/failures/errno.ts';
import { fromStoredTime } from '../types/file-time.ts';
import { hashesLength, noMd5 } from '../types/part-members.ts';
import { type FileIdentity, joinPath } from '../types/source-path.ts';
import { fileStats } from './file-stats.ts';
import { type FileVersion, identityChange, readingChange } from './file-version.ts';
import { openFile, statOpen } from './open-file.ts';
import type { BegunMember, MemberRefusal, MembersAnswer, MembersRequest } from './reader-protocol.ts';

/** A call ends after this time with what it has, because one that takes long is taken for one that hangs. */
const callMs = 1000;
const stepBytes = 1024 * 1024;
/** A file whose change time moved while it was read, but neither size nor modification time, is read again. */
const maxAttempts = 3;
/** A share may report an old size of a file that has grown. */
const beyond = Buffer.alloc(1);
const noHashes = '0'.repeat(hashesLength);

interface MemberToRead extends FileIdentity {
  readonly path: string;
  readonly followLink: boolean;
  readonly position: number;
  readonly crcPosition: number;
  readonly wantsMd5: boolean;
  readonly begun: BegunMember | null;
}

type ReadMember =
  | {
      readonly kind: 'read';
      readonly crc32: number;
      readonly hashes: string;
      readonly version: Pick<FileVersion, 'ctimeNs' | 'bornNs'>;
    }
  | { readonly kind: 'unfinished'; readonly begun: BegunMember }
  | MemberRefusal;

/** Reads members of a pack, each whole and in one go, to their places in the block. Runs on a reader thread. */
export function readMembers(request: MembersRequest, timeMs = callMs): MembersAnswer {
  const { block, hasScannedNumbers, members } = request;
  const endsAtMs = performance.now() + timeMs;
  const crc32s = new Uint32Array(members.paths.length);
  const ctimesNs = new BigInt64Array(members.paths.length);
  const bornsNs = new BigInt64Array(members.paths.length);
  const refused: [number, MemberRefusal][] = [];
  let hashes = '';
  let begun: BegunMember | null = null;
  let done = 0;
  for (; done < members.paths.length; done += 1) {
    if (done > 0 && performance.now() > endsAtMs) break;
    const read = readMember(memberAt(request, done), block, hasScannedNumbers, endsAtMs);
    if (read.kind === 'unfinished') {
      begun = read.begun;
      break;
    }
    if (read.kind === 'read') {
      crc32s[done] = read.crc32;
      ctimesNs[done] = read.version.ctimeNs;
      bornsNs[done] = read.version.bornNs;
      hashes += read.hashes;
    } else {
      refused.push([done, read]);
      hashes += noHashes;
    }
  }
  return {
    ...{ block, hashes, refused, begun },
    crc32s: crc32s.slice(0, done),
    ctimesNs: ctimesNs.slice(0, done),
    bornsNs: bornsNs.slice(0, done),
  };
}

function memberAt(
  { root, members, followLinks, positions, crcPositions, wantsMd5, begun }: MembersRequest,
  index: number,
): MemberToRead {
  return {
    path: joinPath(root, members.paths[index] ?? ''),
    followLink: followLinks[index] === 1,
    position: positions[index] ?? 0,
    crcPosition: crcPositions[index] ?? 0,
    wantsMd5,
    begun: index === 0 ? begun : null,
    sizeBytes: members.sizesBytes[index] ?? 0,
    mtimeNs: fromStoredTime(members.mtimesNs[index] ?? 0n, members.mtimeEras[index] ?? 0),
    device: members.devices[index] ?? 0n,
    fileId: members.fileIds[index] ?? 0n,
  };
}

function readMember(
  member: MemberToRead,
  block: ArrayBuffer,
  hasScannedNumbers: boolean,
  endsAtMs: number,
): ReadMember {
  let fd: number | null = null;
  try {
    const opened = openFile(member.path, member.followLink);
    if (opened.kind !== 'file') return { kind: 'not-a-file', found: opened.kind };
    ({ fd } = opened);
    return readOpen(fd, member, block, hasScannedNumbers, endsAtMs);
  } catch (error) {
    return { kind: 'unreadable', code: errnoOf(error) };
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

function readOpen(
  fd: number,
  member: MemberToRead,
  block: ArrayBuffer,
  hasScannedNumbers: boolean,
  endsAtMs: number,
): ReadMember {
  const { sizeBytes, position, crcPosition, wantsMd5 } = member;
  const content = new Uint8Array(block, position, sizeBytes);
  let { begun } = member;
  let readBytes = begun?.bytes ?? 0;
  for (let attempt = 1; ; attempt += 1) {
    const before = fileStats(statOpen(fd));
    const changeBefore = identityChange(member, before, hasScannedNumbers);
    if (changeBefore !== null) return { kind: 'changed', change: changeBefore };
    const changeSince = begun === null ? null : readingChange(begun.version, before);
    if (changeSince !== null) return { kind: 'changed', change: changeSince };
    while (readBytes < sizeBytes) {
      const count = readSync(fd, content, readBytes, Math.min(stepBytes, sizeBytes - readBytes), readBytes);
      if (count === 0) return { kind: 'changed', change: { kind: 'truncated', atByte: readBytes } };
      readBytes += count;
      if (readBytes < sizeBytes && performance.now() > endsAtMs)
        return { kind: 'unfinished', begun: { bytes: readBytes, version: before } };
    }
    const after = fileStats(statOpen(fd));
    const change = readingChange(before, after);
    if (change === null) {
      if (readSync(fd, beyond, 0, 1, sizeBytes) > 0)
        return { kind: 'changed', change: { kind: 'exceeds-size', sizeBytes } };
      const crc = crc32(content);
      new DataView(block).setUint32(crcPosition, crc, true);
      const hashes =
        hash('sha1', content) + (wantsMd5 ? hash('md5', content) : noMd5) + hash('sha256', content);
      return { kind: 'read', crc32: crc, hashes, version: after };
    }
    if (change.kind !== 'touched' || attempt === maxAttempts) return { kind: 'changed', change };
    begun = null;
    readBytes = 0;
  }
}
