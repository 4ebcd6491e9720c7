/** OLE files: whether all of their sectors are there, and whether a document in them is encrypted. */

import { type ContentCheck, damaged, intact } from '../content-check.ts';
import { inspectionTrial } from '../limits.ts';
import { excelDefaultPassword } from '../password-check.ts';
import type { RandomAccess } from '../random-access.ts';
import { officePasswordCheck } from './office-password.ts';
import { OleFile } from './ole-file.ts';

type HasEncryption = (streams: OleFile) => boolean;

export const checkOle = (file: RandomAccess): ContentCheck => check(file, () => false);
export const checkEncryptedPackage = (file: RandomAccess): ContentCheck => check(file, () => true);
export const checkWord = (file: RandomAccess): ContentCheck => check(file, isWordEncrypted);
export const checkExcel = (file: RandomAccess): ContentCheck => check(file, isExcelEncrypted);
export const checkPowerPoint = (file: RandomAccess): ContentCheck => check(file, isPowerPointEncrypted);

function check(file: RandomAccess, hasEncryption: HasEncryption): ContentCheck {
  const streams = OleFile.open(file);
  if (streams === null) return damaged({ kind: 'invalid', part: 'header', position: 0 });
  const usedBytes = streams.endOfUsedSectors();
  // Some programs don't fill the last sector.
  if (file.sizeBytes <= usedBytes - streams.sectorBytes)
    return damaged({ kind: 'cut-short', expectedBytes: usedBytes, foundBytes: file.sizeBytes });
  if (!hasEncryption(streams)) return intact;
  return { ...intact, isEncrypted: true, locked: opensWithDefault(file) ? null : 'file' };
}

function opensWithDefault(file: RandomAccess): boolean {
  const attempt = officePasswordCheck(file, inspectionTrial);
  return attempt.kind === 'check' && attempt.fits(excelDefaultPassword);
}

/** [MS-DOC] 2.5.2: fEncrypted of the file information block. */
function isWordEncrypted(streams: OleFile): boolean {
  const start = streams.read('WordDocument', 12);
  return start !== null && start.length === 12 && (start.readUInt16LE(10) & 0x0100) !== 0;
}

const filePass = 0x2f;
const maxRecords = 100;

/** [MS-XLS] 2.4.117: FILEPASS is among the first records. */
function isExcelEncrypted(streams: OleFile): boolean {
  const records = streams.read('Workbook', 65_536) ?? streams.read('Book', 65_536) ?? Buffer.alloc(0);
  for (let at = 0, count = 0; at + 4 <= records.length && count < maxRecords; count += 1) {
    if (records.readUInt16LE(at) === filePass) return true;
    at += 4 + records.readUInt16LE(at + 2);
  }
  return false;
}

const encryptedToken = 0xf3d1c4df;

/** [MS-PPT] 2.3.2: headerToken of the current user. */
function isPowerPointEncrypted(streams: OleFile): boolean {
  const user = streams.read('Current User', 16);
  return user !== null && user.length === 16 && user.readUInt32LE(12) === encryptedToken;
}
