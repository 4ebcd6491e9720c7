/** [MS-CFB]: a file system in a file. Office documents, Outlook messages, and many others are written in it. */
import type { ContentType } from '../../../../preload/contract/views/content-type.ts';
import { type RandomAccess, readAt } from '../random-access.ts';

/** Numbers from here on stand for the end of a chain, or for no sector. */
const noSector = 0xfffffffa;
const freeSector = 0xffffffff;
const noEntry = 0xffffffff;
const entryBytes = 128;
const headerTables = 109;
/** 2.2: streams below this size share one, in sectors of their own. */
const miniStreamBytes = 4096;
const miniSectorBytes = 64;
/** Enough for any document's top level. Hostile chains end here. */
const maxDirectorySectors = 256;
/** Sectors of the allocation table: enough for 4 GB. More is not read. */
const maxTables = 65_536;
const maxMiniBytes = 16 * 1_048_576;

interface OleEntry {
  readonly name: string;
  readonly kind: 'storage' | 'stream' | 'root';
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly sizeBytes: number;
}

export class OleFile {
  readonly sectorBytes: number;
  readonly #file: RandomAccess;
  readonly #header: Buffer;
  readonly #root: OleEntry | undefined;
  readonly #topLevel: readonly OleEntry[];
  /** Sectors of the table that the header doesn't have room for. Read when they are needed first. */
  #moreTables: readonly number[] | null = null;

  private constructor(file: RandomAccess, header: Buffer) {
    this.#file = file;
    this.#header = header;
    this.sectorBytes = 2 ** header.readUInt16LE(30);
    const entries = this.#directory();
    this.#root = entries.find((entry) => entry?.kind === 'root') ?? undefined;
    this.#topLevel = topLevelOf(entries, this.#root);
  }

  /** It is null if the header contradicts itself. */
  static open(file: RandomAccess): OleFile | null {
    const header = readAt(file, 0, 512);
    if (header.length < 512 || header.readUInt16LE(28) !== 0xfffe) return null;
    const version = header.readUInt16LE(26);
    const shift = header.readUInt16LE(30);
    return (version === 3 && shift === 9) || (version === 4 && shift === 12)
      ? new OleFile(file, header)
      : null;
  }

  /** The names of streams and storages that are in no other storage: those of embedded objects are. */
  get names(): readonly string[] {
    return this.#topLevel.map(({ name }) => name);
  }

  /** At most `maxBytes` from the beginning of a stream at the top level. They are null if there is none of that name. */
  read(name: string, maxBytes: number): Buffer | null {
    const entry = this.#topLevel.find((each) => each.kind === 'stream' && each.name === name);
    if (entry === undefined) return null;
    const length = Math.min(entry.sizeBytes, maxBytes);
    return entry.sizeBytes < miniStreamBytes
      ? this.#readMini(entry.start, length)
      : this.#readChain(entry.start, length);
  }

  /** Where the last sector ends that is in use, by the last of the tables that the header lists. */
  endOfUsedSectors(): number {
    const perTable = this.sectorBytes / 4;
    for (let index = Math.min(this.#tables, headerTables) - 1; index >= 0; index -= 1) {
      const sector = this.#tableInHeader(index);
      if (sector >= noSector) continue;
      const table = this.#sector(sector);
      // The table itself is missing.
      if (table.length < this.sectorBytes) return this.#offset(sector + 1);
      for (let at = perTable - 1; at >= 0; at -= 1)
        if (table.readUInt32LE(at * 4) !== freeSector) return this.#offset(index * perTable + at + 1);
    }
    return 0;
  }

  get #tables(): number {
    return this.#header.readUInt32LE(44);
  }

