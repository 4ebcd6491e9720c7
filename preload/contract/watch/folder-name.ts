/** What a watched folder is called where nobody named it. Pure. */
import { maxRuleNameChars } from './watched-folder.ts';

/** The last name of the folder's absolute path; of the root of a disk, the disk's name. Never empty. */
export function watchedFolderName(path: string): string {
  // Only on Windows is a backslash no part of a name.
  const separator = /^(?:[a-z]:|\\)/i.test(path) ? /[\\/]/ : '/';
  return path.split(separator).findLast((name) => name.trim() !== '') ?? path;
}

/** The name of a rule that a person gave none. */
export function defaultRuleName(path: string): string {
  return watchedFolderName(path).trim().slice(0, maxRuleNameChars).trimEnd();
}
