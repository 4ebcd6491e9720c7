import { expect, test } from 'vitest';
import { answersOfColumns, answersToColumns, membersOfColumns, membersToColumns } from './member-columns.ts';
import type { MemberAnswer, MemberToRead } from './reader-protocol.ts';

const member: MemberToRead = {
  path: '/evidence/a.txt',
  followLink: false,
  sizeBytes: 5,
  mtimeNs: 1_700_000_000_123_456_789n,
  device: 2049n,
  fileId: 131_072n,
  position: 60,
  crcPosition: 14,
  begun: null,
};

test('Members are the same on the other thread', () => {
  const members: readonly MemberToRead[] = [
    member,
    { ...member, path: new Uint8Array([47, 255]), followLink: true, position: 8_000_000, sizeBytes: 0 },
    // A FILETIME of zero, file IDs with the highest bit, and a time beyond 64 bits.
    { ...member, mtimeNs: -11_644_473_600_000_000_000n, fileId: -1n, device: -(2n ** 63n) },
    { ...member, mtimeNs: 253_402_300_800_000_000_000n },
    { ...member, begun: { bytes: 3, version: '1 2 3' } },
  ];
  expect(membersOfColumns(structuredClone(membersToColumns(members)))).toEqual(members);
  expect(membersOfColumns(membersToColumns([]))).toEqual([]);
});

test('Answers are the same on the other thread', () => {
  const read = (crc32: number, digit: string): MemberAnswer => ({
    kind: 'read',
    crc32,
    sha1: digit.repeat(40),
    md5: digit.repeat(32),
  });
  const answers: readonly MemberAnswer[] = [
    { kind: 'unreadable', code: 'EACCES' },
    read(0xffffffff, 'a'),
    { kind: 'changed', change: { kind: 'modified' } },
    read(0, 'b'),
    { kind: 'unfinished', begun: { bytes: 1, version: 'v' } },
  ];
  expect(answersOfColumns(structuredClone(answersToColumns(answers)))).toEqual(answers);
});
