import { isUtf8 } from 'node:buffer';
import type { BigIntStats } from 'node:fs';

/*
 * File names on Linux are bytes, not characters. The scan reads them as latin1, one character per byte, which loses
 * nothing: such a string is called raw here. Names that are valid Unicode, nearly all of them, become ordinary strings.
 * For the others the bytes are stored beside a name for display, and the bytes decide which file or folder is meant.
 * Windows names with half a surrogate pair arrive as such bytes too (WTF-8).
 */

export interface DecodedName {
  /** Bytes that are not Unicode are shown as in a URL, %E9, so that names that differ look different. */
  readonly text: string;
  /** Only where the name is not valid Unicode. */
  readonly bytes: Uint8Array | null;
}

const beyondAscii = /[^\0-\x7f]/;

export function decodeRaw(raw: string): DecodedName {
  if (!beyondAscii.test(raw)) return { text: raw, bytes: null };
  const bytes = Buffer.from(raw, 'latin1');
  return isUtf8(bytes)
    ? { text: bytes.toString('utf8'), bytes: null }
    : { text: escapeInvalid(bytes), bytes: new Uint8Array(bytes) };
}

function escapeInvalid(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const length = [1, 2, 3, 4].find((count) => isUtf8(bytes.subarray(at, at + count)));
    text +=
      length === undefined
        ? `%${bytes.toString('hex', at, at + 1).toUpperCase()}`
        : bytes.toString('utf8', at, at + length);
    at += length ?? 1;
  }
  return text;
}

/** Joins '/'-separated paths, either of which may be empty. */
export function joinPath(folder: string, name: string): string {
  if (folder === '' || name === '') return folder + name;
  return folder.endsWith('/') ? folder + name : `${folder}/${name}`;
}

/**
 * The path by which a scanned file is opened: a string, or bytes where folder or name is not valid Unicode. Give the
 * fields as the batch has them. An empty folder is the root itself, an empty name the folder itself.
 */
export function absolutePath(
  rootPath: string,
  folder: string,
  folderBytes: Uint8Array | null,
  name: string,
  nameBytes: Uint8Array | null,
): string | Buffer {
  if (folderBytes === null && nameBytes === null) return joinPath(joinPath(rootPath, folder), name);
  const raw = joinPath(joinPath(rawOf(rootPath, null), rawOf(folder, folderBytes)), rawOf(name, nameBytes));
  return Buffer.from(raw, 'latin1');
}

/** The bytes of a path, by which it is found and compared. */
export function pathKey(text: string, bytes: Uint8Array | null): Buffer {
  return Buffer.from(bytes ?? text);
}

export function rawOf(text: string, bytes: Uint8Array | null): string {
  return Buffer.from(bytes ?? text).toString('latin1');
}

/** Shows whether a file is still the one that was scanned. */
export interface FileIdentity {
  readonly sizeBytes: number;
  readonly mtimeNs: bigint;
  readonly device: bigint;
  readonly fileId: bigint;
}

/** 1 PiB, far above what a platform takes: so that sums of sizes stay within the 64 bits of SQLite's integers. */
const maxSizeBytes = 2n ** 50n;

/** Throws EHUGE, a code of its own, for a file that has more bytes than Lading counts, as only a sparse one does. */
export function checkSize(stat: BigIntStats): BigIntStats {
  if (stat.size <= maxSizeBytes) return stat;
  throw Object.assign(new Error(`EHUGE: ${stat.size} bytes`), { code: 'EHUGE' });
}

/** Device and file ID may use all 64 bits. SQLite's integers are signed, so they are stored and compared as signed. */
export function fileIdentity(stat: BigIntStats): FileIdentity {
  return {
    sizeBytes: Number(stat.size),
    mtimeNs: stat.mtimeNs,
    device: BigInt.asIntN(64, stat.dev),
    fileId: BigInt.asIntN(64, stat.ino),
  };
}

type Numbers = Pick<FileIdentity, 'device' | 'fileId'>;

/** Whether both are one file or folder while a volume is mounted, whatever their paths are. */
export function hasSameNumbers(one: Numbers, other: Numbers): boolean {
  return one.fileId === other.fileId && one.device === other.device;
}

/**
 * Tells what a path leads to from everything else, whatever path it is. Returns null where the file system numbers nothing, as
 * some network drives: then all would be the same.
 */
export function identityKey({ device, fileId }: Numbers): string | null {
  return fileId === 0n ? null : `${device}:${fileId}`;
}

/** Whether it is one of those that have these keys (`identityKey`). */
export function hasKeyIn(keys: ReadonlySet<string>, identity: Numbers): boolean {
  const key = identityKey(identity);
  return key !== null && keys.has(key);
}

export function withoutTrailingSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}
