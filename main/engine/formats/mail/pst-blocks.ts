/**
 * The node database of PST and OST files ([MS-PST] 2.2): nodes by their IDs, and the blocks of their data. Outlook 2013 and
 * later write OST files with pages of 4 KB, which Microsoft doesn't document; the libpff project's documentation describes
 * them. Every look-up reads a few pages, whatever the file says.
 */
import { inflateSync } from 'node:zlib';
import { type RandomAccess, readAt } from '../random-access.ts';
import { decodeCyclic, decodePermuted } from './pst-encoding.ts';

export type PstEncoding = 'none' | 'permute' | 'cyclic';

/** Positions in the header, and sizes. */
interface PstLayout {
  readonly idBytes: 4 | 8;
  readonly nodeTreeAt: number;
  readonly blockTreeAt: number;
  readonly encodingAt: number;
  readonly pageBytes: number;
  readonly countAt: number;
  readonly entryBytesAt: number;
  readonly pageTypeAt: number;
  readonly trailerBytes: number;
  readonly blockAlignment: number;
  /** Bits of the item's number in a heap ID; the rest is the number of the block. */
  readonly heapIndexBits: number;
}

const unicode: PstLayout = {
  idBytes: 8,
  nodeTreeAt: 224,
  blockTreeAt: 240,
  encodingAt: 513,
  pageBytes: 512,
  countAt: 488,
  entryBytesAt: 490,
  pageTypeAt: 496,
  trailerBytes: 16,
  blockAlignment: 64,
  heapIndexBits: 11,
};
const ansi: PstLayout = {
  ...unicode,
  idBytes: 4,
  nodeTreeAt: 188,
  blockTreeAt: 196,
  encodingAt: 461,
  countAt: 496,
  entryBytesAt: 498,
  pageTypeAt: 500,
  trailerBytes: 12,
};
const unicode4k: PstLayout = {
  ...unicode,
  pageBytes: 4096,
  countAt: 4056,
  entryBytesAt: 4060,
  pageTypeAt: 4072,
  trailerBytes: 24,
  blockAlignment: 512,
  heapIndexBits: 14,
};

const pageTypes = { blocks: 0x80, nodes: 0x81 } as const;
const encodings: Readonly<Record<number, PstEncoding>> = { 0: 'none', 1: 'permute', 2: 'cyclic' };
/** Eight levels of 15 entries each are more nodes than a file can have. */
const maxLevel = 8;
const maxBlockBytes = 65_536;
export const pstHeaderBytes = 564;

export class PstBlocks {
  readonly #file: RandomAccess;
  readonly #layout: PstLayout;
  readonly #encoding: PstEncoding | null;
  readonly nodeTree: number;
  readonly #blockTree: number;

  /** `header`: the first bytes, as many as `pstHeaderBytes`. */
  constructor(file: RandomAccess, header: Buffer) {
    this.#file = file;
    const version = header.readUInt16LE(10);
    const first = version < 16 ? ansi : unicode;
    this.nodeTree = readId(header, first.nodeTreeAt, first.idBytes);
    this.#blockTree = readId(header, first.blockTreeAt, first.idBytes);
    this.#encoding = encodings[header[first.encodingAt] ?? 0] ?? null;
    // The version alone doesn't say how large pages are.
    this.#layout = version > 23 && hasLargePages(file, this.nodeTree) ? unicode4k : first;
  }

  get heapIndexBits(): number {
    return this.#layout.heapIndexBits;
  }

