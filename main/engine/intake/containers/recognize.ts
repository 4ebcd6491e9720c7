/**
 * What a file is, by content and never by name. Our own table: libraries such as file-type don't know evidence formats,
 * read asynchronously, and can't be told how much they may read.
 */
import type { ContentType } from '../../../../preload/contract/content-type.ts';
import { discDescriptors, findIsoDescriptor, isDiskImage } from './disk-signatures.ts';
import { oleType } from './ole-file.ts';
import { type RandomAccess, readAt } from './random-access.ts';
import { riffForms, signatures, stillImageBrands } from './signatures.ts';
import { tarHeaderIsValid } from './tar-header.ts';
import { textType } from './text-type.ts';
import { zipTypeByHead, zipTypeByTable } from './zip-type.ts';

/** What is read of every file. */
export const headBytes = 4096;

/**
 * Pure: the first bytes of a file, 4 KiB where it has them. Null if nothing is known about them. Takes any bytes.
 * ZIP and OLE files and optical discs need more than the head: see recognizeFile.
 */
export function recognize(head: Uint8Array, sizeBytes: number): ContentType | null {
  if (head.byteLength === 0) return null;
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  return (
    bySignature(bytes) ??
    byStructure(bytes, sizeBytes) ??
    (isDiskImage(bytes, sizeBytes) ? 'disk-image' : textType(bytes))
  );
}

/** Reads the head, and more where only more can tell. At most a few hundred kilobytes. */
export function recognizeFile(file: RandomAccess): ContentType | null {
  const type = recognize(readAt(file, 0, headBytes), file.sizeBytes);
  // A bootable disc has a partition table or the head of an Apple disk in front.
  if (type === null || type === 'disk-image')
    return (isDisc(file) ? 'iso' : null) ?? byLastBytes(file) ?? type;
  if (type === 'zip') return zipTypeByTable(file);
  return type === 'ole' ? oleType(file) : type;
}

function isDisc(file: RandomAccess): boolean {
  return findIsoDescriptor(readAt(file, discDescriptors.position, discDescriptors.bytes));
}

function bySignature(bytes: Buffer): ContentType | null {
  // The first byte alone rules out nearly all of them.
  for (const { type, offset, bytes: expected } of signatures)
    if (
      bytes[offset] === expected[0] &&
      bytes.length >= offset + expected.length &&
      bytes.compare(expected, 0, expected.length, offset, offset + expected.length) === 0
    )
      return type;
  return null;
}

function byStructure(bytes: Buffer, sizeBytes: number): ContentType | null {
  return (
    byMagicAndField(bytes, sizeBytes) ??
    (tarHeaderIsValid(bytes) ? 'tar' : null) ??
    (findIsoDescriptor(bytes.subarray(discDescriptors.position)) ? 'iso' : null)
  );
}

/** A first block, or the end of an empty file. */
const bzip2Blocks = ['1AY&SY', '\x17rE8P\x90'];

