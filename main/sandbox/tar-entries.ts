/**
 * Reads tar archives that may be hostile: POSIX with pax headers, and GNU's with long names. Names are recorded, never used as
 * paths.
 */
import { createReadStream } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { containerProblems } from './words.ts';

export interface TarEntry {
  readonly path: string;
  readonly sizeBytes: number;
  readonly open: () => Promise<Readable>;
}

const blockBytes = 512;
/** The largest size of all that stands in front of one entry. Paths are shorter. */
const maxExtensionBytes = 65_536;

/** What pax headers and GNU's long names say of the entry after them. */
interface Extension {
  readonly path?: string;
  readonly sizeBytes?: number;
}

/**
 * Files only: folders, links, and devices have no content. Throws where no header is. `onHeader` counts all of them: an archive
 * may have nothing else.
 */
export async function* tarEntries(file: string, onHeader: () => void): AsyncGenerator<TarEntry> {
  const handle = await openFile(file, 'r');
  const read = async (position: number, length: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  };
  try {
    let extension: Extension = {};
    for (let position = 0; ; ) {
      const block = await read(position, blockBytes);
      if (block.length === 0 || block.every((byte) => byte === 0)) return;
      onHeader();
      const start = position + blockBytes;
      const sizeBytes = extension.sizeBytes ?? numberAt(block, 124, 12);
      if (!isHeader(block) || !Number.isSafeInteger(sizeBytes) || sizeBytes < 0)
        throw new Error(containerProblems.noTarHeader(position));
      const type = String.fromCharCode(block[156] ?? 0);
      if (type === 'x' || type === 'L') {
        const content = await read(start, Math.min(sizeBytes, maxExtensionBytes));
        extension = { ...extension, ...readExtension(type, content) };
      } else if (type !== 'g' && type !== 'K') {
        const path = (extension.path ?? nameIn(block)).replace(/^(?:\.\/)+/, '');
        extension = {};
        if (fileTypes.has(type))
          yield { path, sizeBytes, open: async () => contentAt(file, start, sizeBytes) };
      }
      position = start + Math.ceil(sizeBytes / blockBytes) * blockBytes;
    }
  } finally {
    await handle.close();
  }
}

/** Regular and contiguous files. Old programs write a zero. */
const fileTypes: ReadonlySet<string> = new Set(['0', '\0', '7']);

const contentAt = (file: string, start: number, sizeBytes: number): Readable =>
  sizeBytes === 0 ? Readable.from([]) : createReadStream(file, { start, end: start + sizeBytes - 1 });

function isHeader(block: Buffer): boolean {
  if (block.length < blockBytes) return false;
  let sum = 0;
  for (const [at, byte] of block.entries()) sum += at >= 148 && at < 156 ? 0x20 : byte;
  return sum === numberAt(block, 148, 8);
}

/** Octal digits, or where they don't suffice a binary number, whose first bit is set. */
function numberAt(block: Buffer, at: number, length: number): number {
  if (((block[at] ?? 0) & 0x80) !== 0) return Number(block.readBigUInt64BE(at + length - 8));
  return Number.parseInt(textAt(block, at, length).trim() || '0', 8);
}

function textAt(block: Buffer, at: number, length: number): string {
  const field = block.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? length : end);
}

function nameIn(block: Buffer): string {
  const prefix = textAt(block, 257, 6) === 'ustar' ? textAt(block, 345, 155) : '';
  const name = textAt(block, 0, 100);
  return prefix === '' ? name : `${prefix}/${name}`;
}

function readExtension(type: 'x' | 'L', content: Buffer): Extension {
  if (type === 'L') return { path: textAt(content, 0, content.length) };
  const records = new Map<string, string>();
  for (let at = 0; at < content.length; ) {
    // `27 path=räume/plan.pdf`, a length in bytes of all of it, with the line break.
    const length = Number.parseInt(content.toString('latin1', at, at + 8), 10);
    if (!(length > 0)) break;
    const [, name, value] = /^\d+ ([^=]+)=(.*)\n$/s.exec(content.toString('utf8', at, at + length)) ?? [];
    if (name !== undefined && value !== undefined) records.set(name, value);
    at += length;
  }
  const path = records.get('path');
  const size = records.get('size');
  return {
    ...(path === undefined ? {} : { path }),
    ...(size === undefined ? {} : { sizeBytes: Number(size) }),
  };
}
