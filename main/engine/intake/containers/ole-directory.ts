/** [MS-CFB]: a file system in a file. Office documents, Outlook messages, and many others are written in it. */
import type { ContentType } from '../../../../preload/contract/content-type.ts';
import { type RandomAccess, readAt } from './random-access.ts';

const endOfChain = 0xfffffffe;
/** Enough for any document's top level. Hostile chains end here. */
const maxDirectorySectors = 256;

export interface OleEntry {
  readonly name: string;
  readonly isStream: boolean;
  readonly start: number;
  readonly sizeBytes: number;
}

export interface OleHeader {
  readonly version: number;
  readonly sectorBytes: number;
  readonly fatSectors: number;
  readonly firstDirectorySector: number;
  readonly firstDifatSector: number;
  readonly miniStreamCutoff: number;
  readonly firstMiniFatSector: number;
  /** The first 109 sectors of the allocation table. */
  readonly difat: readonly number[];
}

/** Null if the header contradicts itself. */
export function readOleHeader(file: RandomAccess): OleHeader | null {
  const header = readAt(file, 0, 512);
  if (header.length < 512 || header.readUInt16LE(28) !== 0xfffe) return null;
  const version = header.readUInt16LE(26);
  const shift = header.readUInt16LE(30);
  if (!((version === 3 && shift === 9) || (version === 4 && shift === 12))) return null;
  return {
    version,
    sectorBytes: 2 ** shift,
    fatSectors: header.readUInt32LE(44),
    firstDirectorySector: header.readUInt32LE(48),
    miniStreamCutoff: header.readUInt32LE(56),
    firstMiniFatSector: header.readUInt32LE(60),
    firstDifatSector: header.readUInt32LE(68),
    difat: Array.from({ length: 109 }, (_, index) => header.readUInt32LE(76 + 4 * index)),
  };
}

export function sectorOffset({ sectorBytes }: OleHeader, sector: number): number {
  return (sector + 1) * sectorBytes;
}

/** The sector after this one. Only the first 109 sectors of the table are followed: 7 MB of a version 3 file. */
export function nextSector(file: RandomAccess, header: OleHeader, sector: number): number {
  const perSector = header.sectorBytes / 4;
  const table = header.difat[Math.floor(sector / perSector)];
  if (table === undefined || table >= endOfChain) return endOfChain;
  const entry = readAt(file, sectorOffset(header, table) + (sector % perSector) * 4, 4);
  return entry.length < 4 ? endOfChain : entry.readUInt32LE(0);
}

/** Entries of the directory in order of storage: the root first. Bounded. */
export function* oleEntries(file: RandomAccess, header: OleHeader): Generator<OleEntry> {
  let sector = header.firstDirectorySector;
  for (let count = 0; count < maxDirectorySectors && sector < endOfChain; count += 1) {
    const bytes = readAt(file, sectorOffset(header, sector), header.sectorBytes);
    for (let at = 0; at + 128 <= bytes.length; at += 128) {
      const type = bytes[at + 66];
      const nameBytes = Math.min(bytes.readUInt16LE(at + 64), 64);
      if (type !== 1 && type !== 2 && type !== 5) continue;
      yield {
        name: bytes.toString('utf16le', at, at + Math.max(0, nameBytes - 2)),
        isStream: type === 2,
        start: bytes.readUInt32LE(at + 116),
        sizeBytes:
          header.version === 3 ? bytes.readUInt32LE(at + 120) : Number(bytes.readBigUInt64LE(at + 120)),
      };
    }
    sector = nextSector(file, header, sector);
  }
}

/** Streams that only one kind of file has. */
const streams: Readonly<Record<string, ContentType>> = {
  EncryptedPackage: 'office-encrypted',
  '__properties_version1.0': 'msg',
  WordDocument: 'doc',
  Workbook: 'xls',
  Book: 'xls',
  'PowerPoint Document': 'ppt',
  VisioDocument: 'vsd',
};
/** A message carries others inside, and every document may embed others: what is outside comes first here. */
const precedence: readonly ContentType[] = ['office-encrypted', 'msg', 'ppt', 'doc', 'vsd', 'xls'];

export function oleType(file: RandomAccess): ContentType {
  const header = readOleHeader(file);
  if (header === null) return 'ole';
  const found = new Set<ContentType>();
  for (const { name } of oleEntries(file, header)) {
    const type = Object.hasOwn(streams, name) ? streams[name] : undefined;
    if (type !== undefined) found.add(type);
  }
  return precedence.find((type) => found.has(type)) ?? 'ole';
}
