/** What Lading keeps in a data folder, by name: never a source, and for its owner's eyes only. */
import { randomBytes } from 'node:crypto';

export const storeFileName = 'lading.db';
export const lockFileName = 'engine.lock';
export const controlFolderName = 'lading-requests';
export const sandboxFolderName = 'sandbox';
/** In it, while the sandbox runs: where it is reached. */
export const sandboxAddressName = 'running.json';
export const keyFileName = 'signing-key.pem';
/** In the data folder, the service of watched folders says how it is. */
export const watchStatusName = 'watch-status.json';
export const markName = '.lading-folder';

const files = [markName, storeFileName, lockFileName, keyFileName, watchStatusName];
const folders = ['logs', 'window', sandboxFolderName, controlFolderName];
/** Some files are named after a computer, a time, or what they stand beside. */
const variedFile =
  /^(?:(?:lading|rate-limit-[\w.-]+)\.db(?:-wal|-shm|-journal)?|engine\.lock-journal|signing-key\.pem\.damaged-[0-9a-f]{8}|crash-[\dTZ-]+\.txt)$/;

/** Until one of Lading's own files is complete. A kill leaves it behind. */
export const unfinishedName = (name: string): string => `${name}.${randomBytes(6).toString('hex')}.part`;
export const isUnfinished = (found: string, name: string): boolean =>
  found.startsWith(name) && /^\.[0-9a-f]{12}\.part$/.test(found.slice(name.length));

/** The same for any file, a person's too, in any folder: without its name, which may be as long as a name can be. */
export const savingName = (): string => `.lading-${randomBytes(12).toString('hex')}.part`;
export const isSaving = (found: string): boolean => /^\.lading-[0-9a-f]{24}\.part$/.test(found);

export function isOwnFile(name: string): boolean {
  const isPart = isSaving(name) || [markName, keyFileName].some((own) => isUnfinished(name, own));
  return isPart || files.includes(name) || variedFile.test(name);
}

export function isOwnFolder(name: string): boolean {
  return folders.includes(name);
}

/** Of a data folder with these names in it. Those that every data folder may have are among them, also if they are missing. */
export function ownNames(names: readonly string[]): readonly string[] {
  return [...new Set([...files, ...folders, ...names.filter(isOwnFile)])];
}
