import {
  type OleEntry,
  type OleHeader,
  oleEntries,
  readOleHeader,
  sectorOffset,
} from '../containers/ole-directory.ts';
import { type RandomAccess, readAt } from '../containers/random-access.ts';

const endOfChain = 0xfffffffa;
const miniSectorBytes = 64;
/** Of a document's allocation table: 4 GB. More is not read. */
const maxTableSectors = 65_536;

/** The streams of an OLE file ([MS-CFB]), by name. */
export class OleStreams {
  readonly #file: RandomAccess;
  readonly #header: OleHeader;
  readonly #entries: readonly OleEntry[];
  readonly #tables: readonly number[];

  private constructor(file: RandomAccess, header: OleHeader) {
    this.#file = file;
    this.#header = header;
    this.#entries = [...oleEntries(file, header)];
    this.#tables = tableSectors(file, header);
  }

  /** Null if it is none. */
  static open(file: RandomAccess): OleStreams | null {
    const header = readOleHeader(file);
    return header === null ? null : new OleStreams(file, header);
  }

  /** At most `maxBytes` from the beginning of the first stream of that name. Null if there is none. */
  read(name: string, maxBytes: number): Buffer | null {
    const entry = this.#entries.find((each) => each.isStream && each.name === name);
    if (entry === undefined) return null;
    const length = Math.min(entry.sizeBytes, maxBytes);
    const isMini = entry.sizeBytes < this.#header.miniStreamCutoff;
    return isMini ? this.#readMini(entry.start, length) : this.#readChain(entry.start, length);
  }

  #readChain(start: number, length: number): Buffer {
    const blocks: Buffer[] = [];
    let missing = length;
    for (let sector = start; missing > 0 && sector < endOfChain; sector = this.#next(sector)) {
      const block = readAt(this.#file, sectorOffset(this.#header, sector), this.#header.sectorBytes);
      if (block.length === 0) break;
      blocks.push(block.subarray(0, missing));
      missing -= block.length;
    }
    return Buffer.concat(blocks);
  }

  /** Small streams share one: the root's. */
  #readMini(start: number, length: number): Buffer {
    const root = this.#entries[0];
    if (root === undefined || root.isStream) return Buffer.alloc(0);
    const table = this.#readChain(this.#header.firstMiniFatSector, maxMiniBytes / 16);
    const streams = this.#readChain(root.start, Math.min(root.sizeBytes, maxMiniBytes));
    const blocks: Buffer[] = [];
    for (let sector = start, missing = length; missing > 0 && sector < endOfChain; ) {
      const block = streams.subarray(sector * miniSectorBytes, (sector + 1) * miniSectorBytes);
      if (block.length === 0) break;
      blocks.push(block.subarray(0, missing));
      missing -= block.length;
      sector = sector * 4 + 4 <= table.length ? table.readUInt32LE(sector * 4) : endOfChain;
    }
    return Buffer.concat(blocks);
  }

  #next(sector: number): number {
    const perSector = this.#header.sectorBytes / 4;
    const table = this.#tables[Math.floor(sector / perSector)];
    if (table === undefined || table >= endOfChain) return endOfChain;
    const entry = readAt(this.#file, sectorOffset(this.#header, table) + (sector % perSector) * 4, 4);
    return entry.length < 4 ? endOfChain : entry.readUInt32LE(0);
  }
}

const maxMiniBytes = 16 * 1_048_576;

/** The sectors of the allocation table: 109 in the header, the others in a chain of their own. */
function tableSectors(file: RandomAccess, header: OleHeader): readonly number[] {
  const sectors = [...header.difat];
  const perSector = header.sectorBytes / 4 - 1;
  let next = header.firstDifatSector;
  while (next < endOfChain && sectors.length < Math.min(header.fatSectors, maxTableSectors)) {
    const block = readAt(file, sectorOffset(header, next), header.sectorBytes);
    if (block.length < header.sectorBytes) break;
    for (let index = 0; index < perSector; index += 1) sectors.push(block.readUInt32LE(index * 4));
    next = block.readUInt32LE(perSector * 4);
  }
  return sectors;
}
