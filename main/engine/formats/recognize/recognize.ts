/**
 * What a file is, by content and never by name. Our own table: libraries such as file-type don't know evidence formats,
 * read asynchronously, and can't be told how much they may read.
 */
import type { ContentType } from '../../../../preload/contract/views/content-type.ts';
import { discDescriptors, findIsoDescriptor, isDiskImage } from '../disk/disk-signatures.ts';
import { oleType } from '../office/ole-file.ts';
import { type RandomAccess, readAt } from '../random-access.ts';
import { tarHeaderIsValid } from '../tar/tar-header.ts';
import { zipTypeByHead, zipTypeByTable } from '../zip/zip-type.ts';
import { riffForms, signatures, stillImageBrands } from './signatures.ts';
import { textType } from './text-type.ts';

/** What is read of every file. */
export const headBytes = 4096;

/**
 * Pure: the first bytes of a file, 4 KiB where it has them. The type is null if nothing is known about them. Takes any bytes.
 * ZIP and OLE files and optical discs need more than the head: see recognizeFile.
 */
export function recognize(head: Uint8Array, sizeBytes: number): ContentType | null {
  if (head.byteLength === 0) return null;
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  return (
    bySignature(bytes) ??
    byStructure(bytes, sizeBytes) ??
    (isDiskImage(bytes, sizeBytes) ? 'disk-image' : textOrPdf(bytes))
  );
}

/** Something may be in front of a PDF: what a server or a scanner sent with it. */
const pdfWithin = 1024;

function textOrPdf(bytes: Buffer): ContentType | null {
  const type = textType(bytes);
  if (type !== null && type !== 'text') return type;
  const start = bytes.toString('latin1', 0, pdfWithin);
  const isPdf = type === null ? start.includes('%PDF-1.') : /[\r\n]%PDF-1\./.test(start);
  return isPdf ? 'pdf' : type;
}

/** Reads the head, and more where only more can tell. At most a few hundred kilobytes. */
export function recognizeFile(file: RandomAccess): ContentType | null {
  const byHead = recognize(readAt(file, 0, headBytes), file.sizeBytes);
  // A bootable disc has a partition table or the head of an Apple disk in front.
  const type =
    byHead === null || byHead === 'disk-image'
      ? ((isDisc(file) ? 'iso' : null) ?? byLastBytes(file) ?? byHead)
      : byHead;
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
  if (/^(moov|mdat|wide|free|skip|pnot)$/.test(start.slice(4, 8)) && fitsBox(bytes, sizeBytes)) return 'mp4';
  if (/^(RIFF|RIFX|RF64|BW64|FORM)/.test(start)) return riffForms[start.slice(8, 12)] ?? null;
  if (/^BZh[1-9]$/.test(start.slice(0, 4)) && bzip2Blocks.includes(start.slice(4, 10))) return 'bz2';
  if (start.slice(1, 4) === '*M\x18' && /^[P-_]/.test(start)) return 'zst';
  if (/^..-l[hz][0-9ds]-/s.test(start)) return 'lzh';
  if (start.startsWith('\x1f\x9d') && isCompressHeader(bytes)) return 'compress';
  if (start.startsWith('\x60\xea') && isArjHeader(bytes)) return 'arj';
  if (start.startsWith('BM') && isBitmap(bytes)) return 'bmp';
  if (isIcon(bytes, sizeBytes)) return 'ico';
  if (start.startsWith('MZ') && isExecutableHeader(bytes, sizeBytes)) return 'executable';
  if (isTransportStream(bytes)) return 'mpeg';
  return isMpegAudio(bytes) ? 'mp3' : null;
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

const bitmapHeaderBytes = [12, 16, 40, 52, 56, 64, 108, 124];

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

/** Packets of 188 bytes, alone or behind a time stamp of four. */
function isTransportStream(bytes: Buffer): boolean {
  const isAt = (start: number, step: number): boolean =>
    [0, 1, 2, 3].every((index) => bytes[start + index * step] === 0x47);
  return isAt(0, 188) || isAt(4, 192);
}

/** Three frames in a row, behind zeros that some programs write: eleven bits alone are in too many files. */
function isMpegAudio(bytes: Buffer): boolean {
  let at = bytes[0] === 0 ? bytes.findIndex((byte) => byte !== 0) : 0;
  for (let frame = 0; frame < 3; frame += 1) {
    const length = at < 0 ? null : audioFrameBytes(bytes, at);
    if (length === null) return false;
    at += length;
  }
  return true;
}

/** In 1000 bits per second, by the four bits of the header: layers II and III of MPEG 1, and both of MPEG 2. */
const bitRates = {
  ii: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  iii: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  low: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const sampleRates = [44_100, 48_000, 32_000];
/** MPEG 2.5, none, 2, 1: they divide the sample rate. */
const divisors = [4, null, 2, 1] as const;

/** It is null if there is no header of a frame of layer II or III. */
function audioFrameBytes(bytes: Buffer, at: number): number | null {
  const [first = 0, kind = 0, flags = 0] = bytes.subarray(at, at + 3);
  if (first !== 0xff || (kind & 0xe0) !== 0xe0) return null;
  const divisor = divisors[(kind >> 3) & 3] ?? null;
  const isLayerIii = ((kind >> 1) & 3) === 1;
  if (divisor === null || (!isLayerIii && ((kind >> 1) & 3) !== 2)) return null;
  const table = divisor > 1 ? bitRates.low : isLayerIii ? bitRates.iii : bitRates.ii;
  const bitRate = table[flags >> 4];
  const sampleRate = sampleRates[(flags >> 2) & 3];
  if (!bitRate || sampleRate === undefined) return null;
  const samplesBy8000 = isLayerIii && divisor > 1 ? 72_000 : 144_000;
  return Math.floor((samplesBy8000 * bitRate * divisor) / sampleRate) + ((flags >> 1) & 1);
}

const tailBytes = 512;
const zipEndBytes = 22;

/** Formats that say at their end what they are. A ZIP archive has something in front, or is the last of several files. */
function byLastBytes(file: RandomAccess): ContentType | null {
  const tail = readAt(file, Math.max(0, file.sizeBytes - tailBytes), tailBytes);
  const start = tail.toString('latin1', 0, 8);
  if (start === 'conectix') return 'vhd';
  if (start.startsWith('koly') || tail.toString('latin1', tail.length - 8) === 'cdsaencr') return 'dmg';
  const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const isZip =
    end >= 0 &&
    end + zipEndBytes <= tail.length &&
    end + zipEndBytes + tail.readUInt16LE(end + 20) === tail.length;
  return isZip ? 'zip' : null;
}
