import { hash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { fileStats, pathOf } from './file-stats.ts';
import { fileVersion } from './file-version.ts';
import type { Answer, Argument, MemberAnswer, MemberToRead } from './reader-protocol.ts';
import { identityChange } from './source-identity.ts';

/** A call ends after this time with what it has, because one that takes long is taken for one that hangs. */
const callMs = 1000;
const stepBytes = 1024 * 1024;
/** A file whose change time moved while it was read, but neither size nor modification time, is read again. */
const maxAttempts = 3;

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/**
 * Reads members of a pack, each whole and in one go, to their places in the block. Answers for as many as there was time
 * for, at least for one. Runs on a reader thread.
 */
export function readMembers(
  { block, members, isSameRun }: Argument<'readMembers'>,
  timeMs = callMs,
): Answer<'readMembers'> {
  const endsAtMs = performance.now() + timeMs;
  const answers: MemberAnswer[] = [];
  for (const member of members) {
    if (answers.length > 0 && performance.now() > endsAtMs) break;
    const answer = readMember(member, block, isSameRun, endsAtMs);
    answers.push(answer);
    if (answer.kind === 'unfinished') break;
  }
  return { block, members: answers };
}

function readMember(
  member: MemberToRead,
  block: ArrayBuffer,
  isSameRun: boolean,
  endsAtMs: number,
): MemberAnswer {
  let fd: number | null = null;
  try {
    fd = openMember(member);
    return fd === null ? notAFile(member) : readOpen(fd, member, block, isSameRun, endsAtMs);
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string')
      return { kind: 'unreadable', code: error.code };
    throw error;
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

/** Without waiting for a pipe that replaced the file. Null for a symbolic link that is not to be followed. */
function openMember({ path, followLink }: MemberToRead): number | null {
  const at = pathOf(path);
  // Windows has neither flag, and no pipes among files.
  if (!followLink && O_NOFOLLOW === undefined && lstatSync(at).isSymbolicLink()) return null;
  try {
    return openSync(at, O_RDONLY | (O_NONBLOCK ?? 0) | (followLink ? 0 : (O_NOFOLLOW ?? 0)));
  } catch (error) {
    const isLink = error instanceof Error && 'code' in error && error.code === 'ELOOP' && !followLink;
    if (isLink) return null;
    throw error;
  }
}

function notAFile({ path }: MemberToRead): MemberAnswer {
  return { kind: 'not-a-file', found: fileStats(lstatSync(pathOf(path), { bigint: true })).kind };
}

function readOpen(
  fd: number,
  member: MemberToRead,
  block: ArrayBuffer,
  isSameRun: boolean,
  endsAtMs: number,
): MemberAnswer {
  const { sizeBytes, position, crcPosition } = member;
  const content = new Uint8Array(block, position, sizeBytes);
  let { begun } = member;
  let readBytes = begun?.bytes ?? 0;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const before = fileStats(fstatSync(fd, { bigint: true }));
    if (before.kind !== 'file') return { kind: 'not-a-file', found: before.kind };
    const version = fileVersion(before);
    const changeBefore = identityChange(member, before, isSameRun);
    if (changeBefore !== null) return { kind: 'changed', change: changeBefore };
    if (begun !== null && begun.version !== version) return { kind: 'changed', change: { kind: 'modified' } };
    while (readBytes < sizeBytes) {
      const count = readSync(fd, content, readBytes, Math.min(stepBytes, sizeBytes - readBytes), readBytes);
      if (count === 0) return { kind: 'changed', change: { kind: 'truncated', atByte: readBytes } };
      readBytes += count;
      if (readBytes < sizeBytes && performance.now() > endsAtMs)
        return { kind: 'unfinished', begun: { bytes: readBytes, version } };
    }
    const after = fileStats(fstatSync(fd, { bigint: true }));
    const changeMeanwhile = identityChange(before, after, true);
    if (changeMeanwhile !== null) return { kind: 'changed', change: changeMeanwhile };
    if (fileVersion(after) === version) {
      const crc = crc32(content);
      new DataView(block).setUint32(crcPosition, crc, true);
      return { kind: 'read', crc32: crc, sha1: hash('sha1', content), md5: hash('md5', content) };
    }
    begun = null;
    readBytes = 0;
  }
  return { kind: 'changed', change: { kind: 'modified' } };
}
