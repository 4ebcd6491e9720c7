/** Disks and file systems as raw bytes. */

const sector = 512;
export const discSector = 2048;

/** ISO 9660 and UDF begin after 32 KiB that belong to the boot loader. The first descriptors follow. */
export const discDescriptors = { position: 16 * discSector, bytes: 4 * discSector } as const;

/** In what is at `discDescriptors`: ISO 9660 has descriptors from there on; UDF alone begins with its extended area. */
export function findIsoDescriptor(bytes: Buffer): boolean {
  for (let at = 0; at + 6 <= bytes.length; at += discSector) {
    const id = bytes.toString('latin1', at + 1, at + 6);
    if (id === 'CD001' || id === 'NSR02' || id === 'NSR03') return true;
    if (id !== 'BEA01') return false;
  }
  return false;
}

/** A partition table (MBR, GPT, Apple) or a file system (NTFS, FAT, exFAT, ext, HFS+, APFS) at the start. */
export function isDiskImage(head: Buffer, sizeBytes: number): boolean {
  const at = (offset: number, length: number) => head.toString('latin1', offset, offset + length);
  if (at(sector, 8) === 'EFI PART' || at(32, 4) === 'NXSB') return true;
  if (at(0, 2) === 'ER' && at(sector, 2) === 'PM') return true;
  if (/^(H\+|HX)$/.test(at(1024, 2)) && head[1027] === (at(1024, 2) === 'HX' ? 5 : 4)) return true;
  if (isExt(head)) return true;
  if (head.length < sector || head[510] !== 0x55 || head[511] !== 0xaa) return false;
  return (
    /^(NTFS {4}|EXFAT {3}|-FVE-FS-)$/.test(at(3, 8)) ||
    /^FAT/.test(at(54, 5)) ||
    at(82, 5) === 'FAT32' ||
    hasPartitions(head, sizeBytes)
  );
}

/** s_magic alone is two bytes: the block size and the state have to fit too. */
function isExt(head: Buffer): boolean {
  return (
    head.length >= 1084 &&
    head.readUInt16LE(1080) === 0xef53 &&
    head.readUInt32LE(1048) <= 6 &&
    head.readUInt16LE(1082) <= 7
  );
}

/** Four entries, each empty or sound, at least one of them used. An image of a first segment is smaller than its disk. */
function hasPartitions(head: Buffer, sizeBytes: number): boolean {
  let used = 0;
  for (let at = 446; at < 510; at += 16) {
    const status = head[at] ?? 0;
    const start = head.readUInt32LE(at + 8);
    const count = head.readUInt32LE(at + 12);
    if (status !== 0 && status !== 0x80) return false;
    if (head[at + 4] === 0 && count === 0) continue;
    if (head[at + 4] === 0 || count === 0 || (start === 0 && head[at + 4] !== 0xee)) return false;
    used += 1;
  }
  return used > 0 && sizeBytes >= sector;
}
