import { hash } from 'node:crypto';
import { closeSync, fstatSync, lstatSync, openSync, readSync, statSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { fileStats, kindOf, pathOf } from './file-stats.ts';
import { fileVersion } from './file-version.ts';
import type {
  FileKind,
  MemberAnswer,
  MembersAnswer,
  MembersRequest,
  MemberToRead,
} from './reader-protocol.ts';
import { identityChange } from './source-identity.ts';

/** A call ends after this time with what it has, because one that takes long is taken for one that hangs. */
const callMs = 1000;
const stepBytes = 1024 * 1024;
/** A file whose change time moved while it was read, but neither size nor modification time, is read again. */
const maxAttempts = 3;

/**
 * Reads members of a pack, each whole and in one go, to their places in the block. Answers for as many as there was time
 * for, at least for one. Runs on a reader thread.
 */
export function readMembers({ block, members, isSameRun }: MembersRequest, timeMs = callMs): MembersAnswer {
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
    const opened = openMember(member);
    if (typeof opened === 'string') return { kind: 'not-a-file', found: opened };
    fd = opened;
    return readOpen(fd, member, block, isSameRun, endsAtMs);
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string')
      return { kind: 'unreadable', code: error.code };
    throw error;
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

/** The descriptor; or what is there instead of a file: opening a pipe that replaced it would wait forever. */
function openMember({ path, followLink }: MemberToRead): number | Exclude<FileKind, 'file'> {
  const at = pathOf(path);
  const kind = kindOf(followLink ? statSync(at) : lstatSync(at));
  return kind === 'file' ? openSync(at, 'r') : kind;
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
