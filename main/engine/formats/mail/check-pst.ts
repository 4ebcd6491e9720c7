/** PST and OST files: their header ([MS-PST] 2.2.2.6), and whether they have a password. */
import { type ContentCheck, damaged, intact, shorterThan } from '../content-check.ts';
import { type RandomAccess, readAt } from '../random-access.ts';
import { PstBlocks, pstHeaderBytes } from './pst-blocks.ts';
import { passwordChecksum, pstCrc } from './pst-password.ts';

const ansiVersions = [14, 15];
const unicodeVersion = 23;
/** The checksums cover from here on. */
const checkedFrom = 8;
const partialBytes = 471;
const fullBytes = 516;

export function checkPst(file: RandomAccess): ContentCheck {
  const header = readAt(file, 0, pstHeaderBytes);
  if (header.length < pstHeaderBytes)
    return damaged({ kind: 'cut-short', expectedBytes: pstHeaderBytes, foundBytes: file.sizeBytes });
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
