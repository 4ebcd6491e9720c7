/** PST and OST files: their header ([MS-PST] 2.2.2.6), and whether they have a password. */
import { crc32 } from 'node:zlib';
import { type ContentCheck, damaged, intact, shorterThan } from '../content-check.ts';
import { type RandomAccess, readAt } from '../random-access.ts';
import { PstBlocks } from './pst-blocks.ts';
import { passwordChecksum } from './pst-password.ts';

const ansiVersions = [14, 15];
const unicodeVersion = 23;
const headerBytes = 564;
/** The checksums cover from here on. */
const checkedFrom = 8;
const partialBytes = 471;
const fullBytes = 516;

export function checkPst(file: RandomAccess): ContentCheck {
  const header = readAt(file, 0, headerBytes);
  if (header.length < headerBytes)
    return damaged({ kind: 'cut-short', expectedBytes: headerBytes, foundBytes: file.sizeBytes });
  const version = header.readUInt16LE(10);
  const isAnsi = ansiVersions.includes(version);
  // Later versions are not documented.
  const isDocumented = isAnsi || version === unicodeVersion;
  if (isDocumented) {
    const isSound =
      pstCrc(header.subarray(checkedFrom, checkedFrom + partialBytes)) === header.readUInt32LE(4) &&
      (isAnsi || pstCrc(header.subarray(checkedFrom, checkedFrom + fullBytes)) === header.readUInt32LE(524));
    if (!isSound) return damaged({ kind: 'checksum-mismatch', part: 'header' });
  }
  const statedBytes = isAnsi ? header.readUInt32LE(168) : Number(header.readBigUInt64LE(184));
  const damage = shorterThan(file, statedBytes);
  if (damage !== null) return damaged(damage);
  const blocks = new PstBlocks(file, header);
  const checksum = passwordChecksum(blocks);
  // Every file has a message store.
  if (checksum === null)
    return isDocumented
      ? damaged({ kind: 'invalid', part: 'table-of-contents', position: blocks.nodeTree })
      : intact;
  return { ...intact, locked: checksum === 0 ? null : 'file' };
}

/** The CRC-32 of the file's password; 0 without one. Null if the file can't be read so far. */
export function pstPasswordChecksum(file: RandomAccess): number | null {
  const header = readAt(file, 0, headerBytes);
  return header.length < headerBytes ? null : passwordChecksum(new PstBlocks(file, header));
}

/** [MS-PST] 5.3: CRC-32 that begins with zero and is not inverted at the end. */
export function pstCrc(bytes: Uint8Array): number {
  return (crc32(bytes, 0xffffffff) ^ 0xffffffff) >>> 0;
}
