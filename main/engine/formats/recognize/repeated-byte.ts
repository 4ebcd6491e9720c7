/** Whether a file holds nothing: zeros, or another byte over and over, as a failed copy or a drive that can't read leaves it. */
import { type RandomAccess, readAt } from '../random-access.ts';
import { headBytes } from './recognize.ts';

const blockBytes = 65_536;
/** Reading it takes a moment on a slow disk, and few files begin with so much of one byte. */
const wholeBlocks = 1024;
/** Blocks at the start and at the end of a large file: a disk's first partition, and many formats' tables, are there. */
const edgeBlocks = 16;
const blocksBetween = 32;

export interface RepeatedByte {
  readonly byte: number;
  /** So many bytes were read: fewer than the file has where it is large. */
  readonly readBytes: number;
}

/** It is null where any other byte was read: nearly always in the first few. */
export function repeatedByte(content: RandomAccess): RepeatedByte | null {
  const head = readAt(content, 0, headBytes);
  const [byte] = head;
  if (byte === undefined || head.some((each) => each !== byte)) return null;
  const expected = Buffer.alloc(blockBytes, byte);
  let readBytes = 0;
  for (const position of blocksOf(content.sizeBytes)) {
    const block = readAt(content, position, blockBytes);
    if (!block.equals(expected.subarray(0, block.length))) return null;
    readBytes += block.length;
  }
  return { byte, readBytes };
}

function* blocksOf(sizeBytes: number): Generator<number> {
  const blocks = Math.ceil(sizeBytes / blockBytes);
  const between = blocks - 2 * edgeBlocks;
  const atStart = blocks <= wholeBlocks ? blocks : edgeBlocks;
  for (let block = 0; block < atStart; block += 1) yield block * blockBytes;
  if (atStart === blocks) return;
  const step = between / blocksBetween;
  for (let at = 0; at < between; at += step) yield (edgeBlocks + Math.floor(at)) * blockBytes;
  for (let block = blocks - edgeBlocks; block < blocks; block += 1) yield block * blockBytes;
}
