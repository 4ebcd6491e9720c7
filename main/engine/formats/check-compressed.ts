/** Compressed files whose ends, or lengths, are known without expanding them. */
import { crc32 } from 'node:zlib';
import { type ContentCheck, damaged, intact, shorterThan } from './content-check.ts';
import { type RandomAccess, readAt } from './random-access.ts';

/** RFC 1952. Its checksum is of the expanded content, so only expanding it would show more. */
export function checkGzip(file: RandomAccess): ContentCheck {
  // Ten bytes of header, two of an empty block, eight of CRC and size.
  const damage = shorterThan(file, 20);
  if (damage !== null) return damaged(damage);
  const header = readAt(file, 0, 10);
  return header[2] === 8 && ((header[3] ?? 0) & 0xe0) === 0
    ? intact
    : damaged({ kind: 'invalid', part: 'header', position: 2 });
}

/** Zeros, four at a time, may follow the last stream. */
const maxPaddingBytes = 65_536;

/** The .xz format, 2.1.2: a stream ends with a CRC-32 of six bytes, these bytes, and "YZ". */
export function checkXz(file: RandomAccess): ContentCheck {
  const tail = readAt(file, Math.max(0, file.sizeBytes - maxPaddingBytes), maxPaddingBytes);
  let end = tail.length;
  while (end >= 4 && tail.readUInt32LE(end - 4) === 0) end -= 4;
  const footer = tail.subarray(Math.max(0, end - 12), end);
  return footer.length === 12 &&
    footer.toString('latin1', 10) === 'YZ' &&
    crc32(footer.subarray(4, 10)) === footer.readUInt32LE(0)
    ? intact
    : damaged({ kind: 'end-missing', part: 'end-record' });
}

/** [MS-CAB] 2.1: its length, and where its files are listed. */
export function checkCabinet(file: RandomAccess): ContentCheck {
  const header = readAt(file, 0, 36);
  if (header.length < 36)
    return damaged({ kind: 'cut-short', expectedBytes: 36, foundBytes: file.sizeBytes });
  const cabinetBytes = header.readUInt32LE(8);
  const damage = shorterThan(file, cabinetBytes);
  if (damage !== null) return damaged(damage);
  return header.readUInt32LE(16) < cabinetBytes
    ? intact
    : damaged({ kind: 'invalid', part: 'table-of-contents', position: 16 });
}