  /** The ID of the block with a node's data. It is null if the node or a page on the way to it can't be read. */
  dataOf(nodeId: number): number | null {
    const entry = this.#find(pageTypes.nodes, this.nodeTree, nodeId);
    return entry === null ? null : readId(entry, this.#layout.idBytes, this.#layout.idBytes);
  }

  /** A block of a node's data, decoded. `id`: that of its data. It is null if it can't be read. */
  data(id: number, index: number): Buffer | null {
    const block = this.#block(id);
    if (block === null || !isInternal(id)) return index === 0 ? block : null;
    // An XBLOCK lists blocks. One more level of lists is for data of several megabytes, which a store's properties never are.
    if (block.length < 8 || block[0] !== 1 || block[1] !== 1 || index >= block.readUInt16LE(2)) return null;
    const { idBytes } = this.#layout;
    const at = 8 + index * idBytes;
    if (at + idBytes > block.length) return null;
    const inner = readId(block, at, idBytes);
    return isInternal(inner) ? null : this.#block(inner);
  }

  #block(id: number): Buffer | null {
    const { idBytes, trailerBytes, blockAlignment } = this.#layout;
    const entry = this.#find(pageTypes.blocks, this.#blockTree, id);
    if (entry === null) return null;
    const length = entry.readUInt16LE(2 * idBytes);
    const stored = Math.ceil((length + trailerBytes) / blockAlignment) * blockAlignment;
    const bytes = readAt(this.#file, readId(entry, idBytes, idBytes), stored);
    if (bytes.length < stored) return null;
    const content = bytes.subarray(0, length);
    const unpacked = trailerBytes === 24 ? inflated(content, bytes.readUInt16LE(stored - 6)) : content;
    if (unpacked === null || isInternal(id)) return unpacked;
    return decode(unpacked, this.#encoding, id);
  }

  /** The leaf entry of an ID. Each page on the way must be of a lower level than the one before. */
  #find(type: number, root: number, id: number): Buffer | null {
    const { idBytes, pageBytes, countAt, entryBytesAt, pageTypeAt } = this.#layout;
    const wanted = withoutLowestBit(id, type);
    let position = root;
    for (let above = maxLevel + 1; ; ) {
      const page = readAt(this.#file, position, pageBytes);
      if (page.length < pageBytes || page[pageTypeAt] !== type || page[pageTypeAt + 1] !== type) return null;
      const count = pageBytes === 4096 ? page.readUInt16LE(countAt) : page.readUInt8(countAt);
      const entryBytes = page.readUInt8(entryBytesAt);
      const level = page.readUInt8(entryBytesAt + 1);
      const isLeaf = level === 0;
      const smallest = (isLeaf && type === pageTypes.nodes ? 4 : 3) * idBytes;
      if (level >= above || entryBytes < smallest || count * entryBytes > countAt) return null;
      let found: Buffer | null = null;
      for (let index = 0; index < count; index += 1) {
        const entry = page.subarray(index * entryBytes, (index + 1) * entryBytes);
        const key = withoutLowestBit(readId(entry, 0, idBytes), type);
        if (isLeaf ? key === wanted : key <= wanted) found = entry;
      }
      if (found === null || isLeaf) return found;
      position = readId(found, 2 * idBytes, idBytes);
      above = level;
    }
  }
}

function hasLargePages(file: RandomAccess, position: number): boolean {
  const page = readAt(file, position, unicode4k.pageBytes);
  return page[unicode4k.pageTypeAt] === pageTypes.nodes && page[unicode4k.pageTypeAt + 1] === pageTypes.nodes;
}

/** Beyond 2^53 they are inexact, which no file can be large enough for. */
function readId(bytes: Buffer, at: number, idBytes: 4 | 8): number {
  return idBytes === 4 ? bytes.readUInt32LE(at) : Number(bytes.readBigUInt64LE(at));
}

/** [MS-PST] 2.2.2.2: the lowest bit of a block's ID is reserved, and not part of it. */
function withoutLowestBit(id: number, type: number): number {
  return type === pageTypes.blocks ? id - (id % 2) : id;
}

/** [MS-PST] 2.2.2.2: the second lowest bit. Internal blocks are not encoded. */
function isInternal(id: number): boolean {
  return Math.floor(id / 2) % 2 === 1;
}

/** Blocks of 4 KB files are compressed where that makes them smaller. */
function inflated(content: Buffer, length: number): Buffer | null {
  if (length === content.length || length === 0) return content;
  try {
    return inflateSync(content, { maxOutputLength: maxBlockBytes });
  } catch {
    return null;
  }
}

function decode(bytes: Buffer, encoding: PstEncoding | null, id: number): Buffer | null {
  switch (encoding) {
    case 'none':
      return bytes;
    case 'permute':
      return decodePermuted(bytes);
    case 'cyclic':
      return decodeCyclic(bytes, id % 2 ** 32);
    case null:
      return null;
  }
}
