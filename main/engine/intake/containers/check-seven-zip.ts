/** 7zFormat.txt: a start header with the position, length, and CRC of the header at the end. */
import { crc32 } from 'node:zlib';
import { chunksOf } from '../passwords/file-bytes.ts';
import { NotLzma } from '../passwords/lzma-decoder.ts';
import { NotSevenZip } from '../passwords/seven-zip-bytes.ts';
import { isEncryptedFolder, readFolders } from '../passwords/seven-zip-check.ts';
import type { BudgetedFile } from './content-budget.ts';
import { type ContentCheck, damaged, intact, shorterThan } from './content-check.ts';
import { readAt } from './random-access.ts';

const startHeaderBytes = 32;

export function checkSevenZip(file: BudgetedFile): ContentCheck {
  const start = readAt(file, 0, startHeaderBytes);
  const tooShort = shorterThan(file, startHeaderBytes);
  if (tooShort !== null) return damaged(tooShort);
  if (crc32(start.subarray(12)) !== start.readUInt32LE(8))
    return damaged({ kind: 'checksum-mismatch', part: 'header' });
  const position = startHeaderBytes + Number(start.readBigUInt64LE(12));
  const length = Number(start.readBigUInt64LE(20));
  const cutShort = shorterThan(file, position + length);
  if (cutShort !== null) return damaged(cutShort);
  // An archive without files.
  if (length === 0) return intact;
  let crc = 0;
  for (const chunk of chunksOf(file, position, length)) crc = crc32(chunk, crc);
  if (crc !== start.readUInt32LE(28))
    return damaged({ kind: 'checksum-mismatch', part: 'table-of-contents' });
  return encryption(file);
}

function encryption(file: BudgetedFile): ContentCheck {
  try {
    const { isHeaderEncrypted, folders } = readFolders(file);
    const encrypted = folders.filter(isEncryptedFolder).length;
    if (encrypted === 0) return intact;
    const isWhole = isHeaderEncrypted || encrypted === folders.length;
    return { ...intact, isEncrypted: true, locked: isWhole ? 'file' : 'entries' };
  } catch (error) {
    // The checksum was right: it is written in a way that is not known here.
    if (error instanceof NotSevenZip || error instanceof NotLzma) return intact;
    throw error;
  }
}
