/** The parts of a 7z header (7zFormat.txt) that tell how its encrypted streams are made, and which files are in it. */
import type { BudgetedFile } from '../budgeted-file.ts';
import { type HeaderBytes, NotSevenZip } from './seven-zip-bytes.ts';

export interface Coder {
  /** In hexadecimal: 06f10701 is AES. */
  readonly id: string;
  readonly properties: Buffer;
}

export interface SevenZipFolder {
  /** In the order in which they were applied to the content last: AES comes first. */
  readonly coders: readonly Coder[];
  readonly isChain: boolean;
  readonly unpackedBytes: number;
  readonly crc32: number | null;
  /** Where the packed stream is, from the end of the signature header on. */
  readonly packedPosition: number;
  readonly packedBytes: number;
  /** The first file in it; null where nothing is said. */
  readonly firstFile: { readonly sizeBytes: number; readonly crc32: number } | null;
  /** In their order. */
  readonly fileSizes: readonly number[];
}

/** The list of files. */
export interface SevenZipFiles {
  readonly count: number;
  /** UTF-16, each ends with a zero. */
  readonly names: Buffer;
  /** A bit for each file: it has no content. */
  readonly empty: Buffer;
  /** A bit for each of those: it is a file, not a folder. */
  readonly emptyFiles: Buffer;
}

const ids = {
  end: 0x00,
  header: 0x01,
  archiveProperties: 0x02,
  additionalStreams: 0x03,
  mainStreams: 0x04,
  files: 0x05,
  packInfo: 0x06,
  unpackInfo: 0x07,
  subStreams: 0x08,
  size: 0x09,
  crc: 0x0a,
  folder: 0x0b,
  unpackSizes: 0x0c,
  unpackStreams: 0x0d,
  emptyStreams: 0x0e,
  emptyFiles: 0x0f,
  names: 0x11,
  encodedHeader: 0x17,
} as const;

/** More than any archive has, and bounded memory where a number lies. */
const maxCount = 1_000_000;
const maxCoders = 32;
/** What the coders of a folder read and write: 7-Zip itself takes no more. */
const maxStreams = 64;
/** A coder's: AES has 18. */
const maxPropertyBytes = 1_024;
/** The names of all files together: a longer list isn't read. */
const maxNameBytes = 32 * 1_048_576;

export class HeaderReader {
  readonly #bytes: HeaderBytes;
  readonly #budget: Pick<BudgetedFile, 'spend'>;

  constructor(bytes: HeaderBytes, budget: Pick<BudgetedFile, 'spend'>) {
    this.#bytes = bytes;
    this.#budget = budget;
  }

