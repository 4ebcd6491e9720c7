import { type Dir, opendirSync, readdirSync } from 'node:fs';
import { sep } from 'node:path';
import { type Fault, faultOf } from './scan-problems.ts';

/** As many entries as Node asks of the system at once; a directory is never held whole in memory. */
const entriesAtOnce = 2048;

const changed: Fault = { code: 'changed-while-read', systemCode: null };

/** Called for each entry with its raw name (scan-paths.ts), and whether the system already said that it is a folder. */
type OnEntry = (raw: string, isFolder: boolean) => void;

/**
 * Reads one folder in its own order, synchronously. The answer is null when all of it was read; what was seen
 * before a fault has been handed over.
 */
export function readFolder(path: string | Buffer, onOpen: () => void, onEntry: OnEntry): Fault | null {
  try {
    if (typeof path !== 'string') {
      // Not valid Unicode. Node's Dir cannot look up entries of such a folder where the system does not say what they are.
      const names = readdirSync(path, { encoding: 'latin1' });
      onOpen();
      for (const raw of names) onEntry(raw, false);
      return null;
    }
    const dir = opendirSync(path, { encoding: 'latin1', bufferSize: entriesAtOnce });
    onOpen();
    return readEntries(path, dir, onEntry);
  } catch (error) {
    return faultOf(error, 'unreadable-folder');
  }
}

/** Reads an open folder to its end and closes it. */
export function readEntries(
  path: string,
  dir: Pick<Dir, 'readSync' | 'closeSync'>,
  onEntry: OnEntry,
): Fault | null {
  let handed = 0;
  let last = '';
  for (;;) {
    let entry: ReturnType<Dir['readSync']>;
    try {
      entry = dir.readSync();
    } catch (error) {
      dir.closeSync();
      if (failedLookup(error) !== null) return readOneByOne(path, handed, last, onEntry);
      return faultOf(error, 'unreadable-folder');
    }
    if (entry === null) break;
    handed += 1;
    last = entry.name;
    onEntry(entry.name, entry.isDirectory());
  }
  dir.closeSync();
  return null;
}

/**
 * Some file systems (NFS without READDIRPLUS) do not say what an entry is, and Node then looks each one up itself. One
 * that it cannot find, because it vanished or because its raw name is not its name, costs the whole buffer: so the
 * folder is read again, entry by entry, from where the buffer began.
 */
function readOneByOne(path: string, handed: number, last: string, onEntry: OnEntry): Fault | null {
  const dir = opendirSync(path, { encoding: 'latin1', bufferSize: 1 });
  try {
    for (let index = 0; ; index += 1) {
      let raw: string;
      let isFolder = false;
      try {
        const entry = dir.readSync();
        if (entry === null) return index < handed ? changed : null;
        raw = entry.name;
        isFolder = entry.isDirectory();
      } catch (error) {
        const name = failedLookup(error);
        if (name === null) return faultOf(error, 'unreadable-folder');
        raw = name;
      }
      if (index === handed - 1 && raw !== last) return changed;
      if (index >= handed) onEntry(raw, isFolder);
    }
  } finally {
    dir.closeSync();
  }
}

/** The raw name that Node failed to look up while it read a folder; null for an error of the folder itself. */
function failedLookup(error: unknown): string | null {
  if (!(error instanceof Error) || !('syscall' in error) || error.syscall !== 'lstat') return null;
  if (!('path' in error) || typeof error.path !== 'string') return null;
  return error.path.slice(error.path.lastIndexOf(sep) + 1);
}
