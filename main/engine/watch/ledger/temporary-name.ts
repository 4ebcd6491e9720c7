/**
 * Names that programs give to files they haven't finished. Such a file is taken under its later name. The table is in
 * docs/watched-folders.md.
 */
import { isOfficeLock } from '../../intake/selection/system-files.ts';

/** In lower case, as the others. */
const downloadSuffixes: readonly string[] = [
  'part', // Firefox, curl, wget
  'partial', // Internet Explorer, rsync's --partial of some front ends
  'crdownload', // Chrome, Edge
  'opdownload', // Opera
  'download', // Safari: a folder
  'filepart', // WinSCP
  'aria2',
];
const suffixes: ReadonlySet<string> = new Set([
  ...downloadSuffixes,
  'tmp', // Windows, Office, and many others
  '!ut',
  '!qb', // torrents
  'swp',
  'swx', // Vim
]);
const prefixes: readonly string[] = ['.goutputstream-', '.fuse_hidden', '.nfs0', '.smbdelete'];
/** `.name.Xy12Zw`: rsync copies to this name. Words and dates at the end of a hidden file's name are not random. */
const rsyncName = /^\..+\.(?![a-z]{6}$|[A-Z]{6}$|\d{6}$)[A-Za-z0-9]{6}$/;

export function isTemporaryName(name: string, sizeBytes: number): boolean {
  const lower = name.toLowerCase();
  const dot = lower.lastIndexOf('.');
  if (dot !== -1 && suffixes.has(lower.slice(dot + 1))) return true;
  if (isOfficeLock(name, sizeBytes)) return true;
  if (lower.startsWith('.~lock.')) return lower.endsWith('#');
  return prefixes.some((prefix) => lower.startsWith(prefix)) || rsyncName.test(name);
}

/** Folders that hold only what isn't finished: none of their files is taken. */
const folderNames: ReadonlySet<string> = new Set(['.~tmp~', '.rsync-partial', '.rsync-tmp']);

export function isTemporaryFolder(name: string): boolean {
  const lower = name.toLowerCase();
  return folderNames.has(lower) || lower.endsWith('.download');
}

/** What a browser calls the download of an empty file that it has made to keep the name. */
export function downloadNames(name: string): readonly string[] {
  return downloadSuffixes.map((suffix) => `${name}.${suffix}`);
}
