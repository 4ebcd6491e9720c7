/** EnCase images: E01 and L01 (sections chained forward), Ex01 and Lx01 (sections chained backward from the end). */
import type { StatedSegment } from '../../../../preload/contract/views/content-check.ts';
import { type ContentCheck, damaged, intact, shorterThan } from '../content-check.ts';
import { type RandomAccess, readAt } from '../random-access.ts';

/** The sections of E01 and L01. Each covers up to 512 MB of a disk, so `max` is 50 TB in one file. */
export const ewfSections = { firstPosition: 13, headerBytes: 76, max: 100_000 } as const;

/** A segment ends with a section `next`, and the last one with `done`, whose next section is itself. */
export function readEwfSection(header: Buffer) {
  const type = header.toString('latin1', 0, 16).replace(/\0.*/s, '');
  return { type, next: Number(header.readBigUInt64LE(16)), isLast: type === 'done' || type === 'next' };
}

export function checkEwf(file: RandomAccess): ContentCheck {
  const { firstPosition, headerBytes, max } = ewfSections;
  let position: number = firstPosition;
  for (let count = 0; count < max; count += 1) {
    const section = readAt(file, position, headerBytes);
    if (section.length < headerBytes)
      return damaged({
        kind: 'cut-short',
        expectedBytes: position + headerBytes,
        foundBytes: file.sizeBytes,
      });
    if (adler32(section.subarray(0, 72)) !== section.readUInt32LE(72))
      return damaged({ kind: 'checksum-mismatch', part: 'segment-table' });
    const { type, next, isLast } = readEwfSection(section);
    if (isLast)
      return { ...intact, segment: statedSegment(readAt(file, 9, 2).readUInt16LE(), type === 'next') };
    const damage = shorterThan(file, next + headerBytes);
    if (damage !== null) return damaged(damage);
    if (next <= position) return damaged({ kind: 'invalid', part: 'segment-table', position });
    position = next;
  }
  return intact;
}

/** Segments count from 1, so a file with 0 states nothing. */
const statedSegment = (number: number, isFollowed: boolean): StatedSegment | null =>
  number === 0 ? null : { number, isFollowed };

const descriptorBytes = 64;
const types = { encryptionKeys: 0x0b, next: 0x0d, done: 0x0f } as const;
const encryptedFlag = 0x02;

export function checkEwf2(file: RandomAccess): ContentCheck {
  let position = file.sizeBytes - descriptorBytes;
  let isEncrypted = false;
  let isFollowed = false;
  for (let count = 0; count < ewfSections.max; count += 1) {
    const descriptor = readAt(file, position, descriptorBytes);
    if (descriptor.length < descriptorBytes)
      return damaged({ kind: 'invalid', part: 'segment-table', position: Math.max(0, position) });
    const type = descriptor.readUInt32LE(0);
    const isSound = adler32(descriptor.subarray(0, 60)) === descriptor.readUInt32LE(60);
    if (count === 0 && (!isSound || (type !== types.next && type !== types.done)))
      return damaged({ kind: 'end-missing', part: 'segment-table' });
    if (!isSound) return damaged({ kind: 'checksum-mismatch', part: 'segment-table' });
    if (count === 0) isFollowed = type === types.next;
    isEncrypted ||= type === types.encryptionKeys || (descriptor.readUInt32LE(4) & encryptedFlag) !== 0;
    const previous = Number(descriptor.readBigUInt64LE(8));
    if (previous === 0) break;
    if (previous >= position) return damaged({ kind: 'invalid', part: 'segment-table', position });
    position = previous;
  }
  const segment = statedSegment(readAt(file, 12, 4).readUInt32LE(), isFollowed);
  return { ...intact, isEncrypted, locked: isEncrypted ? 'file' : null, segment };
}

/** RFC 1950. */
export function adler32(bytes: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (const byte of bytes) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return high * 65_536 + low;
}
