/** 7zFormat.txt: a start header with the position, length, and CRC of the header at the end, which describes the folders. */
import { crc32 } from 'node:zlib';
import type { BudgetedFile } from '../budgeted-file.ts';
import { bytesAt } from '../random-access.ts';
import { type HeaderBytes, NotSevenZip, PackedHeader, StoredHeader } from './seven-zip-bytes.ts';
import { HeaderReader, type SevenZipFiles, type SevenZipFolder } from './seven-zip-header.ts';

export const startHeaderBytes = 32;
export const aesCoder = '06f10701';
/** A compressed header's size as it is stored: it expands to more. */
const maxPackedHeaderBytes = 16 * 1_048_576;

export interface StartHeader {
  /** Whether it has the checksum that it states. */
  readonly isSound: boolean;
  readonly position: number;
  readonly length: number;
  readonly crc32: number;
}

/** It is null where the file is shorter. */
export function readStartHeader(file: BudgetedFile): StartHeader | null {
  const start = bytesAt(file, 0, startHeaderBytes);
  if (start === null) return null;
  return {
    isSound: crc32(start.subarray(12)) === start.readUInt32LE(8),
    position: startHeaderBytes + Number(start.readBigUInt64LE(12)),
    length: Number(start.readBigUInt64LE(20)),
    crc32: start.readUInt32LE(28),
  };
}

/** The folders of the header, if it is encrypted, else of the archive. Throws NotSevenZip and NotLzma. */
export function readFolders(
  file: BudgetedFile,
  { position, length }: StartHeader,
): {
  readonly isHeaderEncrypted: boolean;
  readonly folders: readonly SevenZipFolder[];
  /** They are null where they can't be read. Throws like this. */
  readonly files: () => SevenZipFiles | null;
} {
  let header: HeaderBytes = new StoredHeader(file, position, length);
  // A header may be compressed without being encrypted, at times more than once.
  for (let depth = 0; depth < 4; depth += 1) {
    const reader = new HeaderReader(header, file);
    const { isEncoded, folders, hasFiles } = reader.read();
    const [encoded] = folders;
    const isHeaderEncrypted = isEncoded && folders.some(isEncryptedFolder);
    if (!isEncoded || encoded === undefined || isHeaderEncrypted)
      return { isHeaderEncrypted, folders, files: () => (hasFiles ? reader.files() : null) };
    header = packedHeader(file, encoded);
  }
  throw new NotSevenZip();
}

export function isEncryptedFolder({ coders }: Pick<SevenZipFolder, 'coders'>): boolean {
  return coders.some(({ id }) => id === aesCoder);
}

function packedHeader(file: BudgetedFile, folder: SevenZipFolder): HeaderBytes {
  const [coder, ...more] = folder.coders;
  if (coder?.id !== '030101' || more.length > 0 || folder.packedBytes > maxPackedHeaderBytes)
    throw new NotSevenZip();
  const packed = bytesAt(file, startHeaderBytes + folder.packedPosition, folder.packedBytes);
  if (packed === null) throw new NotSevenZip();
  return new PackedHeader(file, packed, coder.properties[0] ?? 0, folder.unpackedBytes);
}
