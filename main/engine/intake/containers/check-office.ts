/** OLE files: whether all of their sectors are there, and whether a document in them is encrypted. */
import { officeCheck } from '../passwords/office-check.ts';
import { OleStreams } from '../passwords/ole-streams.ts';
import { type ContentCheck, damaged, intact } from './content-check.ts';
import { type OleHeader, readOleHeader, sectorOffset } from './ole-directory.ts';
import { type RandomAccess, readAt } from './random-access.ts';

const freeSector = 0xffffffff;
const maxSector = 0xfffffffa;
/** Excel encrypts with it what everybody may open, such as a protected workbook. */
const excelDefaultPassword = 'VelvetSweatshop';

type HasEncryption = (streams: OleStreams) => boolean;

export const checkOle = (file: RandomAccess): ContentCheck => check(file, () => false);
export const checkEncryptedPackage = (file: RandomAccess): ContentCheck => check(file, () => true);
export const checkWord = (file: RandomAccess): ContentCheck => check(file, isWordEncrypted);
export const checkExcel = (file: RandomAccess): ContentCheck => check(file, isExcelEncrypted);
export const checkPowerPoint = (file: RandomAccess): ContentCheck => check(file, isPowerPointEncrypted);

function check(file: RandomAccess, hasEncryption: HasEncryption): ContentCheck {
  const header = readOleHeader(file);
  const streams = OleStreams.open(file);
  if (header === null || streams === null) return damaged({ kind: 'invalid', part: 'header', position: 0 });
  const usedBytes = endOfUsedSectors(file, header);
  // Some programs don't fill the last sector.
  if (file.sizeBytes <= usedBytes - header.sectorBytes)
    return damaged({ kind: 'cut-short', expectedBytes: usedBytes, foundBytes: file.sizeBytes });
  if (!hasEncryption(streams)) return intact;
  const isOpen = isQuickToTry(streams) && opensWithDefault(file);
  return { ...intact, isEncrypted: true, locked: isOpen ? null : 'file' };
}

function opensWithDefault(file: RandomAccess): boolean {
  const attempt = officeCheck(file);
  return attempt.kind === 'check' && attempt.fits(excelDefaultPassword);
}

/** Excel hashes 100,000 times. A hostile file may ask for millions. */
function isQuickToTry(streams: OleStreams): boolean {
  const info = streams.read('EncryptionInfo', 65_536)?.toString('latin1') ?? '';
  return [...info.matchAll(/spinCount="(\d+)"/g)].every(([, count]) => Number(count) <= 100_000);
}

/** Where the last sector ends that is in use, by the last of the 109 tables that the header lists. */
function endOfUsedSectors(file: RandomAccess, header: OleHeader): number {
  const perSector = header.sectorBytes / 4;
  const known = Math.min(header.fatSectors, header.difat.length);
  for (let index = known - 1; index >= 0; index -= 1) {
    const sector = header.difat[index] ?? freeSector;
    if (sector >= maxSector) continue;
    const table = readAt(file, sectorOffset(header, sector), header.sectorBytes);
    // The table itself is missing.
    if (table.length < header.sectorBytes) return sectorOffset(header, sector + 1);
    for (let at = perSector - 1; at >= 0; at -= 1)
      if (table.readUInt32LE(at * 4) !== freeSector) return sectorOffset(header, index * perSector + at + 1);
  }
  return 0;
}

/** [MS-DOC] 2.5.2: fEncrypted of the file information block. */
function isWordEncrypted(streams: OleStreams): boolean {
  const start = streams.read('WordDocument', 12);
  return start !== null && start.length === 12 && (start.readUInt16LE(10) & 0x0100) !== 0;
}

const filePass = 0x2f;
const maxRecords = 100;

/** [MS-XLS] 2.4.117: FILEPASS is among the first records. */
function isExcelEncrypted(streams: OleStreams): boolean {
  const records = streams.read('Workbook', 65_536) ?? streams.read('Book', 65_536) ?? Buffer.alloc(0);
  for (let at = 0, count = 0; at + 4 <= records.length && count < maxRecords; count += 1) {
    if (records.readUInt16LE(at) === filePass) return true;
    at += 4 + records.readUInt16LE(at + 2);
  }
  return false;
}

const encryptedToken = 0xf3d1c4df;

/** [MS-PPT] 2.3.2: headerToken of the current user. */
function isPowerPointEncrypted(streams: OleStreams): boolean {
  const user = streams.read('Current User', 16);
  return user !== null && user.length === 16 && user.readUInt32LE(12) === encryptedToken;
}
