/** Where Office documents keep what a password is compared with ([MS-OFFCRYPTO], [MS-DOC], [MS-XLS], [MS-PPT]). */

import type { TrialLimits } from '../limits.ts';
import { cannotTry, type PasswordCheck } from '../password-check.ts';
import type { RandomAccess } from '../random-access.ts';
import { agileCheck, cryptoApiCheck, officeRc4Check, standardCheck } from './office-keys.ts';
import { OleFile } from './ole-file.ts';

const maxInfoBytes = 65_536;
const maxStreamBytes = 64 * 1_048_576;

export function officePasswordCheck(file: RandomAccess, limits: TrialLimits): PasswordCheck {
  const streams = OleFile.open(file);
  if (streams === null) return cannotTry('damaged');
  const info = streams.read('EncryptionInfo', maxInfoBytes);
  if (info !== null) return packageCheck(info, limits);
  const word = streams.read('WordDocument', 4096);
  if (word !== null) return wordCheck(streams, word);
  const workbook = streams.read('Workbook', maxInfoBytes) ?? streams.read('Book', maxInfoBytes);
  if (workbook !== null) return workbookCheck(workbook);
  const slides = streams.read('PowerPoint Document', maxStreamBytes);
  return slides === null ? cannotTry('unsupported') : presentationCheck(slides);
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

/** The FIB says which table stream has the header in front, and how long it is. */
function wordCheck(streams: OleFile, word: Buffer): PasswordCheck {
  if (word.length < 18) return cannotTry('damaged');
  const flags = word.readUInt16LE(10);
  const isObfuscated = (flags & 0x8000) !== 0;
  if ((flags & 0x0100) === 0 || isObfuscated) return cannotTry('unsupported');
  const name = (flags & 0x0200) === 0 ? '0Table' : '1Table';
  const headerBytes = Math.min(word.readUInt32LE(14), maxInfoBytes);
  const header = streams.read(name, headerBytes);
  return header === null ? cannotTry('damaged') : binaryCheck(header);
}

const filePassRecord = 0x2f;
const maxRecords = 100;

/** FILEPASS is one of the first records, in front of everything that is encrypted. */
function workbookCheck(workbook: Buffer): PasswordCheck {
  for (let at = 0, count = 0; at + 4 <= workbook.length && count < maxRecords; count += 1) {
    const length = workbook.readUInt16LE(at + 2);
    const record = workbook.subarray(at + 4, at + 4 + length);
    if (workbook.readUInt16LE(at) === filePassRecord) {
      if (record.length < 6) return cannotTry('damaged');
      // 0 is XOR obfuscation, whose 16-bit value many passwords share.
      return record.readUInt16LE(0) === 1 ? binaryCheck(record.subarray(2)) : cannotTry('unsupported');
    }
    at += 4 + length;
  }
  return cannotTry('damaged');
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
