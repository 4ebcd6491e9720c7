/** What is at a path of a watched folder. For the thread that scans: these calls block. */
import { type BigIntStats, lstatSync, statSync } from 'node:fs';
import { checkSize, fileIdentity, hasKeyIn } from '../../types/source-path.ts';

/** Returns null if nothing is there. Throws as `checkSize` does. */
export function lstatOrNull(path: string | Buffer): BigIntStats | null {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : checkSize(found);
}

export function isFolder(path: string | Buffer): boolean {
  try {
    return lstatOrNull(path)?.isDirectory() === true;
  } catch {
    return false;
  }
}

/** False where that can't be told: for a marker, as in `SettleCheck`. */
export function isFile(path: string | Buffer): boolean {
  try {
    return lstatOrNull(path)?.isFile() === true;
  } catch {
    return false;
  }
}

/** Whether the folder there is one of these, by device and file ID (`identityKey`). */
export function isAmong(folders: ReadonlySet<string>, path: string | Buffer): boolean {
  try {
    return folders.size > 0 && hasKeyIn(folders, fileIdentity(statSync(path, { bigint: true })));
  } catch {
    return false;
  }
}

export function deviceOf(path: string | Buffer): bigint | null {
  try {
    return fileIdentity(statSync(path, { bigint: true })).device;
  } catch {
    return null;
  }
}
