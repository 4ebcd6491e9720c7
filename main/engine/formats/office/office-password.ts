/**
 * Where Office documents say that they are encrypted, and keep what a password is compared with ([MS-OFFCRYPTO], [MS-DOC],
 * [MS-XLS], [MS-PPT]).
 */
import type { TrialLimits } from '../limits.ts';
import { cannotTry, type PasswordCheck } from '../password-check.ts';
import type { RandomAccess } from '../random-access.ts';
import { agileCheck, cryptoApiCheck, officeRc4Check, standardCheck } from './office-keys.ts';
import { OleFile } from './ole-file.ts';

const maxInfoBytes = 65_536;
const maxStreamBytes = 64 * 1_048_576;

export function officePasswordCheck(file: RandomAccess, limits: TrialLimits): PasswordCheck {
  const streams = OleFile.open(file);
  return streams === null ? cannotTry('damaged') : streamsPasswordCheck(streams, limits);
}

export function streamsPasswordCheck(streams: OleFile, limits: TrialLimits): PasswordCheck {
  const info = streams.read('EncryptionInfo', maxInfoBytes);
  if (info !== null) return packageCheck(info, limits);
  const word = streams.read('WordDocument', 4096);
  if (word !== null) return wordCheck(streams, word);
  const workbook = workbookOf(streams);
  if (workbook !== null) return workbookCheck(workbook);
  const slides = streams.read('PowerPoint Document', maxStreamBytes);
  return slides === null ? cannotTry('unsupported') : presentationCheck(slides);
}

/** [MS-DOC] 2.5.2: fEncrypted of the file information block. */
export function isWordEncrypted(streams: OleFile): boolean {
  const start = streams.read('WordDocument', 12);
  return start !== null && start.length === 12 && (start.readUInt16LE(10) & wordEncrypted) !== 0;
}

/** [MS-XLS] 2.4.117. */
export function isExcelEncrypted(streams: OleFile): boolean {
  return filePassIn(workbookOf(streams) ?? Buffer.alloc(0)) !== null;
}

const encryptedToken = 0xf3d1c4df;

/** [MS-PPT] 2.3.2: headerToken of the current user. */
export function isPowerPointEncrypted(streams: OleFile): boolean {
  const user = streams.read('Current User', 16);
  return user !== null && user.length === 16 && user.readUInt32LE(12) === encryptedToken;
}

function packageCheck(info: Buffer, limits: TrialLimits): PasswordCheck {
  if (info.length < 12) return cannotTry('damaged');
  const major = info.readUInt16LE(0);
  const minor = info.readUInt16LE(2);
  if (major === 4 && minor === 4) return agileCheck(info.toString('utf8', 8), limits);
  if (minor === 2) return standardCheck(info.subarray(8));
  return cannotTry('unsupported');
}

/** An encryption header as the binary formats have it, with its version in front. */
function binaryCheck(header: Buffer): PasswordCheck {
  if (header.length < 12) return cannotTry('damaged');
  const major = header.readUInt16LE(0);
  const minor = header.readUInt16LE(2);
  if (major === 1 && minor === 1) return officeRc4Check(header.subarray(4));
  return minor === 2 && major >= 2 && major <= 4
    ? cryptoApiCheck(header.subarray(8))
    : cannotTry('unsupported');
}

const wordEncrypted = 0x0100;

/** The FIB says which table stream has the header in front, and how long it is. */
function wordCheck(streams: OleFile, word: Buffer): PasswordCheck {
  if (word.length < 18) return cannotTry('damaged');
  const flags = word.readUInt16LE(10);
  const isObfuscated = (flags & 0x8000) !== 0;
  if ((flags & wordEncrypted) === 0 || isObfuscated) return cannotTry('unsupported');
  const name = (flags & 0x0200) === 0 ? '0Table' : '1Table';
  const headerBytes = Math.min(word.readUInt32LE(14), maxInfoBytes);
  const header = streams.read(name, headerBytes);
  return header === null ? cannotTry('damaged') : binaryCheck(header);
}

const filePassRecord = 0x2f;
const maxRecords = 100;

function workbookOf(streams: OleFile): Buffer | null {
  return streams.read('Workbook', maxInfoBytes) ?? streams.read('Book', maxInfoBytes);
}

/** FILEPASS is one of the first records, in front of everything that is encrypted. It is null if there is none. */
function filePassIn(workbook: Buffer): Buffer | null {
  for (let at = 0, count = 0; at + 4 <= workbook.length && count < maxRecords; count += 1) {
    const end = at + 4 + workbook.readUInt16LE(at + 2);
    if (workbook.readUInt16LE(at) === filePassRecord) return workbook.subarray(at + 4, end);
    at = end;
  }
  return null;
}

function workbookCheck(workbook: Buffer): PasswordCheck {
  const record = filePassIn(workbook);
  if (record === null || record.length < 6) return cannotTry('damaged');
  // 0 is XOR obfuscation, whose 16-bit value many passwords share.
  return record.readUInt16LE(0) === 1 ? binaryCheck(record.subarray(2)) : cannotTry('unsupported');
}

const sessionRecord = Buffer.from('0f00142f', 'hex');

/** CryptSession10Container is an object of its own, stored as it is. */
function presentationCheck(slides: Buffer): PasswordCheck {
  let records = 0;
  for (let at = slides.indexOf(sessionRecord); at >= 0; at = slides.indexOf(sessionRecord, at + 1)) {
    records += 1;
    if (at + 8 > slides.length || records > maxRecords) break;
    const length = slides.readUInt32LE(at + 4);
    const header = slides.subarray(at + 8, at + 8 + Math.min(length, maxInfoBytes));
    const check = binaryCheck(header);
    if (check.kind === 'check') return check;
  }
  return cannotTry('unsupported');
}
