/** Disk and disc images that say how long they are. */
import { type ContentCheck, damaged, intact, shorterThan } from '../content-check.ts';
import { type RandomAccess, readAt } from '../random-access.ts';
import { discSector } from './disk-signatures.ts';

/** What drives add behind a track, and programs that copy discs leave out. */
const runOutBytes = 150 * discSector;

/** ECMA-119 8.4: the primary volume descriptor has the number and the size of blocks. UDF alone has none. */
export function checkIso(file: RandomAccess): ContentCheck {
  const descriptor = readAt(file, 16 * discSector, discSector);
  if (descriptor.length < discSector)
    return damaged({ kind: 'cut-short', expectedBytes: 17 * discSector, foundBytes: file.sizeBytes });
  if (descriptor[0] !== 1 || descriptor.toString('latin1', 1, 6) !== 'CD001') return intact;
  const volumeBytes = descriptor.readUInt32LE(80) * descriptor.readUInt16LE(128);
  return shorterThan(file, volumeBytes - runOutBytes) === null
    ? intact
    : damaged({ kind: 'cut-short', expectedBytes: volumeBytes, foundBytes: file.sizeBytes });
}

/** GPT: the backup of the table is in the disk's last sector. Other disks don't say how large they are. */
export function checkDiskImage(file: RandomAccess): ContentCheck {
  const header = readAt(file, 512, 92);
  if (header.length < 92 || header.toString('latin1', 0, 8) !== 'EFI PART') return intact;
  const damage = shorterThan(file, (Number(header.readBigUInt64LE(32)) + 1) * 512);
  return damage === null ? intact : damaged(damage);
}

/** A footer of 512 bytes ends every VHD, and its checksum is the inverted sum of its bytes. */
export function checkVhd(file: RandomAccess): ContentCheck {
  const footer = readAt(file, file.sizeBytes - 512, 512);
  if (footer.length < 512 || footer.toString('latin1', 0, 8) !== 'conectix')
    return damaged({ kind: 'end-missing', part: 'end-record' });
  let sum = 0;
  for (let at = 0; at < 512; at += 1) if (at < 64 || at >= 68) sum += footer[at] ?? 0;
  return ~sum >>> 0 === footer.readUInt32BE(64)
    ? intact
    : damaged({ kind: 'checksum-mismatch', part: 'end-record' });
}

/** Its header section alone has a megabyte. */
export function checkVhdx(file: RandomAccess): ContentCheck {
  const damage = shorterThan(file, 1_048_576);
  return damage === null ? intact : damaged(damage);
}

/** FTK encrypts a whole image, and then marks its start. */
export function checkAd1(file: RandomAccess): ContentCheck {
  return readAt(file, 0, 8).toString('latin1') === 'ADCRYPT\0'
    ? { ...intact, isEncrypted: true, locked: 'file' }
    : intact;
}
