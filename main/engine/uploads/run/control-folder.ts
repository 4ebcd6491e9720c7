/** The folder in which processes leave what the one that has the store is to do, and its answers. */
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { controlFolderName } from '../../store/files/own-names.ts';

export function controlFolder(stateDir: string): string {
  return join(stateDir, controlFolderName);
}

/** Where the process that asked finds what came of it. */
export function answerPath(folder: string, id: string): string {
  return join(folder, `answer-${id}.json`);
}

/** Nothing else in the folder is read or deleted. */
export function listNames(folder: string, pattern: RegExp): readonly string[] {
  try {
    // A link may lead to evidence.
    if (!lstatSync(folder).isDirectory()) return [];
    return readdirSync(folder).filter((name) => pattern.test(name));
  } catch {
    return []; // nobody has asked for anything yet
  }
}
