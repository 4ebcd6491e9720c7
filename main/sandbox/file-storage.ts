import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dataNames } from './store/data-names.ts';

/** Paths in the data folder. Names are ids, never anything that a client sent. */
export interface FileStorage {
  readonly root: string;
  partsFolder(sourceFileId: number): string;
  part(sourceFileId: number, name: string): string;
  /** An assembled or downloaded source file. */
  completeFile(sourceFileId: number): string;
  /** A source file that is being written. */
  partialFile(sourceFileId: number): string;
  /** For containers inside containers. */
  temporary(name: string): string;
}

export function openFileStorage(dataDir: string): FileStorage {
  const parts = join(dataDir, dataNames.parts);
  const whole = join(dataDir, dataNames.files);
  const unfinished = join(dataDir, dataNames.unfinished);
  const temporary = join(dataDir, dataNames.temporary);
  rmSync(temporary, { recursive: true, force: true });
  for (const folder of [parts, whole, unfinished, temporary]) mkdirSync(folder, { recursive: true });
  return {
    root: dataDir,
    partsFolder: (id) => join(parts, String(id)),
    part: (id, name) => join(parts, String(id), name),
    completeFile: (id) => join(whole, String(id)),
    partialFile: (id) => join(unfinished, String(id)),
    temporary: (name) => join(temporary, name),
  };
}

/** Removes parts whose connection or process ended before their row was written. */
export function removeOrphanedParts(
  files: FileStorage,
  known: (sourceFileId: number) => ReadonlySet<string>,
): void {
  const folder = join(files.root, dataNames.parts);
  for (const id of readdirSync(folder)) {
    const names = known(Number(id));
    if (names.size === 0) rmSync(join(folder, id), { recursive: true, force: true });
    else {
      for (const name of readdirSync(join(folder, id))) {
        if (!names.has(name)) rmSync(join(folder, id, name), { force: true });
      }
    }
  }
}
