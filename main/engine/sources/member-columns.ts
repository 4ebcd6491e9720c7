/**
 * Members of a pack, and what was read of them, in columns for the messages between threads: to copy an object for each
 * member takes a good part of the time in which it is hashed.
 */
import { fromStoredTime, toStoredTime } from '../types/file-time.ts';
import type { MemberAnswer, MemberAnswerColumns, MemberColumns, MemberToRead } from './reader-protocol.ts';

const numbersEach = 4;
const identitiesEach = 3;
const sha1Length = 40;
const hashesLength = sha1Length + 32;
const noHashes = '0'.repeat(hashesLength);

export function membersToColumns(members: readonly MemberToRead[]): MemberColumns {
  const numbers = new Float64Array(members.length * numbersEach);
  const identities = new BigInt64Array(members.length * identitiesEach);
  for (const [index, { sizeBytes, position, crcPosition, mtimeNs, device, fileId }] of members.entries()) {
    const { ns, era } = toStoredTime(mtimeNs);
    const number = index * numbersEach;
    numbers[number] = sizeBytes;
    numbers[number + 1] = position;
    numbers[number + 2] = crcPosition;
    numbers[number + 3] = era;
    const identity = index * identitiesEach;
    identities[identity] = ns;
    identities[identity + 1] = device;
    identities[identity + 2] = fileId;
  }
  return {
    paths: members.map(({ path }) => path),
    followLinks: members.map(({ followLink }) => followLink),
    begun: members.map(({ begun }) => begun),
    numbers,
    identities,
  };
}

export function membersOfColumns(columns: MemberColumns): readonly MemberToRead[] {
  const { paths, followLinks, begun, numbers, identities } = columns;
  return paths.map((path, index) => {
    const number = index * numbersEach;
    const identity = index * identitiesEach;
    return {
      path,
      followLink: followLinks[index] ?? false,
      begun: begun[index] ?? null,
      sizeBytes: numbers[number] ?? 0,
      position: numbers[number + 1] ?? 0,
      crcPosition: numbers[number + 2] ?? 0,
      mtimeNs: fromStoredTime(identities[identity] ?? 0n, numbers[number + 3] ?? 0),
      device: identities[identity + 1] ?? 0n,
      fileId: identities[identity + 2] ?? 0n,
    };
  });
}

export function answersToColumns(answers: readonly MemberAnswer[]): MemberAnswerColumns {
  const crc32s = new Uint32Array(answers.length);
  const others: [number, MemberAnswer][] = [];
  let hashes = '';
  for (const [index, answer] of answers.entries()) {
    if (answer.kind === 'read') {
      crc32s[index] = answer.crc32;
      hashes += answer.sha1 + answer.md5;
    } else {
      others.push([index, answer]);
      hashes += noHashes;
    }
  }
  return { crc32s, hashes, others };
}

export function answersOfColumns({ crc32s, hashes, others }: MemberAnswerColumns): readonly MemberAnswer[] {
  const answers: MemberAnswer[] = [];
  for (const [index, crc32] of crc32s.entries()) {
    const at = index * hashesLength;
    const sha1 = hashes.slice(at, at + sha1Length);
    const md5 = hashes.slice(at + sha1Length, at + hashesLength);
    answers.push({ kind: 'read', crc32, sha1, md5 });
  }
  for (const [index, answer] of others) answers[index] = answer;
  return answers;
}
