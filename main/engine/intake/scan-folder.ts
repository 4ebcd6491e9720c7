import { type Dir, opendirSync, readdirSync } from 'node:fs';
import { sep } from 'node:path';
import { type ScanReason, scanReasonOf } from './scan-problems.ts';

/** Entries that Node reads from the system at once. A folder is never held in memory as a whole. */
const entriesAtOnce = 64;

const changed: ScanReason = { code: 'changed-during-scan' };

/** Called for each entry with its raw name (source-path.ts) and whether the system says that it is a folder. */
type OnEntry = (raw: string, isFolder: boolean) => void;

/**
 * Reads one folder in its own order, synchronously. Returns null if all of it was read; entries that were read before
 * a problem have been passed to `onEntry`.
 */
export function readFolder(path: string | Buffer, onOpen: () => void, onEntry: OnEntry): ScanReason | null {
  try {
    if (typeof path !== 'string') {
      // Not valid Unicode: where the system doesn't say what an entry is, Node's Dir can't look it up in such a folder.
      const names = readdirSync(path, { encoding: 'latin1' });
      onOpen();
      for (const raw of names) onEntry(raw, false);
      return null;
    }
    const dir = opendirSync(path, { encoding: 'latin1', bufferSize: entriesAtOnce });
    onOpen();
    return readEntries(path, dir, onEntry);
  } catch (error) {
    return scanReasonOf(error, 'folder-unreadable');
  }
}

/** Reads an open folder to its end and closes it. */
export function readEntries(
  path: string,
  dir: Pick<Dir, 'readSync' | 'closeSync'>,
  onEntry: OnEntry,
): ScanReason | null {
  let passed = 0;
  let last = '';
  for (;;) {
    let entry: ReturnType<Dir['readSync']>;
    try {
      entry = dir.readSync();
    } catch (error) {
      dir.closeSync();
      if (failedLookup(error) !== null) return readEntryByEntry(path, passed, last, onEntry);
      return scanReasonOf(error, 'folder-unreadable');
    }
    if (entry === null) break;
    passed += 1;
    last = entry.name;
    onEntry(entry.name, entry.isDirectory());
  }
  dir.closeSync();
  return null;
}

/**
 * Some file systems (NFS without READDIRPLUS) don't say what an entry is, and Node then looks up each one. If it can't
 * find one, because it vanished or its raw name isn't its name, the whole buffer is lost. The folder is then read again,
 * entry by entry, from where the buffer began.
 */
function readEntryByEntry(path: string, passed: number, last: string, onEntry: OnEntry): ScanReason | null {
  const dir = opendirSync(path, { encoding: 'latin1', bufferSize: 1 });
  try {
    for (let index = 0; ; index += 1) {
      let raw: string;
      let isFolder = false;
      try {
        const entry = dir.readSync();
        if (entry === null) return index < passed ? changed : null;
        raw = entry.name;
        isFolder = entry.isDirectory();
      } catch (error) {
        const name = failedLookup(error);
        if (name === null) return scanReasonOf(error, 'folder-unreadable');
        raw = name;
      }
      if (index === passed - 1 && raw !== last) return changed;
      if (index >= passed) onEntry(raw, isFolder);
    }
  } finally {
    dir.closeSync();
  }
}

/** The raw name that Node failed to look up while reading a folder; null for an error of the folder itself. */
function failedLookup(error: unknown): string | null {
  if (!(error instanceof Error) || !('syscall' in error) || error.syscall !== 'lstat') return null;
  if (!('path' in error) || typeof error.path !== 'string') return null;
  return error.path.slice(error.path.lastIndexOf(sep) + 1);
}
