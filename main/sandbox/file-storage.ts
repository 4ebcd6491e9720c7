import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Where bytes lie below the data folder. Names are ids, never what a client sent. */
export interface FileStorage {
  readonly root: string;
  partsFolder(sourceFileId: number): string;
  part(sourceFileId: number, name: string): string;
  /** The assembled or downloaded original. */
  completeFile(sourceFileId: number): string;
  /** The same while it is being written. */
  partialFile(sourceFileId: number): string;
  /** For containers found inside containers. */
  temporary(name: string): string;
}

export function openFileStorage(dataDir: string): FileStorage {
  const parts = join(dataDir, 'parts');
  const whole = join(dataDir, 'files');
  const unfinished = join(dataDir, 'unfinished');
  const temporary = join(dataDir, 'temporary');
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

/** Bytes whose connection or process broke before their row was written belong to nobody. */
export function removeOrphanedParts(
  files: FileStorage,
  known: (sourceFileId: number) => ReadonlySet<string>,
): void {
  const folder = join(files.root, 'parts');
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
