import { appendFileSync, closeSync, constants, lstatSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../engine/store/files/make-folder.ts';
import { ownerOnly, ownerOnlyFile } from '../engine/store/files/private-folder.ts';

/**
 * Appends to a file, and creates it and its folder if they aren't there. A file that has more than `maxBytes` is renamed first,
 * to a name ending with .old: there are never more than two files. Writes synchronously, so that the last lines before a
 * crash are in the file. Throws what the file system says.
 */
export function appendRotating(path: string, text: string, maxBytes: number): void {
  makeFolder(dirname(path), ownerOnly);
  if (isFullOrForeign(path, maxBytes)) renameSync(path, `${path}.old`);
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
  // Windows has neither of the last two.
  const flags = O_WRONLY | O_APPEND | O_CREAT | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0);
  const file = openSync(path, flags, ownerOnlyFile);
  try {
    appendFileSync(file, text);
  } finally {
    closeSync(file);
  }
}

/** A link, a pipe, or a second name of another file is moved aside like a full log: what it leads to is never written to. */
function isFullOrForeign(path: string, maxBytes: number): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isDirectory()) return false;
  return !found.isFile() || found.nlink > 1 || found.size > maxBytes;
}