  /** The folders of the archive, or of its encoded header. The list of files follows. Throws NotSevenZip and OverBudget. */
  read(): {
    readonly isEncoded: boolean;
    readonly folders: readonly SevenZipFolder[];
    /** Whether `files` may be called. */
    readonly hasFiles: boolean;
  } {
    const id = this.#byte();
    if (id === ids.encodedHeader) return { isEncoded: true, folders: this.#streams(), hasFiles: false };
    if (id !== ids.header) throw new NotSevenZip();
    let next = this.#byte();
    if (next === ids.archiveProperties) {
      for (let type = this.#byte(); type !== ids.end; type = this.#byte()) this.#bytes.skip(this.#number());
      next = this.#byte();
    }
    if (next === ids.additionalStreams) {
      this.#streams();
      next = this.#byte();
    }
    if (next !== ids.mainStreams) return { isEncoded: false, folders: [], hasFiles: next === ids.files };
    return { isEncoded: false, folders: this.#streams(), hasFiles: this.#byte() === ids.files };
  }

  /** Throws NotSevenZip and OverBudget. */
  files(): SevenZipFiles {
    const count = this.#count();
    const properties: Record<number, Buffer> = {};
    for (let type = this.#byte(); type !== ids.end; type = this.#byte()) {
      const length = this.#number();
      if (type === ids.names || type === ids.emptyStreams || type === ids.emptyFiles)
        properties[type] = this.#take(this.#atMost(length, maxNameBytes));
      else this.#bytes.skip(length);
    }
    const names = properties[ids.names] ?? none;
    // The first byte says whether they are elsewhere.
    if (names[0] !== 0 && count > 0) throw new NotSevenZip();
    return {
      ...{ count, names: names.subarray(1) },
      empty: properties[ids.emptyStreams] ?? none,
      emptyFiles: properties[ids.emptyFiles] ?? none,
    };
  }

  #streams(): readonly SevenZipFolder[] {
    let packPosition = 0;
    let packedSizes: readonly number[] = [];
    let folders: ReturnType<HeaderReader['folderShapes']> = [];
    let firstFiles: readonly SevenZipFolder['firstFile'][] = [];
    let fileSizes: readonly (readonly number[])[] = [];
    for (let id = this.#byte(); id !== ids.end; id = this.#byte()) {
      if (id === ids.packInfo) [packPosition, packedSizes] = this.#packInfo();
      else if (id === ids.unpackInfo) folders = this.folderShapes();
      else if (id === ids.subStreams) [firstFiles, fileSizes] = this.#subStreams(folders);
      else throw new NotSevenZip();
    }
    let stream = 0;
    let position = packPosition;
    return folders.map(({ packedStreams, ...folder }, index) => {
      const packedPosition = position;
      const packedBytes = packedSizes[stream] ?? 0;
      for (let count = 0; count < packedStreams; count += 1, stream += 1)
        position += packedSizes[stream] ?? 0;
      const only = folder.crc32 === null ? null : { sizeBytes: folder.unpackedBytes, crc32: folder.crc32 };
      return {
        ...{ ...folder, packedPosition, packedBytes },
        firstFile: firstFiles[index] ?? only,
        fileSizes: fileSizes[index] ?? [folder.unpackedBytes],
      };
    });
  }

  #packInfo(): [number, readonly number[]] {
    const position = this.#number();
    const count = this.#count();
    let sizes: readonly number[] = [];
    for (let id = this.#byte(); id !== ids.end; id = this.#byte()) {
      if (id === ids.size) sizes = this.#repeat(count, () => this.#number());
      else if (id === ids.crc) this.#digests(count);
      else throw new NotSevenZip();
    }
    return [position, sizes];
  }

  folderShapes() {
    if (this.#byte() !== ids.folder) throw new NotSevenZip();
    const count = this.#count();
    if (this.#byte() !== 0) throw new NotSevenZip();
    const shapes = this.#repeat(count, () => this.#folder());
    if (this.#byte() !== ids.unpackSizes) throw new NotSevenZip();
    const sizes = shapes.map(({ outputs, mainOutput }) => {
      const all = this.#repeat(outputs, () => this.#number());
      return all[mainOutput] ?? 0;
    });
    let digests: readonly (number | null)[] = [];
    for (let id = this.#byte(); id !== ids.end; id = this.#byte()) {
      if (id !== ids.crc) throw new NotSevenZip();
      digests = this.#digests(count);
    }
    return shapes.map(({ coders, isChain, packedStreams }, index) => ({
      coders,
      isChain,
      packedStreams,
      unpackedBytes: sizes[index] ?? 0,
      crc32: digests[index] ?? null,
    }));
  }

  #folder() {
    const count = this.#number();
    if (count < 1 || count > maxCoders) throw new NotSevenZip();
    let inputs = 0;
    let outputs = 0;
    const coders = this.#repeat(count, (): Coder => {
      const flags = this.#byte();
      const id = this.#take(flags & 0x0f).toString('hex');
      const isComplex = (flags & 0x10) !== 0;
      inputs += isComplex ? this.#count(maxCoders) : 1;
      outputs += isComplex ? this.#count(maxCoders) : 1;
      const properties = (flags & 0x20) === 0 ? none : this.#take(this.#count(maxPropertyBytes));
      return { id, properties };
    });
    if (inputs > maxStreams || outputs > maxStreams) throw new NotSevenZip();
    const pairs = this.#repeat(outputs - 1, () => ({ input: this.#number(), output: this.#number() }));
    const packedStreams = inputs - pairs.length;
    if (packedStreams < 1) throw new NotSevenZip();
    const packed = packedStreams > 1 ? this.#repeat(packedStreams, () => this.#number()) : [];
    const isChain = inputs === coders.length && outputs === coders.length && packed.length === 0;
    const mainOutput = Array.from({ length: outputs }, (_, output) => output).find(
      (output) => !pairs.some((pair) => pair.output === output),
    );
    if (mainOutput === undefined) throw new NotSevenZip();
    return {
      coders: isChain ? inChainOrder(coders, pairs) : coders,
      isChain,
      packedStreams,
      outputs,
      mainOutput,
    };
  }

  #subStreams(
    folders: ReturnType<HeaderReader['folderShapes']>,
  ): [readonly SevenZipFolder['firstFile'][], readonly (readonly number[])[]] {
    let counts = folders.map(() => 1);
    let id = this.#byte();
    if (id === ids.unpackStreams) {
      counts = folders.map(() => this.#count());
      id = this.#byte();
    }
    const sizes = folders.map(({ unpackedBytes }, index) => (counts[index] === 0 ? [] : [unpackedBytes]));
    if (id === ids.size) {
      folders.forEach(({ unpackedBytes }, index) => {
        const others = this.#repeat(Math.max(0, (counts[index] ?? 0) - 1), () => this.#number());
        // The last one has what is left.
        const last = unpackedBytes - others.reduce((sum, size) => sum + size, 0);
        if (others.length > 0) sizes[index] = [...others, Math.max(0, last)];
      });
      id = this.#byte();
    }
    if (id === ids.crc) {
      const isKnown = (index: number): boolean => counts[index] === 1 && folders[index]?.crc32 !== null;
      const missing = folders.reduce((sum, _, index) => sum + (isKnown(index) ? 0 : (counts[index] ?? 0)), 0);
      const digests = this.#digests(missing);
      let at = 0;
      const files = folders.map((_, index): SevenZipFolder['firstFile'] => {
        if (isKnown(index) || counts[index] === 0) return null;
        const crc = digests[at] ?? null;
        at += counts[index] ?? 0;
        const sizeBytes = sizes[index]?.[0] ?? 0;
        return crc === null ? null : { sizeBytes, crc32: crc };
      });
      this.#skipToEnd();
      return [files, sizes];
    }
    if (id !== ids.end) throw new NotSevenZip();
    return [[], sizes];
  }

  #skipToEnd(): void {
    if (this.#byte() !== ids.end) throw new NotSevenZip();
  }

  #digests(count: number): readonly (number | null)[] {
    if (count > maxCount) throw new NotSevenZip();
    const areAll = this.#byte() !== 0;
    const bits = areAll ? null : this.#take(Math.ceil(count / 8));
    return this.#repeat(count, (index) => {
      const isDefined = bits === null || bitAt(bits, index);
      return isDefined ? this.#take(4).readUInt32LE(0) : null;
    });
  }

  #repeat<T>(count: number, read: (index: number) => T): T[] {
    if (!Number.isSafeInteger(count) || count < 0 || count > maxCount) throw new NotSevenZip();
    this.#budget.spend('objects', count);
    const values: T[] = [];
    for (let index = 0; index < count; index += 1) values.push(read(index));
    return values;
  }

  #count(max = maxCount): number {
    return this.#atMost(this.#number(), max);
  }

  #atMost(count: number, max: number): number {
    if (count > max) throw new NotSevenZip();
    return count;
  }

  /** 7z's own number: the first byte's leading ones say how many bytes follow. */
  #number(): number {
    const first = this.#byte();
    let value = 0;
    let scale = 1;
    for (let mask = 0x80; (first & mask) !== 0; mask >>= 1) {
      value += this.#byte() * scale;
      scale *= 256;
      if (mask === 1) return toSafe(value);
      if ((first & (mask >> 1)) === 0) return toSafe(value + (first & ((mask >> 1) - 1)) * scale);
    }
    return first;
  }

  #byte(): number {
    return this.#bytes.byte();
  }

  #take(length: number): Buffer {
    return this.#bytes.take(length);
  }
}

/** The first one is the highest of the first byte. */
export const bitAt = (bits: Buffer, index: number): boolean =>
  ((bits[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0;

const none = Buffer.alloc(0);

function toSafe(value: number): number {
  if (!Number.isSafeInteger(value)) throw new NotSevenZip();
  return value;
}

/** From the packed stream to the content. */
function inChainOrder(
  coders: readonly Coder[],
  pairs: readonly { readonly input: number; readonly output: number }[],
): readonly Coder[] {
  // The coder whose input is the packed stream: no pair feeds it.
  let at = coders.findIndex((_, input) => !pairs.some((pair) => pair.input === input));
  const ordered: Coder[] = [];
  while (at >= 0 && ordered.length < coders.length) {
    const coder = coders[at];
    if (coder === undefined) break;
    ordered.push(coder);
    const from = at;
    at = pairs.find((pair) => pair.output === from)?.input ?? -1;
  }
  if (ordered.length !== coders.length) throw new NotSevenZip();
  return ordered;
}
