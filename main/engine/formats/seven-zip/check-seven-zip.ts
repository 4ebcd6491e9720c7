import { crc32 } from 'node:zlib';
import type { BudgetedFile } from '../budgeted-file.ts';
import { type ContainerListing, type ContentCheck, damaged, intact, shorterThan } from '../content-check.ts';
import { FolderTally } from '../folder-tally.ts';
import { chunksOf } from '../random-access.ts';
import { NotLzma } from './lzma-decoder.ts';
import { NotSevenZip } from './seven-zip-bytes.ts';
import {
  isEncryptedFolder,
  readFolders,
  readStartHeader,
  type StartHeader,
  startHeaderBytes,
} from './seven-zip-folders.ts';
import { bitAt, type SevenZipFiles, type SevenZipFolder } from './seven-zip-header.ts';

export function checkSevenZip(file: BudgetedFile): ContentCheck {
  const start = readStartHeader(file);
  if (start === null)
    return damaged({ kind: 'cut-short', expectedBytes: startHeaderBytes, foundBytes: file.sizeBytes });
  if (!start.isSound) return damaged({ kind: 'checksum-mismatch', part: 'header' });
  const { position, length } = start;
  const cutShort = shorterThan(file, position + length);
  if (cutShort !== null) return damaged(cutShort);
  // An archive without files.
  if (length === 0) return intact;
  let crc = 0;
  for (const chunk of chunksOf(file, position, length)) crc = crc32(chunk, crc);
  return crc === start.crc32
    ? contents(file, start)
    : damaged({ kind: 'checksum-mismatch', part: 'table-of-contents' });
}

function contents(file: BudgetedFile, start: StartHeader): ContentCheck {
  let check = intact;
  try {
    const { isHeaderEncrypted, folders, files } = readFolders(file, start);
    const encrypted = folders.filter(isEncryptedFolder).length;
    const isWhole = isHeaderEncrypted || encrypted === folders.length;
    if (encrypted > 0) check = { ...intact, isEncrypted: true, locked: isWhole ? 'file' : 'entries' };
    const listed = files();
    return listed === null ? check : { ...check, listing: listingOf(listed, folders) };
  } catch (error) {
    // The checksum was right: it is written in a way that is not known here.
    if (error instanceof NotSevenZip || error instanceof NotLzma) return check;
    throw error;
  }
}

/** It is null where the names aren't as many as the files, or are in too many folders. */
function listingOf(
  { count, names, empty, emptyFiles }: SevenZipFiles,
  folders: readonly SevenZipFolder[],
): ContainerListing | null {
  const tally = new FolderTally();
  const contentOf = streams(folders);
  let entries = 0;
  let encryptedEntries = 0;
  let expandedBytes = 0;
  let withoutContent = 0;
  let start = 0;
  for (let index = 0; index < count; index += 1) {
    const end = endOfName(names, start);
    if (end === null) return null;
    const name = names.toString('utf16le', start, end);
    start = end + 2;
    const isEmpty = bitAt(empty, index);
    const isFolder = isEmpty && !bitAt(emptyFiles, withoutContent);
    if (isEmpty) withoutContent += 1;
    if (isFolder) continue;
    const { sizeBytes, isEncrypted } = isEmpty ? noContent : (contentOf.next().value ?? noContent);
    entries += 1;
    if (isEncrypted) encryptedEntries += 1;
    expandedBytes += sizeBytes;
    tally.add(name.slice(0, name.lastIndexOf('/') + 1), 1, sizeBytes);
  }
  if (tally.isFull) return null;
  return { entries, encryptedEntries, expandedBytes, folders: tally.named(), warnings: [] };
}

interface Content {
  readonly sizeBytes: number;
  readonly isEncrypted: boolean;
}

const noContent: Content = { sizeBytes: 0, isEncrypted: false };

function* streams(folders: readonly SevenZipFolder[]): Generator<Content, undefined> {
  for (const folder of folders) {
    const isEncrypted = isEncryptedFolder(folder);
    for (const sizeBytes of folder.fileSizes) yield { sizeBytes, isEncrypted };
  }
}

function endOfName(names: Buffer, start: number): number | null {
  for (let at = start; at + 1 < names.length; at += 2) if (names.readUInt16LE(at) === 0) return at;
  return null;
}