  #tableInHeader(index: number): number {
    return this.#header.readUInt32LE(76 + 4 * index);
  }

  #offset(sector: number): number {
    return (sector + 1) * this.sectorBytes;
  }

  #sector(sector: number): Buffer {
    return readAt(this.#file, this.#offset(sector), this.sectorBytes);
  }

  /** In order of storage, null for unused ones: entries name each other by their place. */
  #directory(): readonly (OleEntry | null)[] {
    const entries: (OleEntry | null)[] = [];
    const isVersion3 = this.#header.readUInt16LE(26) === 3;
    let sector = this.#header.readUInt32LE(48);
    for (let count = 0; count < maxDirectorySectors && sector < noSector; count += 1) {
      const bytes = this.#sector(sector);
      for (let at = 0; at + entryBytes <= bytes.length; at += entryBytes)
        entries.push(readEntry(bytes.subarray(at, at + entryBytes), isVersion3));
      sector = this.#next(sector);
    }
    return entries;
  }

  #readChain(start: number, length: number): Buffer {
    const blocks: Buffer[] = [];
    let missing = length;
    for (let sector = start; missing > 0 && sector < noSector; sector = this.#next(sector)) {
      const block = this.#sector(sector);
      blocks.push(block.subarray(0, missing));
      missing -= block.length;
      // Only the last sector of a file may be short. A chain that came back to it would never fill up.
      if (block.length < this.sectorBytes) break;
    }
    return Buffer.concat(blocks);
  }

  #readMini(start: number, length: number): Buffer {
    if (this.#root === undefined) return Buffer.alloc(0);
    const table = this.#readChain(this.#header.readUInt32LE(60), maxMiniBytes / 16);
    const shared = this.#readChain(this.#root.start, Math.min(this.#root.sizeBytes, maxMiniBytes));
    const blocks: Buffer[] = [];
    for (let sector = start, missing = length; missing > 0 && sector < noSector; ) {
      const block = shared.subarray(sector * miniSectorBytes, (sector + 1) * miniSectorBytes);
      blocks.push(block.subarray(0, missing));
      missing -= block.length;
      if (block.length < miniSectorBytes) break;
      sector = sector * 4 + 4 <= table.length ? table.readUInt32LE(sector * 4) : noSector;
    }
    return Buffer.concat(blocks);
  }

  #next(sector: number): number {
    const perTable = this.sectorBytes / 4;
    const index = Math.floor(sector / perTable);
    const table = index < headerTables ? this.#tableInHeader(index) : this.#laterTable(index - headerTables);
    if (table >= noSector) return noSector;
    const entry = readAt(this.#file, this.#offset(table) + (sector % perTable) * 4, 4);
    return entry.length < 4 ? noSector : entry.readUInt32LE(0);
  }

  #laterTable(index: number): number {
    this.#moreTables ??= this.#readMoreTables();
    return this.#moreTables[index] ?? noSector;
  }

  /** They are listed in a chain of their own. */
  #readMoreTables(): readonly number[] {
    const tables: number[] = [];
    const perSector = this.sectorBytes / 4 - 1;
    const count = Math.min(this.#tables, maxTables) - headerTables;
    for (let next = this.#header.readUInt32LE(68); next < noSector && tables.length < count; ) {
      const block = this.#sector(next);
      if (block.length < this.sectorBytes) break;
      for (let index = 0; index < perSector; index += 1) tables.push(block.readUInt32LE(index * 4));
      next = block.readUInt32LE(perSector * 4);
    }
    return tables;
  }
}

const kinds: Readonly<Record<number, OleEntry['kind']>> = { 1: 'storage', 2: 'stream', 5: 'root' };

function readEntry(bytes: Buffer, isVersion3: boolean): OleEntry | null {
  const kind = kinds[bytes[66] ?? 0];
  if (kind === undefined) return null;
  const nameBytes = Math.min(bytes.readUInt16LE(64), 64);
  return {
    name: bytes.toString('utf16le', 0, Math.max(0, nameBytes - 2)),
    kind,
    left: bytes.readUInt32LE(68),
    right: bytes.readUInt32LE(72),
    child: bytes.readUInt32LE(76),
    start: bytes.readUInt32LE(116),
    // 2.6.1: the upper half may be anything in version 3.
    sizeBytes: isVersion3 ? bytes.readUInt32LE(120) : Number(bytes.readBigUInt64LE(120)),
  };
}

/** The children of the root, which are a binary tree. All entries where the tree leads nowhere. */
function topLevelOf(entries: readonly (OleEntry | null)[], root: OleEntry | undefined): readonly OleEntry[] {
  const found = new Set<OleEntry>();
  const open = [root?.child ?? noEntry];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const entry = entries[index];
    if (entry === undefined || entry === null || entry === root || found.has(entry)) continue;
    found.add(entry);
    open.push(entry.left, entry.right);
  }
  return found.size > 0 ? [...found] : entries.filter((entry) => entry !== null);
}

/** Streams and storages that only one kind of file has. */
const marks: Readonly<Record<string, ContentType>> = {
  EncryptedPackage: 'office-encrypted',
  '__properties_version1.0': 'msg',
  WordDocument: 'doc',
  Workbook: 'xls',
  Book: 'xls',
  'PowerPoint Document': 'ppt',
  VisioDocument: 'vsd',
};
/** Where the directory is damaged, what embeds comes before what is embedded. */
const precedence: readonly ContentType[] = ['office-encrypted', 'msg', 'ppt', 'doc', 'vsd', 'xls'];

export function oleType(file: RandomAccess): ContentType {
  const found = new Set<ContentType>();
  for (const name of OleFile.open(file)?.names ?? []) {
    const type = Object.hasOwn(marks, name) ? marks[name] : undefined;
    if (type !== undefined) found.add(type);
  }
  return precedence.find((type) => found.has(type)) ?? 'ole';
}
