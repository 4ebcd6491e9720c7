import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errnoOf } from '../../../../preload/contract/failures/errno.ts';

/**
 * Makes a folder and those above it; throws the system's error. Not with mkdir's `recursive`: it never returns where the
 * system says that the parent is missing although it is there, as Linux does below /proc.
 */
export function makeFolder(path: string, mode: number): void {
  if (isFolder(path)) return;
  try {
    mkdirSync(path, mode);
  } catch (error) {
    const parent = dirname(path);
    switch (errnoOf(error)) {
      case 'ENOENT':
        if (isFolder(parent) || parent === path) throw error;
        makeFolder(parent, mode);
        makeFolder(path, mode);
        return;
      case 'EEXIST':
        // Another process may have just made it.
        if (isFolder(path)) return;
        throw error;
      default:
        throw error;
    }
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