/** Short signatures that other bytes have to confirm. */
function byMagicAndField(bytes: Buffer, sizeBytes: number): ContentType | null {
  const start = bytes.toString('latin1', 0, 16);
  if (start.startsWith('PK')) return zipType(bytes, start);
  if (start.startsWith('!BDN') && bytes.length >= 12) return outlookType(bytes);
  if (start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return 'ole';
  if (start.slice(4, 8) === 'ftyp') return stillImageBrands.test(start.slice(8)) ? 'heic' : 'mp4';
  if (/^(moov|mdat|wide|free|skip)$/.test(start.slice(4, 8)) && fitsBox(bytes, sizeBytes)) return 'mp4';
  if (/^(RIFF|RIFX|FORM)/.test(start)) return riffForms[start.slice(8, 12)] ?? null;
  if (/^BZh[1-9]$/.test(start.slice(0, 4)) && bzip2Blocks.includes(start.slice(4, 10))) return 'bz2';
  if (/^..-l[hz][0-9ds]-/s.test(start)) return 'lzh';
  if (start.startsWith('\x1f\x9d') && isCompressHeader(bytes)) return 'compress';
  if (start.startsWith('\x60\xea') && isArjHeader(bytes)) return 'arj';
  if (start.startsWith('BM') && isBitmap(bytes)) return 'bmp';
  if (isIcon(bytes, sizeBytes)) return 'ico';
  if (start.startsWith('MZ') && isExecutableHeader(bytes, sizeBytes)) return 'executable';
  return isMp3(bytes) ? 'mp3' : null;
}

function zipType(bytes: Buffer, start: string): ContentType | null {
  if (start.startsWith('PK\x03\x04')) return zipTypeByHead(bytes);
  // The end record first: an empty archive.
  if (start.startsWith('PK\x05\x06')) return 'zip';
  // A marker before the first entry says that the archive was, or could have been, split.
  if (start.startsWith('PK00PK\x03\x04')) return 'zip';
  return start.startsWith('PK\x07\x08PK\x03\x04') ? 'zip-segment' : null;
}

/** [MS-PST] 2.2.2.6: wMagicClient at 8. */
function outlookType(bytes: Buffer): ContentType | null {
  switch (bytes.toString('latin1', 8, 10)) {
    case 'SM':
      return 'pst';
    case 'SO':
      return 'ost';
    case 'AB':
      return 'pab';
    default:
      return null;
  }
}

function fitsBox(bytes: Buffer, sizeBytes: number): boolean {
  const length = bytes.readUInt32BE(0);
  return length === 1 || (length >= 8 && length <= sizeBytes);
}

/** compress(1): codes of 9 to 16 bits, two flags that are always 0, and a first code of 9 bits that is a byte. */
function isCompressHeader(bytes: Buffer): boolean {
  const [flags = 0, , high = 0] = bytes.subarray(2, 5);
  const bits = flags & 0x1f;
  return bytes.length >= 5 && bits >= 9 && bits <= 16 && (flags & 0x60) === 0 && (high & 1) === 0;
}

/** ARJ's technical note: the archive's own header, of at most 2,600 bytes and at least 30, has file type 2. */
function isArjHeader(bytes: Buffer): boolean {
  if (bytes.length < 11) return false;
  const length = bytes.readUInt16LE(2);
  return length >= 30 && length <= 2600 && bytes[10] === 2;
}

/** A DOS header that fits into its file, or the signature of what follows it. */
function isExecutableHeader(bytes: Buffer, sizeBytes: number): boolean {
  if (bytes.length < 64) return false;
  const next = bytes.readUInt32LE(60);
  if (/^(PE\0\0|NE|LE|LX)/s.test(bytes.toString('latin1', next, next + 4))) return true;
  const [lastPageBytes, pages, headerParagraphs] = [2, 4, 8].map((at) => bytes.readUInt16LE(at));
  if (lastPageBytes === undefined || pages === undefined || headerParagraphs === undefined) return false;
  return (
    lastPageBytes < 512 &&
    pages > 0 &&
    (pages - 1) * 512 < sizeBytes &&
    headerParagraphs >= 2 &&
    headerParagraphs <= pages * 32
  );
}

const bitmapHeaderBytes = [12, 40, 56, 64, 108, 124];

function isBitmap(bytes: Buffer): boolean {
  return bytes.length >= 18 && bitmapHeaderBytes.includes(bytes.readUInt32LE(14));
}

/** 0, kind, number of images; then where the first one is. */
function isIcon(bytes: Buffer, sizeBytes: number): boolean {
  if (bytes.length < 22 || bytes.readUInt16LE(0) !== 0) return false;
  const kind = bytes.readUInt16LE(2);
  const images = bytes.readUInt16LE(4);
  const start = bytes.readUInt32LE(18);
  return (kind === 1 || kind === 2) && images > 0 && images < 256 && start >= 22 && start < sizeBytes;
}

/** Two frames in a row: eleven bits alone are in too many files. */
function isMp3(bytes: Buffer): boolean {
  const length = mp3FrameBytes(bytes, 0);
  return length !== null && mp3FrameBytes(bytes, length) !== null;
}

const mp3BitRates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const mp3SampleRates = [44_100, 48_000, 32_000];

/** Of MPEG 1 layer III. */
function mp3FrameBytes(bytes: Buffer, at: number): number | null {
  if (at + 4 > bytes.length || bytes[at] !== 0xff || ((bytes[at + 1] ?? 0) & 0xfe) !== 0xfa) return null;
  const flags = bytes[at + 2] ?? 0;
  const bitRate = mp3BitRates[flags >> 4];
  const sampleRate = mp3SampleRates[(flags >> 2) & 3];
  if (!bitRate || sampleRate === undefined) return null;
  return Math.floor((144_000 * bitRate) / sampleRate) + ((flags >> 1) & 1);
}

/** Formats that say at their end what they are. */
function byLastBytes(file: RandomAccess): ContentType | null {
  if (file.sizeBytes < 1024) return null;
  const start = readAt(file, file.sizeBytes - 512, 8).toString('latin1');
  if (start === 'conectix') return 'vhd';
  return start.startsWith('koly') ? 'dmg' : null;
}
