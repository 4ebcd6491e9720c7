/** OLE files: whether all of their sectors are there, and whether a document in them is encrypted. */
import { type ContentCheck, damaged, intact } from '../content-check.ts';
import { inspectionTrial } from '../limits.ts';
import { excelDefaultPassword } from '../password-check.ts';
import type { RandomAccess } from '../random-access.ts';
import {
  isExcelEncrypted,
  isPowerPointEncrypted,
  isWordEncrypted,
  streamsPasswordCheck,
} from './office-password.ts';
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
  const attempt = streamsPasswordCheck(streams, inspectionTrial);
  const isOpen = attempt.kind === 'check' && attempt.fits(excelDefaultPassword);
  return { ...intact, isEncrypted: true, locked: isOpen ? null : 'file' };
}
