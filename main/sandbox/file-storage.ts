import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { dataNames, ownNames } from './store/data-names.ts';

/** Paths in the data folder. Names are ids, never anything that a client sent. */
export interface FileStorage {
  readonly root: string;
  partsFolder(sourceFileId: number): string;
  part(sourceFileId: number, name: string): string;
  /** An assembled or downloaded source file. */
  completeFile(sourceFileId: number): string;
  /** A source file that is being written. */
  partialFile(sourceFileId: number): string;
  /** A new name. What is left under one is removed at the next start. */
  temporary(): string;
}

export function openFileStorage(dataDir: string): FileStorage {
  const parts = join(dataDir, dataNames.parts);
  const whole = join(dataDir, dataNames.files);
  const unfinished = join(dataDir, dataNames.unfinished);
  const temporary = join(dataDir, dataNames.temporary);
  for (const folder of [parts, whole, unfinished, temporary]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
  for (const name of namesIn(temporary, ownNames.temporary)) rmSync(join(temporary, name), { force: true });
  return {
    root: dataDir,
    partsFolder: (id) => join(parts, String(id)),
    part: (id, name) => join(parts, String(id), name),
    completeFile: (id) => join(whole, String(id)),
    partialFile: (id) => join(unfinished, String(id)),
    temporary: () => join(temporary, randomBytes(16).toString('hex')),
  };
}

/** Removes the parts of a source file, and their folder unless other files are in it. */
export async function removeParts(files: FileStorage, sourceFileId: number): Promise<void> {
  const folder = files.partsFolder(sourceFileId);
  for (const name of await readdir(folder)) {
    if (ownNames.part.test(name)) await rm(join(folder, name), { force: true });
  }
  await rmdir(folder);
}

/** Removes parts whose connection or process ended before their row was written. */
export function removeOrphanedParts(
  files: FileStorage,
  known: (sourceFileId: number) => ReadonlySet<string>,
): void {
  const parts = join(files.root, dataNames.parts);
  for (const entry of readdirSync(parts, { withFileTypes: true })) {
    // A link is not the sandbox's.
    if (!entry.isDirectory() || !ownNames.sourceFile.test(entry.name)) continue;
    const folder = join(parts, entry.name);
    const names = known(Number(entry.name));
    for (const name of namesIn(folder, ownNames.part)) {
      if (!names.has(name)) rmSync(join(folder, name), { force: true });
    }
    if (names.size === 0 && readdirSync(folder).length === 0) rmdirSync(folder);
  }
}

function namesIn(folder: string, pattern: RegExp): readonly string[] {
  return readdirSync(folder).filter((name) => pattern.test(name));
}
